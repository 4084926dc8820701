//! The end of a round in rmcp's words, as far as the three methods have it in common.

use ::rmcp::ErrorData;
use ::rmcp::model::{ErrorCode, InputRequests, InputRequiredResult};

use super::convert;
use super::error::unmark;
use crate::{Failure, InputRequired, Reply, RpcError, texts};

/// What a round ended with; each method answers it in its own type.
#[derive(Debug)]
pub(super) enum Outcome<T> {
    /// The handler's result.
    Complete { value: T, retried: bool },
    /// Questions are open.
    InputRequired(InputRequiredResult),
    /// A text for the model and the user.
    Tool(String),
    /// A JSON-RPC error.
    Rpc(ErrorData),
}

/// Sorts out a reply. A refusal that the handler passed on with `?` is a text for the user.
pub(super) fn settle<T>(reply: Reply<Result<T, ErrorData>>) -> Outcome<T> {
    match reply {
        Reply::Complete {
            value: Ok(value),
            retried,
        } => Outcome::Complete { value, retried },
        Reply::Complete {
            value: Err(error), ..
        } => unmark(error).map_or_else(Outcome::Rpc, Outcome::Tool),
        Reply::InputRequired(open) => {
            input_required(open).map_or_else(Outcome::Rpc, Outcome::InputRequired)
        }
        Reply::Failed(Failure::Tool(text)) => Outcome::Tool(text),
        Reply::Failed(Failure::Rpc(error)) => Outcome::Rpc(rpc_error(error)),
    }
}

pub(super) fn rpc_error(error: RpcError) -> ErrorData {
    ErrorData::new(ErrorCode(error.code), error.message, error.data)
}

/// An error of our own making: the client learns no more than that.
pub(super) fn internal_error() -> ErrorData {
    ErrorData::internal_error(texts::INTERNAL, None)
}

/// A handler that is marked must ask through its flow: nothing could open a state that it made
/// itself.
pub(super) fn foreign_input_required() -> ErrorData {
    tracing::error!(
        "a handler served by mrtr returned an InputRequiredResult of its own; ask with ask_*! instead"
    );
    internal_error()
}

fn input_required(open: InputRequired) -> Result<InputRequiredResult, ErrorData> {
    let requests = open
        .requests
        .into_iter()
        .map(|(key, request)| {
            let request = convert::input_request(&key, request)?;
            Ok((key, request))
        })
        .collect::<Result<InputRequests, ErrorData>>()?;
    Ok(InputRequiredResult::new(Some(requests), Some(open.state)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]

    use serde_json::json;

    use super::*;
    use crate::{InputRequest, Refused};

    #[test]
    fn a_refusal_passed_on_by_the_handler_is_a_text() {
        let refused = Refused::declined("sure");
        let outcome = settle::<()>(Reply::Complete {
            value: Err(refused.into()),
            retried: true,
        });
        assert!(matches!(outcome, Outcome::Tool(text) if text == "The user declined `sure`."));
    }

    #[test]
    fn an_error_of_the_engine_keeps_code_message_and_data() {
        let required = json!({"requiredCapabilities": {"sampling": {}}});
        let outcome = settle::<()>(Reply::Failed(Failure::Rpc(RpcError {
            code: -32021,
            message: "Missing required client capability".into(),
            data: Some(required.clone()),
        })));
        let Outcome::Rpc(error) = outcome else {
            panic!("{outcome:?}")
        };
        assert_eq!(error.code, ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY);
        assert_eq!(error.message, "Missing required client capability");
        assert_eq!(error.data, Some(required));
    }

    #[test]
    fn open_questions_carry_the_state_and_no_cache_hints() {
        let outcome = settle::<()>(Reply::InputRequired(InputRequired {
            requests: vec![("where".into(), InputRequest::Roots)],
            state: "m1.k.x".into(),
        }));
        let Outcome::InputRequired(result) = outcome else {
            panic!("{outcome:?}")
        };
        assert_eq!(
            serde_json::to_value(result).unwrap(),
            json!({
                "resultType": "input_required",
                "inputRequests": {"where": {"method": "roots/list"}},
                "requestState": "m1.k.x",
            })
        );
    }
}
