//! What came back: one reply of a server, as the tests look at it.

use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, GetPromptResponse, ReadResourceResponse, ServerResult};
use rmcp::service::ServiceError;
use serde_json::{Value, to_value};

/// The reply to one request.
#[derive(Debug, Clone)]
pub enum Round {
    /// An `InputRequiredResult`, as JSON.
    Asks(Value),
    /// A result, as JSON.
    Done(Value),
    /// A JSON-RPC error.
    Failed(ErrorData),
}

impl Round {
    pub(crate) fn of<T: Response>(reply: Result<T, ServiceError>) -> Self {
        match reply {
            Ok(response) => Self::of_result(response.into_json()),
            Err(ServiceError::McpError(error)) => Self::Failed(error),
            Err(error) => panic!("no reply: {error:?}"),
        }
    }

    pub(crate) fn of_result(result: Value) -> Self {
        if result["resultType"] == "input_required" {
            Self::Asks(result)
        } else {
            Self::Done(result)
        }
    }

    /// The keys that are asked, in alphabetical order.
    pub fn asked(&self) -> Vec<&str> {
        let requests = self.requests()["inputRequests"].as_object().unwrap();
        let mut keys: Vec<&str> = requests.keys().map(String::as_str).collect();
        keys.sort_unstable();
        keys
    }

    fn requests(&self) -> &Value {
        match self {
            Self::Asks(result) => result,
            other => panic!("expected questions, got {other:?}"),
        }
    }

    /// The request under a key.
    pub fn request(&self, key: &str) -> &Value {
        let request = &self.requests()["inputRequests"][key];
        assert!(!request.is_null(), "`{key}` is not asked: {self:?}");
        request
    }

    /// What the user is told under a key.
    pub fn message(&self, key: &str) -> &str {
        self.request(key)["params"]["message"].as_str().unwrap()
    }

    /// What the model is told under a key.
    pub fn prompt(&self, key: &str) -> &str {
        let content = &self.request(key)["params"]["messages"][0]["content"];
        content["text"].as_str().unwrap()
    }

    pub fn state(&self) -> String {
        let state = self.given_state();
        state.expect("every input_required of ours carries a state")
    }

    /// The state, where the server gave one.
    pub(crate) fn given_state(&self) -> Option<String> {
        let state = self.requests()["requestState"].as_str();
        state.map(str::to_owned)
    }

    /// The result.
    pub fn result(&self) -> &Value {
        match self {
            Self::Done(result) => result,
            other => panic!("expected a result, got {other:?}"),
        }
    }

    /// The text of a tool result that is no error.
    pub fn text(&self) -> &str {
        let result = self.result();
        assert_ne!(result["isError"], true, "{result}");
        result["content"][0]["text"].as_str().unwrap()
    }

    /// The text of a tool result with `isError: true`.
    pub fn tool_error(&self) -> &str {
        let result = self.result();
        assert_eq!(result["isError"], true, "{result}");
        result["content"][0]["text"].as_str().unwrap()
    }

    pub fn error(&self) -> &ErrorData {
        match self {
            Self::Failed(error) => error,
            other => panic!("expected an error, got {other:?}"),
        }
    }

    pub fn code(&self) -> i32 {
        self.error().code.0
    }

    /// Checks that this is the one answer to every state that does not open.
    #[track_caller]
    pub fn assert_bad_state(&self) {
        let error = self.error();
        let data = error.data.clone().unwrap_or_default();
        assert_eq!(error.code.0, -32602, "{error:?}");
        assert_eq!(
            error.message,
            "Invalid or expired requestState. Call again without it."
        );
        assert_eq!(data, serde_json::json!({"reason": "invalid_request_state"}));
    }

    /// Checks that this is an internal error that tells nothing.
    #[track_caller]
    pub fn assert_internal(&self) {
        let error = self.error();
        assert_eq!((error.code.0, &*error.message), (-32603, "Internal error"));
        assert_eq!(error.data, None);
    }
}

/// The response to one of the three methods.
pub(crate) trait Response {
    fn into_json(self) -> Value;
}

macro_rules! responses {
    ($($response:ident),+) => {$(
        impl Response for $response {
            fn into_json(self) -> Value {
                match self {
                    Self::Complete(result) => to_value(result).unwrap(),
                    Self::InputRequired(result) => to_value(result).unwrap(),
                    other => panic!("neither a result nor questions: {other:?}"),
                }
            }
        }
    )+};
}

responses!(CallToolResponse, GetPromptResponse, ReadResourceResponse);

impl Response for ServerResult {
    fn into_json(self) -> Value {
        to_value(self).unwrap()
    }
}
