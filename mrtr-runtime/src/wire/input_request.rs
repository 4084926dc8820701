//! The questions of a round, as they stand in `inputRequests`.

use std::fmt;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::json;

use super::SampleRequest;
use crate::form::Form;

/// One entry of `inputRequests`: a question to the client (MCP 2026-07-28, `InputRequest`).
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum InputRequest {
    /// `elicitation/create` in form mode.
    Elicit {
        /// What the person reads.
        message: String,
        /// The form to fill in.
        form: Form,
    },
    /// `elicitation/create` in url mode.
    ElicitUrl {
        /// What the person reads.
        message: String,
        /// Where the person is sent.
        url: String,
    },
    /// `sampling/createMessage`.
    Sample(Box<SampleRequest>),
    /// `roots/list`.
    Roots,
}

impl InputRequest {
    /// The kind of question, as counters name it.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Elicit { .. } => "form",
            Self::ElicitUrl { .. } => "url",
            Self::Sample(_) => "sample",
            Self::Roots => "roots",
        }
    }

    /// The method of this request.
    #[must_use]
    pub const fn method(&self) -> &'static str {
        match self {
            Self::Elicit { .. } | Self::ElicitUrl { .. } => "elicitation/create",
            Self::Sample(_) => "sampling/createMessage",
            Self::Roots => "roots/list",
        }
    }
}

/// Prints the kind alone: a message has arguments in it, and a form that is sent again the person's entries.
impl fmt::Debug for InputRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InputRequest")
            .field("kind", &self.kind())
            .finish_non_exhaustive()
    }
}

/// `{"method": .., "params": ..}`
impl Serialize for InputRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("method", self.method())?;
        match self {
            Self::Elicit { message, form } => {
                map.serialize_entry("params", &FormParams { message, form })?;
            }
            Self::ElicitUrl { message, url } => {
                let params = json!({"mode": "url", "message": message, "url": url});
                map.serialize_entry("params", &params)?;
            }
            Self::Sample(sample) => map.serialize_entry("params", sample)?,
            Self::Roots => map.serialize_entry("params", &json!({}))?,
        }
        map.end()
    }
}

/// The params of a form, with the fields of the form in their own order.
struct FormParams<'a> {
    message: &'a str,
    form: &'a Form,
}

impl Serialize for FormParams<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("mode", "form")?;
        map.serialize_entry("message", self.message)?;
        map.serialize_entry("requestedSchema", self.form)?;
        map.end()
    }
}
