//! What a round ends with.

use std::fmt;

use serde_json::{Value, json};

use super::{Capability, InputRequest, required_capabilities};
use crate::texts;

/// The end of a round.
///
/// A handler without an SDK returns this; the adapter to an SDK turns it into the SDK's own types.
#[derive(Debug, Clone, PartialEq)]
#[must_use = "a reply has to be sent to the client"]
pub enum Reply<R> {
    /// The handler returned.
    Complete {
        /// What it returned.
        value: R,
        /// Whether the request carried `inputResponses` or `requestState`. Such a result must not
        /// be cached: `ttlMs: 0` and private, where the method has cache hints.
        retried: bool,
    },
    /// Questions are open: `resultType: "input_required"`.
    InputRequired(InputRequired),
    /// The round failed.
    Failed(Failure),
}

/// The questions of a round and the state to send back with their answers.
#[derive(Clone, PartialEq)]
pub struct InputRequired {
    /// `inputRequests`, in the order in which they were asked.
    pub requests: Vec<(String, InputRequest)>,
    /// `requestState`.
    pub state: String,
}

/// Prints no state, since whoever holds one may go on with the flow, and no questions, since one that is
/// asked again is filled in with the person's entries.
impl fmt::Debug for InputRequired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InputRequired")
            .field(
                "keys",
                &self.requests.iter().map(|(key, _)| key).collect::<Vec<_>>(),
            )
            .finish_non_exhaustive()
    }
}

/// How a round failed. The cause is in the log and not in here.
#[derive(Debug, Clone, PartialEq)]
pub enum Failure {
    /// A JSON-RPC error.
    Rpc(RpcError),
    /// A text for the model and the user: a tool result with `isError: true`; -32603 with this text
    /// for prompts and resources.
    Tool(String),
}

/// What the client reads.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rpc(error) => error.fmt(f),
            Self::Tool(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Failure {}

/// A JSON-RPC error.
#[derive(Debug, Clone, PartialEq)]
pub struct RpcError {
    /// The code, such as -32602.
    pub code: i32,
    /// The message.
    pub message: String,
    /// More about it, for programs.
    pub data: Option<Value>,
}

/// Its message and its code.
impl fmt::Display for RpcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.code)
    }
}

impl std::error::Error for RpcError {}

impl RpcError {
    /// Invalid params.
    pub const INVALID_PARAMS: i32 = -32602;
    /// Internal error.
    pub const INTERNAL: i32 = -32603;
    /// A capability is missing that the client did not declare in this request.
    pub const MISSING_CAPABILITY: i32 = -32021;
}

impl Failure {
    /// The one answer to a state that does not open, whatever the cause.
    pub(crate) fn bad_state() -> Self {
        Self::Rpc(RpcError {
            code: RpcError::INVALID_PARAMS,
            message: texts::BAD_STATE.to_owned(),
            data: Some(json!({ "reason": texts::BAD_STATE_REASON })),
        })
    }

    /// An error whose cause is in the log only.
    pub(crate) fn internal() -> Self {
        Self::Rpc(RpcError {
            code: RpcError::INTERNAL,
            message: texts::INTERNAL.to_owned(),
            data: None,
        })
    }

    /// The answer to a repeat of a round that has not ended.
    pub(crate) fn still_running() -> Self {
        Self::Rpc(RpcError {
            code: RpcError::INTERNAL,
            message: texts::STILL_RUNNING.to_owned(),
            data: None,
        })
    }

    pub(crate) fn invalid_params(message: String) -> Self {
        Self::Rpc(RpcError {
            code: RpcError::INVALID_PARAMS,
            message,
            data: None,
        })
    }

    /// Lists are declared by no client: what is wrong is then its age, and that is said in words.
    pub(crate) fn missing(capabilities: &[Capability]) -> Self {
        if capabilities.iter().all(|one| *one == Capability::Lists) {
            return Self::Tool(texts::NO_LISTS.to_owned());
        }
        Self::Rpc(RpcError {
            code: RpcError::MISSING_CAPABILITY,
            message: texts::MISSING_CAPABILITY.to_owned(),
            data: Some(json!({ "requiredCapabilities": required_capabilities(capabilities) })),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_displays_what_the_client_reads() {
        let invalid = Failure::invalid_params("keys".to_owned());
        assert_eq!(invalid.to_string(), "keys (-32602)");
        assert_eq!(Failure::Tool("no".to_owned()).to_string(), "no");
    }
}
