//! What a body may not hold. Each file says one thing; each mistake is one error.

mod assigned;
mod behind;
mod borrowed;
mod call;
mod duplicates;
mod fixed_of;
mod flow;
mod joined;
mod lent;
mod literals;
mod place;
mod recursion;
mod run;
mod sample;
mod sum;
mod task;
mod turns;
mod unsolicited;
mod url;
mod written;

pub(crate) use self::borrowed::note as note_borrowed;
pub(crate) use self::call::unawaited;
pub(crate) use self::fixed_of::check as fixed_of;
pub(crate) use self::flow::missing as missing_flow;
pub(crate) use self::joined::without_joined_awaits;
pub(crate) use self::recursion::without_recursion;
pub(crate) use self::run::no_future;
pub(crate) use self::sum::shown;
pub(crate) use self::task::check as task;

use super::keys::Key;
use super::options::Options;
use super::scan::Scan;
use crate::errors::Errors;

pub(crate) fn body(scan: &Scan, keys: &[Key], options: &Options, errors: &Errors) {
    for found in &scan.found {
        // What stands where it cannot stand has no other mistakes.
        if !place::check(found, errors) {
            continue;
        }
        call::check(found, &scan.bindings, errors);
        sample::check(found, errors);
        run::check(found, errors);
        borrowed::check(found, errors);
        assigned::check(found, &scan.locals, errors);
        place::check_repeats(found, errors);
    }
    duplicates::check(scan, keys, errors);
    unsolicited::check(scan, options, errors);
}
