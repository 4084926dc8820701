//! Refusals and other failures of an ask on their way through an author's error types.
//!
//! A refusal is not a fault of the server: it ends as a tool result with `isError: true`. rmcp's
//! [`ErrorData`] has no room for that, so it carries a mark until the handler has returned.

use std::any::Any;
use std::error::Error;
use std::fmt::{self, Debug, Display};

use ::rmcp::ErrorData;
use ::rmcp::handler::server::tool::IntoCallToolResult;
use ::rmcp::model::{CallToolResponse, CallToolResult, ContentBlock};
use serde_json::{Value, json};

use crate::ask::{Told, ToolResult};
use crate::{Refused, SampleError, ToolOutput, UnreadRoot};

/// The member of an error's `data` that marks it; it is taken off before the error is sent.
const MARK: &str = "io.github.mrtr-rs/toolResult";

/// An error that ends as a tool result with this text.
pub(super) fn marked(text: String) -> ErrorData {
    ErrorData::internal_error(text, Some(json!({ MARK: true })))
}

/// The text of a marked error; any other error as it is.
pub(super) fn unmark(error: ErrorData) -> Result<String, ErrorData> {
    let marked = error
        .data
        .as_ref()
        .is_some_and(|data| data.get(MARK) == Some(&Value::Bool(true)));
    if marked {
        Ok(error.message.into_owned())
    } else {
        Err(error)
    }
}

/// The refusal in an error or in what caused it.
pub(super) fn refusal_in<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e Refused> {
    let mut link = Some(error);
    while let Some(error) = link {
        if let Some(refused) = error.downcast_ref() {
            return Some(refused);
        }
        link = error.source();
    }
    None
}

/// A tool result with `isError: true`, for the model and the user.
pub(super) fn tool_failure(text: String) -> CallToolResponse {
    CallToolResult::error(vec![ContentBlock::text(text)]).into()
}

macro_rules! ends_as_tool_result {
    ($($error:ty),+) => {$(
        #[diagnostic::do_not_recommend]
        impl From<$error> for ErrorData {
            fn from(error: $error) -> Self {
                marked(error.to_string())
            }
        }

        #[diagnostic::do_not_recommend]
        impl IntoCallToolResult for $error {
            fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
                Ok(tool_failure(self.to_string()))
            }
        }
    )+};
}

ends_as_tool_result!(Refused, SampleError, UnreadRoot);

/// The error of a handler that does not care what went wrong where: `?` makes it from anything that
/// displays, such as `anyhow::Error`, an io error or a [`Refused`].
///
/// It ends as a tool result with `isError: true` whose text is the error with its causes (`{:#}`),
/// so it tells the client what it displays. An [`ErrorData`] stays the JSON-RPC error that it is.
///
/// ```
/// use mrtr_runtime::rmcp::ToolError;
///
/// async fn read(path: &str) -> Result<String, ToolError> {
///     if path.is_empty() {
///         Err("no path was given")?;
///     }
///     Ok(std::fs::read_to_string(path)?)
/// }
/// ```
// It has no `Display` of its own, or it could not be made from everything that has one.
pub struct ToolError(Cause);

enum Cause {
    Text(String),
    Protocol(ErrorData),
}

impl ToolError {
    /// An error of this text, or of whatever else displays, as `?` makes it.
    ///
    /// ```
    /// use mrtr_runtime::rmcp::ToolError;
    ///
    /// fn find(id: u32) -> Result<String, ToolError> {
    ///     Err(ToolError::new(format!("there is no incident {id}")))
    /// }
    /// # assert!(find(7).is_err());
    /// ```
    #[must_use]
    pub fn new(error: impl Display + 'static) -> Self {
        Self::from(error)
    }
}

impl<E: Display + 'static> From<E> for ToolError {
    fn from(error: E) -> Self {
        let mut error = Some(error);
        let protocol = (&mut error as &mut dyn Any)
            .downcast_mut::<Option<ErrorData>>()
            .and_then(Option::take);
        Self(match (protocol, error) {
            (Some(protocol), _) => Cause::Protocol(protocol),
            (None, error) => Cause::Text(error.map_or_else(String::new, |e| format!("{e:#}"))),
        })
    }
}

#[diagnostic::do_not_recommend]
impl From<ToolError> for ErrorData {
    fn from(error: ToolError) -> Self {
        match error.0 {
            Cause::Text(text) => marked(text),
            Cause::Protocol(error) => error,
        }
    }
}

#[diagnostic::do_not_recommend]
impl IntoCallToolResult for ToolError {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        match self.0 {
            Cause::Text(text) => Ok(tool_failure(text)),
            Cause::Protocol(error) => Err(error),
        }
    }
}

/// What a tool that the client's model called tells it.
#[diagnostic::do_not_recommend]
impl<T: ToolOutput> Told for Result<T, ToolError> {
    fn told(self) -> ToolResult {
        self.map_err(|error| match error.0 {
            Cause::Text(text) => text,
            Cause::Protocol(error) => error.message.into_owned(),
        })
        .told()
    }
}

impl Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Cause::Text(text) => f.write_str(text),
            Cause::Protocol(error) => Debug::fmt(error, f),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]

    use super::*;

    fn declined() -> Refused {
        Refused::declined("sure")
    }

    #[test]
    fn a_refusal_is_marked_and_the_mark_is_taken_off() {
        let error = ErrorData::from(declined());
        assert_eq!(unmark(error).unwrap(), "The user declined `sure`.");
    }

    #[test]
    fn other_errors_keep_their_data() {
        let error = ErrorData::invalid_params("no", Some(json!({"field": "a"})));
        assert_eq!(unmark(error.clone()).unwrap_err(), error);
        let plain = ErrorData::internal_error("no", None);
        assert_eq!(unmark(plain.clone()).unwrap_err(), plain);
    }

    #[test]
    fn a_tool_error_shows_the_causes_and_keeps_a_protocol_error() {
        let context = anyhow::Error::new(declined()).context("closing INC-104");
        let text = match ToolError::from(context).0 {
            Cause::Text(text) => text,
            Cause::Protocol(error) => panic!("{error}"),
        };
        assert_eq!(text, "closing INC-104: The user declined `sure`.");

        let error = ErrorData::invalid_params("no", None);
        assert_eq!(ErrorData::from(ToolError::from(error.clone())), error);
    }

    #[test]
    fn a_refusal_is_found_among_the_causes() {
        #[derive(Debug, thiserror::Error)]
        #[error("could not close it")]
        struct Author(#[source] Refused);

        assert_eq!(refusal_in(&Author(declined())), Some(&declined()));
        assert_eq!(refusal_in(&std::fmt::Error), None);
    }
}
