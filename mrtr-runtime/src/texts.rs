//! Every sentence that a client, a model or a person may read, in one place.

use std::fmt::Display;

use crate::replay::{Changed, Flaw};

pub(crate) const BAD_STATE: &str = "Invalid or expired requestState. Call again without it.";
pub(crate) const BAD_STATE_REASON: &str = "invalid_request_state";
pub(crate) const INTERNAL: &str = "Internal error";
pub(crate) const MISSING_CAPABILITY: &str = "Missing required client capability";
pub(crate) const SERVER_UPDATED: &str = "The server was updated. Call again.";
pub(crate) const STILL_RUNNING: &str = "This request is still running. Send it again later.";
pub(crate) const OUTCOME_UNKNOWN: &str = "This call was interrupted, and its outcome is unknown: it may have taken effect. Check before \
     calling again.";
pub(crate) const CHANGED: &str = "This has changed since you were asked.";

pub(crate) const NOT_TYPED: &str = "What was typed is not the text that confirms";

pub(crate) fn question_changed(key: &str) -> String {
    format!("What `{key}` asked about has changed. Call again.")
}

pub(crate) fn keeps_changing(key: &str) -> String {
    format!(
        "The question `{key}` came out differently in each round, so no answer can match it. \
         (For the author: something in it, such as a clock or the order of a map, differs from \
         round to round; record it with `capture!`.)"
    )
}

pub(crate) fn declined(key: &str) -> String {
    format!("The user declined `{key}`.")
}

pub(crate) fn cancelled(key: &str) -> String {
    format!("The user dismissed `{key}` without an answer.")
}

pub(crate) fn too_many_requests(key: &str, limit: u32) -> String {
    format!(
        "`{key}` would need one more round, but a flow has at most {limit} requests \
         (`requests`)."
    )
}

pub(crate) fn too_many_asks(key: &str, count: usize, limit: usize) -> String {
    format!(
        "`{key}` is one too many: this call asks {count} questions at once, and {limit} are allowed \
         (`asks_per_round`)."
    )
}

pub(crate) fn too_many_dialogs(key: &str) -> String {
    format!(
        "`{key}` was not asked: the server is waiting for too many answers already \
         (`open_dialogs`). Try again later."
    )
}

/// `limit` is the time that is over: `ttl` or `flow_time`.
pub(crate) fn too_late(key: &str, limit: &str) -> String {
    format!("`{key}` comes too late: this call has taken too long (`{limit}`). Call again.")
}

pub(crate) fn message_too_long(key: &str, bytes: usize, limit: usize) -> String {
    format!("The message of `{key}` has {bytes} bytes; {limit} are allowed (`message_bytes`).")
}

pub(crate) fn state_too_long(key: &str, bytes: usize, limit: usize) -> String {
    format!(
        "What this call has to remember takes {bytes} of the {limit} bytes allowed for \
         requestState (`state_bytes`); most of it is `{key}`."
    )
}

pub(crate) fn gave_up(key: &str, reason: &str, limit: u8) -> String {
    format!(
        "`{key}` was asked again {limit} times (`retries_per_question`) and has no valid answer: \
         {reason}"
    )
}

/// `limit` is the time that is over, if it is one of ours: `ttl` or `flow_time`.
pub(crate) fn not_answered(key: &str, limit: Option<&str>) -> String {
    match limit {
        Some(limit) => format!("`{key}` was not answered in time (`{limit}`)."),
        None => format!("`{key}` was not answered in time."),
    }
}

pub(crate) fn client_failed(key: &str) -> String {
    format!("The client could not answer `{key}`.")
}

pub(crate) fn wrong_kind(key: &str, method: &str) -> String {
    format!("inputResponses.{key} is not a result of {method}")
}

/// `place` is `inputResponses`, or one answer of it.
pub(crate) fn over_limit(place: &str, what: &str, limit: usize, name: &str) -> String {
    format!("{place}: {what}; at most {limit} are taken ({name})")
}

/// Why a question is not asked.
pub(crate) fn flaw(key: &str, flaw: Flaw) -> String {
    match flaw {
        Flaw::NothingToPick => format!("`{key}` has nothing to pick from."),
        Flaw::TooMuchToPick(limit) => format!(
            "`{key}` offers more to pick from than the {limit} that are allowed (`pick_options`)."
        ),
        Flaw::SameValue(first, second) => {
            format!("`{key}` offers the same twice: its items {first} and {second}.")
        }
        Flaw::NoText(place) => format!("Item {place} of `{key}` has no text."),
        Flaw::OutOfReach { least, most } => {
            format!(
                "`{key}` asks for at least {least} of its items, and at most {most} can be picked."
            )
        }
        Flaw::Untypable => {
            format!(
                "`{key}` asks to type a text that is empty or has characters that cannot be seen."
            )
        }
    }
}

/// The title of a field that confirms by typing.
pub(crate) fn type_in(text: &dyn Display) -> String {
    format!("To confirm, type: {text}")
}

/// The message of a question that is asked again, with the reason in front.
pub(crate) fn again(reason: &Changed, message: &str) -> String {
    match reason {
        Changed::Question => format!("{CHANGED}\n\n{message}"),
        // With its full stop: some clients show line breaks as spaces.
        Changed::Invalid(reason) => format!("{reason}.\n\n{message}"),
    }
}
