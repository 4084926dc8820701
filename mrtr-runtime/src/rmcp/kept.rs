//! What a handler returned, as a store keeps it for repeats of its round.

use ::rmcp::ErrorData;
use ::rmcp::model::{
    CallToolResponse, CallToolResult, CreateTaskResult, GetPromptResponse, GetPromptResult,
    ReadResourceResponse, ReadResourceResult,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::__private::Keep;

/// A response of one of the three methods, with the result in it.
pub(super) trait Response: Sized {
    type Result: Serialize + DeserializeOwned + Into<Self>;

    /// The result; `None` where there is none that ends a flow.
    fn result(&self) -> Option<&Self::Result>;

    /// The task that goes on with the flow.
    fn task(&self) -> Option<&CreateTaskResult> {
        None
    }

    /// A response with a task.
    fn of_task(_: CreateTaskResult) -> Option<Self> {
        None
    }
}

/// What a store keeps of a response.
#[derive(Serialize, Deserialize)]
enum Kept<R> {
    Result(R),
    Task(Box<CreateTaskResult>),
    /// Another interim result.
    Foreign,
}

macro_rules! responses {
    ($($response:ident of $result:ident $({ $($task:item)+ })?),+) => {$(
        impl Response for $response {
            type Result = $result;

            fn result(&self) -> Option<&$result> {
                match self {
                    Self::Complete(result) => Some(result),
                    _ => None,
                }
            }

            $($($task)+)?
        }
    )+};
}

responses!(
    CallToolResponse of CallToolResult {
        fn task(&self) -> Option<&CreateTaskResult> {
            match self {
                Self::Task(task) => Some(task),
                _ => None,
            }
        }

        fn of_task(task: CreateTaskResult) -> Option<Self> {
            Some(Self::Task(task))
        }
    },
    GetPromptResponse of GetPromptResult,
    ReadResourceResponse of ReadResourceResult
);

/// Keeps a result or an error. Another interim result is an error of the handler, so it is as good as
/// none.
pub(super) fn keep<T: Response>() -> Keep<Result<T, ErrorData>> {
    Keep {
        write: |output| match output {
            Ok(response) => {
                let kept = match (response.result(), response.task()) {
                    (Some(result), _) => Kept::Result(result),
                    (None, Some(task)) => Kept::Task(Box::new(task.clone())),
                    (None, None) => Kept::Foreign,
                };
                serde_json::to_value(Ok::<_, ErrorData>(kept))
            }
            Err(error) => serde_json::to_value(Err::<(), _>(error)),
        },
        read: |value| {
            let output: Result<Kept<T::Result>, ErrorData> = serde_json::from_value(value)?;
            let foreign = super::reply::foreign_input_required;
            Ok(match output {
                Ok(Kept::Result(result)) => Ok(result.into()),
                Ok(Kept::Task(task)) => T::of_task(*task).ok_or_else(foreign),
                Ok(Kept::Foreign) => Err(foreign()),
                Err(error) => Err(error),
            })
        },
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]

    use ::rmcp::model::{ContentBlock, InputRequiredResult};
    use serde_json::{Value, json};

    use super::*;

    fn sent_again(output: &Result<CallToolResponse, ErrorData>) -> Result<Value, ErrorData> {
        let keep = keep::<CallToolResponse>();
        let again = (keep.read)((keep.write)(output).unwrap()).unwrap()?;
        Ok(serde_json::to_value(again.result().unwrap()).unwrap())
    }

    #[test]
    fn a_kept_result_is_the_same_on_the_wire() {
        let mut image = CallToolResult::success(vec![
            ContentBlock::text("done \u{202e}"),
            ContentBlock::image("AAAA", "image/png"),
        ]);
        image.structured_content = Some(json!({"b": 1.5, "a": [null, 9_007_199_254_740_993_u64]}));
        for result in [
            CallToolResult::success(vec![]),
            CallToolResult::error(vec![ContentBlock::text("no")]),
            CallToolResult::structured(json!(null)),
            image,
        ] {
            let sent = serde_json::to_value(&result).unwrap();
            assert_eq!(sent_again(&Ok(result.into())), Ok(sent));
        }
    }

    #[test]
    fn a_kept_error_keeps_code_message_and_data() {
        let error = ErrorData::invalid_params("no such invoice", Some(json!({"invoice": 7})));
        assert_eq!(sent_again(&Err(error.clone())), Err(error));
    }

    #[test]
    fn an_interim_result_of_the_handlers_own_is_an_error_again() {
        let foreign = InputRequiredResult::new(None, Some("theirs".to_owned()));
        let error = sent_again(&Ok(foreign.into())).unwrap_err();
        assert_eq!(error.message, "Internal error");
    }
}
