//! `accept` of a handler that says no version of its own.

use crate::errors::Errors;
use crate::tool::options::Options;

pub(super) fn check(options: &Options, errors: &Errors) {
    if let Some(accept) = &options.unversioned {
        errors.on(accept, "`accept` names versions before this one, and without `version` this is the first. Write both: `version = 2, accept = [1]`");
    }
}
