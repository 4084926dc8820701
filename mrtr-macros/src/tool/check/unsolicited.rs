//! `unsolicited` takes answers to questions that were never asked (R5).

use crate::errors::Errors;
use crate::tool::kind::Kind;
use crate::tool::options::Options;
use crate::tool::scan::{Found, Scan};

pub(super) fn check(scan: &Scan, options: &Options, errors: &Errors) {
    let Some(unsolicited) = &options.unsolicited else {
        return;
    };
    if options.single_use {
        errors.on(
            unsolicited,
            "`unsolicited` takes answers that come without a `requestState`, and `single_use` counts states: such an answer \
             could be sent again and again. Leave one of the two out",
        );
        return;
    }
    let is_harmless =
        |kind: Kind| matches!(kind, Kind::Elicit | Kind::Pick | Kind::Sample | Kind::Roots);
    let is_one = |found: &Found| is_harmless(found.kind) && found.args.option("run").is_none();
    if scan.found.len() > 1 || !scan.found.iter().all(is_one) {
        errors.on(
            unsolicited,
            "`unsolicited` takes answers to questions that were never asked, so a client could confirm unasked. It is allowed \
             with one form ask and nothing else",
        );
    }
}
