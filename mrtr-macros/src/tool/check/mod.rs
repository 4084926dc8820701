//! What a body may not hold. Each file says one thing; each mistake is one error.

mod assigned;
mod behind;
mod borrowed;
mod call;
mod changing;
mod collection;
mod duplicates;
mod fixed_of;
mod flow;
mod joined;
mod lent;
mod literals;
mod place;
mod recursion;
mod returned;
mod run;
mod sample;
mod sum;
mod task;
mod turns;
mod unsolicited;
mod url;
mod versions;
mod written;

pub(crate) use self::borrowed::note as note_borrowed;
pub(crate) use self::call::{captured_closure, unawaited};
pub(crate) use self::fixed_of::check as fixed_of;
pub(crate) use self::flow::{missing as missing_flow, shared as shared_flow};
pub(crate) use self::joined::without_joined_awaits;
pub(crate) use self::literals::no_number;
pub(crate) use self::place::panic_text;
pub(crate) use self::recursion::without_recursion;
pub(crate) use self::returned::check as returned;
pub(crate) use self::run::no_future;
pub(crate) use self::sample::is_in_vain;
pub(crate) use self::sum::shown;
pub(crate) use self::task::{check as task, no_duration};
pub(crate) use self::url::local_page;

use super::keys::Key;
use super::options::Options;
use super::scan::{Found, Scan};
use crate::errors::Errors;

pub(crate) fn body(scan: &mut Scan, keys: &[Key], options: &Options, errors: &Errors) {
    for at in 0..scan.found.len() {
        let own = Errors::new();
        if let Some(found) = scan.found.get(at) {
            one(found, scan, &own);
        }
        let mut own = own.take();
        if let Some(found) = scan.found.get_mut(at) {
            found.told = first_in_place(found, &mut own);
        }
        own.into_iter().for_each(|error| errors.add(error));
    }
    duplicates::check(scan, keys, errors);
    unsolicited::check(scan, options, errors);
    versions::check(options, errors);
}

fn one(found: &Found, scan: &Scan, errors: &Errors) {
    // What stands where it cannot stand has no other mistakes.
    if !place::check(found, errors) {
        return;
    }
    call::check(found, &scan.bindings, errors);
    sample::check(found, errors);
    run::check(found, errors);
    task::ttl(found, errors);
    borrowed::check(found, errors);
    assigned::check(found, &scan.locals, errors);
    place::check_repeats(found, errors);
}

/// The first mistake of an ask whose answer has no type then: rustc says nothing more about what stands in an error's place.
fn first_in_place(found: &Found, errors: &mut Vec<syn::Error>) -> Option<syn::Error> {
    let is_told = !errors.is_empty() && found.has_no_type();
    is_told.then(|| errors.remove(0))
}
