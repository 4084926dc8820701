//! What a body may not hold. Each file says one thing; each mistake is one error.

mod call;
mod duplicates;
mod place;
mod recursion;
mod unsolicited;

pub(crate) use self::recursion::without_recursion;

use super::keys::Key;
use super::options::Options;
use super::scan::Scan;
use super::sink::Sink;

pub(crate) fn body(scan: &Scan, keys: &[Key], options: &Options, sink: &Sink) {
    for found in &scan.found {
        // What stands where it cannot stand has no other mistakes.
        if !place::check(found, sink) {
            continue;
        }
        call::check(found, sink);
        place::check_repeats(found, sink);
    }
    duplicates::check(scan, keys, sink);
    unsolicited::check(scan, options, sink);
}
