//! What a server answered, as a customer understands it.

use mrtr_tests::RawAnswer;
use serde_json::Value;

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Reply {
    /// The question `key`.
    Asks { key: String, state: String },
    /// The cart is paid, by this call or an earlier one.
    Paid,
    /// The call ended with a no.
    Declined,
    /// Nobody knows what the round did.
    Unknown,
    /// The state was spent with another answer, or does not open.
    BadState,
    /// A request with the same answers runs; it may be sent again.
    Running,
    /// No answer came.
    Lost,
}

impl Reply {
    pub(crate) fn of(answer: &RawAnswer) -> Self {
        let (result, error) = (&answer.body["result"], &answer.body["error"]);
        if result["resultType"] == "input_required" {
            return asks(result);
        }
        let text = result["content"][0]["text"].as_str().unwrap_or_default();
        let is_error = result["isError"] == true;
        match (error["code"].as_i64(), error["message"].as_str()) {
            (Some(-32602), _) if error["data"]["reason"] == "invalid_request_state" => {
                Self::BadState
            }
            (Some(-32603), Some(text)) if text.contains("still running") => Self::Running,
            (None, None) if is_error && text.contains("outcome is unknown") => Self::Unknown,
            (None, None) if is_error && text.contains("declined") => Self::Declined,
            (None, None) if !is_error && text.contains("is paid") => Self::Paid,
            _ => panic!("unexpected: {answer:?}"),
        }
    }

    /// Whether this is what a handler has said: all such replies to one round are the same.
    pub(crate) fn is_of_a_run(&self) -> bool {
        matches!(self, Self::Asks { .. } | Self::Paid | Self::Declined)
    }
}

fn asks(result: &Value) -> Reply {
    let questions = result["inputRequests"].as_object().unwrap();
    assert_eq!(questions.len(), 1, "{result}");
    Reply::Asks {
        key: questions.keys().next().unwrap().clone(),
        state: result["requestState"].as_str().unwrap().to_owned(),
    }
}
