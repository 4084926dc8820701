//! Every sentence that a client, a model or a person may read, in one place.

use std::fmt::{Display, Formatter, Result};

use crate::form::{Bound, Format, Rule, Violation, Violations};
use crate::replay::{Changed, Flaw};

pub(crate) const BAD_STATE: &str = "Invalid or expired requestState. Call again without it.";
pub(crate) const BAD_STATE_REASON: &str = "invalid_request_state";
pub(crate) const INTERNAL: &str = "Internal error";
pub(crate) const MISSING_CAPABILITY: &str = "Missing required client capability";
#[cfg(feature = "rmcp")]
pub(crate) const MISSHAPEN: &str = "rmcp takes no such sample: a block in `content` or `messages`, or one of `tools`, lacks a member or has \
     one of another type, perhaps in its `annotations`";
pub(crate) const NO_LISTS: &str =
    "This asks for a list, and forms of clients older than MCP 2025-11-25 have none.";
pub(crate) const SERVER_UPDATED: &str = "The server was updated. Call again.";
pub(crate) const STILL_RUNNING: &str = "This request is still running. Send it again later.";
pub(crate) const OUTCOME_UNKNOWN: &str = "This call was interrupted, and its outcome is unknown: it may have taken effect. Check before \
     calling again.";
pub(crate) const CHANGED: &str = "This has changed since you were asked.";
pub(crate) const BAD_LINK: &str = "This link does not open: it has expired, or it was made for somebody else. Start again where you got it.";
pub(crate) const NOT_DONE: &str = "This is not done yet.";
pub(crate) const UNATTENDED: &str =
    "This server runs unattended, and a person would have to answer a question of this call.";
pub(crate) const NESTED_ANSWER: &str = "an answer is nested too deeply";
pub(crate) const NO_TEXT: &str = "the model's message holds no text";
pub(crate) const CALLS_TOOLS: &str =
    "the model calls a tool instead of writing a text, and the ask has no `run` that answers it";
pub(crate) const SAMPLE_MISFIT: &str = "the model's text is not what was asked for";
pub(crate) const SAMPLE_REFUSED: &str = "the client gave no sample from its model";
pub(crate) const NOT_JSON: &str = "there is no JSON in the text, or it ends early";
pub(crate) const CALL_WITHOUT_ID: &str =
    "a tool was called without an id, a name or an object as its input";
pub(crate) const NO_TOOLS: &str = "a tool was called, and there are none";
pub(crate) const CALL_TWICE: &str = "two calls of tools have one id";
pub(crate) const NO_URI: &str = "a root without a uri";
pub(crate) const NOT_A_FILE: &str = "a root whose uri does not begin with file://";
pub(crate) const NOT_A_PATH: &str = "a root whose uri is that of no path";
/// The title of the field that confirms.
pub(crate) const CONFIRM: &str = "Confirm";

pub(crate) fn nested_arguments(limit: usize) -> String {
    format!("the arguments are nested deeper than {limit} levels")
}

pub(crate) const NOT_TYPED: &str = "What was typed is not the text that confirms";

/// What only the adapter says.
#[cfg(feature = "rmcp")]
pub(crate) mod rmcp {
    pub(crate) const OLD_CLIENT: &str =
        "This needs a client of protocol version 2026-07-28 or later";
    pub(crate) const UNKNOWN_TASK: &str = "unknown task";
    pub(crate) const NOT_AN_OBJECT: &str = "inputResponses is not an object";
    pub(crate) const NOT_A_STRING: &str = "requestState is not a string";
    /// To an old client, of a question that it still shows.
    pub(crate) const WITHDRAWN: &str = "the question is no longer of use";

    pub(crate) fn invalid_params(method: &str) -> String {
        format!("Invalid params for {method}")
    }
}

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

/// Of a refusal that came faster than a person reads.
pub(crate) fn declined_unseen(key: &str, millis: u128) -> String {
    format!("The client declined `{key}` within {millis} ms, so nobody can have read the question.")
}

/// Of a refusal that came faster than a person reads.
pub(crate) fn cancelled_unseen(key: &str, millis: u128) -> String {
    format!(
        "The client dismissed `{key}` within {millis} ms, so nobody can have read the question."
    )
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

pub(crate) fn too_many_dialogs_of_caller(key: &str) -> String {
    format!(
        "`{key}` was not asked: the server is waiting for too many answers of yours already \
         (`open_dialogs_per_caller`). Try again later."
    )
}

pub(crate) fn too_many_tasks(limit: usize) -> String {
    format!("{limit} tasks are running here already (`tasks`). Try again later.")
}

pub(crate) fn too_many_tasks_of_caller(limit: usize) -> String {
    format!(
        "{limit} tasks of yours are running here already (`tasks_per_caller`). Try again later."
    )
}

pub(crate) const TASK_TOO_LONG: &str =
    "This took longer than the task may take (`ttl` of `become_task!`). Call again.";

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

pub(crate) fn answers(count: usize) -> String {
    format!("{count} answers")
}

pub(crate) fn more_bytes(limit: usize) -> String {
    format!("more than {limit} bytes")
}

pub(crate) fn long_answer(bytes: usize) -> String {
    format!("an answer of {bytes} bytes")
}

/// Why a question is not asked.
pub(crate) fn flaw(key: &str, flaw: &Flaw) -> String {
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
        Flaw::TooMuchFilledIn(limit) => format!(
            "`{key}` is filled in with more than the {limit} bytes that an answer may have (`answer_bytes`)."
        ),
        Flaw::Untypable => {
            format!(
                "`{key}` asks to type a text that is empty or has characters that cannot be seen."
            )
        }
        Flaw::Url(_) | Flaw::Conversation(_) | Flaw::Misshapen(_) => INTERNAL.to_owned(),
    }
}

/// What a model is told whose text has to be JSON.
pub(crate) fn sample_schema(schema: &schemars::Schema) -> String {
    let schema = serde_json::to_string(schema).unwrap_or_default();
    format!(
        "Answer with one JSON value and nothing else: no fence, no comment. It must fit this JSON Schema:\n{schema}"
    )
}

/// What a model is told whose text did not do.
pub(crate) fn sample_again(reason: &str) -> String {
    format!("That cannot be used: {reason}. Answer again, in full.")
}

/// Of a text that ends where it had as many tokens as it may have.
pub(crate) fn cut_off(tokens: u32) -> String {
    format!(
        "it was cut off after {}: write less",
        counted(tokens, "token")
    )
}

/// Where JSON does not fit its schema; `path` is `.` for all of it.
pub(crate) fn misfit(path: &str, missing: Option<&str>) -> String {
    let place = if path == "." {
        String::new()
    } else {
        format!(" at `{path}`")
    };
    match missing {
        Some(field) => format!("the JSON does not fit the schema{place}: `{field}` is missing"),
        None => format!("the JSON does not fit the schema{place}"),
    }
}

pub(crate) fn too_many_calls(limit: usize) -> String {
    format!("more than {limit} tools were called at once")
}

/// What a model is told in place of what a tool gave.
pub(crate) fn long_result(bytes: usize, room: usize) -> String {
    format!("The result has {bytes} bytes, and there is room for {room}: ask for less.")
}

pub(crate) fn no_such_tool(name: &str) -> String {
    format!("There is no tool `{name}`.")
}

/// The title of a field that confirms by typing.
pub(crate) fn type_in(text: &dyn Display) -> String {
    format!("To confirm, type: {text}")
}

/// The message of a question that is asked again, with the reason in front.
pub(crate) fn again(reason: &Changed, message: &str) -> String {
    match reason {
        Changed::Question => format!("{CHANGED}\n\n{message}"),
        Changed::NotDone => format!("{NOT_DONE}\n\n{message}"),
        // With its full stop: some clients show line breaks as spaces.
        Changed::Invalid(reason) => format!("{reason}.\n\n{message}"),
    }
}

impl Display for Violations {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (place, violation) in self.iter().enumerate() {
            if place > 0 {
                f.write_str("; ")?;
            }
            Display::fmt(violation, f)?;
        }
        Ok(())
    }
}

impl Display for Violation {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "`{}` {}", self.field(), self.rule())
    }
}

impl Display for Rule {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Missing => f.write_str("is missing"),
            Self::NotText => f.write_str("is not text"),
            Self::NotInteger => f.write_str("is not a whole number"),
            Self::Inexact => f.write_str(
                "is too large for a number with a fraction or an exponent; write its digits",
            ),
            Self::NotNumber => f.write_str("is not a number"),
            Self::NotBoolean => f.write_str("is neither true nor false"),
            Self::NotChoice => f.write_str("is none of the choices"),
            Self::NotChoices => f.write_str("is not a list of the choices"),
            Self::TooShort(least) => write!(f, "is shorter than {}", counted(*least, "character")),
            Self::TooLong(most) => write!(f, "is longer than {}", counted(*most, "character")),
            Self::NotFormat(format) => write!(f, "is not {}", described(*format)),
            Self::TooSmall(minimum) => write!(f, "is less than {minimum}"),
            Self::TooLarge(maximum) => write!(f, "is more than {maximum}"),
            Self::TooFew(least) => write!(f, "has fewer than {}", counted(*least, "choice")),
            Self::TooMany(most) => write!(f, "has more than {}", counted(*most, "choice")),
            Self::Repeated => f.write_str("has one choice twice"),
            Self::NotThatText => f.write_str("holds another text"),
        }
    }
}

impl Display for Bound {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Integer(number) => Display::fmt(number, f),
            Self::Number(number) => Display::fmt(number, f),
        }
    }
}

fn described(format: Format) -> &'static str {
    match format {
        Format::Email => "an email address",
        Format::Uri => "an absolute address such as https://example.com/page",
        Format::Date => "a date of the calendar such as 2026-02-28",
        Format::DateTime => "a date and time with its zone such as 2026-02-28T09:30:00Z",
    }
}

fn counted(count: u32, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
