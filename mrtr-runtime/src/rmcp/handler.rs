//! What `#[mrtr_handler]` puts into an `impl ServerHandler`.

use ::rmcp::ErrorData;
use ::rmcp::model::{CustomRequest, ErrorCode, GetPromptRequestParams, InputResponses};
use serde_json::Value;

use super::Context;
use super::call::refusal;
use crate::{Method, Mrtr, MrtrServer, texts};

/// Says that a server's `impl ServerHandler` is marked `#[mrtr_handler]`, which hands the retry
/// fields of `prompts/get` on and refuses malformed ones.
pub trait HandlesRetries {
    /// Names the server's routers, so that rustc warns of those that the block does not serve.
    #[doc(hidden)]
    fn looks_for_routers() {}
}

/// A server whose prompts can ask: it has settings, and its `impl ServerHandler` hands retries on.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not set up for `#[mrtr_prompt]`",
    label = "the answers of a retry would never arrive here",
    note = "rmcp's prompt router drops them; put `#[mrtr_handler]` above `#[prompt_handler] impl ServerHandler for {Self}`",
    note = "and the settings are missing if there is no `impl MrtrServer for {Self}`"
)]
pub trait ServesPrompts {
    #[doc(hidden)]
    fn mrtr_for_prompts(&self) -> &Mrtr;
}

#[diagnostic::do_not_recommend]
impl<S: HandlesRetries + MrtrServer> ServesPrompts for S {
    fn mrtr_for_prompts(&self) -> &Mrtr {
        self.mrtr()
    }
}

/// What a retry brings; for a `prompts/get` it is kept in the context's extensions.
#[derive(Clone, Default)]
pub(super) struct Retry {
    pub(super) input_responses: Option<InputResponses>,
    pub(super) request_state: Option<String>,
}

/// Keeps the retry fields that rmcp's prompt router would drop.
#[doc(hidden)]
#[must_use]
pub fn keep_retry(request: &GetPromptRequestParams, mut context: Context) -> Context {
    context.extensions.insert(Retry {
        input_responses: request.input_responses.clone(),
        request_state: request.request_state.clone(),
    });
    context
}

/// A server, with its settings where it has any: a handler says where they are missing.
#[doc(hidden)]
pub struct SettingsOf<'s, S>(pub &'s S);

impl<S> std::fmt::Debug for SettingsOf<'_, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SettingsOf").finish_non_exhaustive()
    }
}

impl<'s, S: MrtrServer> SettingsOf<'s, S> {
    /// They are there.
    #[must_use]
    pub fn settings(&self) -> Option<&'s Mrtr> {
        Some(self.0.mrtr())
    }
}

/// An inherent function wins over this one of a trait.
#[doc(hidden)]
pub trait NoSettings {
    /// There are none.
    fn settings(&self) -> Option<&'static Mrtr> {
        None
    }
}

impl<S> NoSettings for SettingsOf<'_, S> {}

const METHODS: [&str; 6] = [
    Method::CallTool.as_str(),
    Method::GetPrompt.as_str(),
    Method::ReadResource.as_str(),
    "tasks/get",
    "tasks/update",
    "tasks/cancel",
];

/// The answer to a request that rmcp could not read although its method is one of the three that
/// carry retry fields, or of those that look after a task.
#[doc(hidden)]
#[must_use]
pub fn malformed_retry(mrtr: Option<&Mrtr>, request: &CustomRequest) -> Option<ErrorData> {
    let method = METHODS.iter().find(|method| **method == request.method)?;
    let message = malformed_field(request.params.as_ref())
        .unwrap_or_else(|| texts::rmcp::invalid_params(method));
    Some(match mrtr {
        Some(mrtr) => refusal(mrtr.refuse(method, "malformed", message)),
        None => ErrorData::invalid_params(message, None),
    })
}

fn malformed_field(params: Option<&Value>) -> Option<String> {
    let field = |name| params.and_then(|params| params.get(name));
    if field("inputResponses").is_some_and(|value| !value.is_object() && !value.is_null()) {
        return Some(texts::rmcp::NOT_AN_OBJECT.to_owned());
    }
    if field("requestState").is_some_and(|value| !value.is_string() && !value.is_null()) {
        return Some(texts::rmcp::NOT_A_STRING.to_owned());
    }
    None
}

/// rmcp's own answer to a method that it does not know.
#[doc(hidden)]
#[must_use]
pub fn unknown_method(request: &CustomRequest) -> ErrorData {
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method.clone(), None)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;

    use super::*;

    fn refused(method: &str, params: Value) -> Option<String> {
        let request = CustomRequest::new(method, Some(params));
        malformed_retry(None, &request).map(|error| {
            assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
            error.message.into_owned()
        })
    }

    #[test]
    fn malformed_retry_fields_are_named() {
        for method in ["tools/call", "prompts/get", "resources/read"] {
            for value in [json!([]), json!("x"), json!(7), json!(true)] {
                let message = refused(method, json!({"inputResponses": value}));
                assert_eq!(message.unwrap(), "inputResponses is not an object");
            }
            let message = refused(method, json!({"requestState": 7}));
            assert_eq!(message.unwrap(), "requestState is not a string");
        }
    }

    #[test]
    fn other_malformed_params_are_invalid_too() {
        let message = refused("tools/call", json!({"inputResponses": null}));
        assert_eq!(message.unwrap(), "Invalid params for tools/call");
        let message = refused("tasks/get", json!({"taskId": 5}));
        assert_eq!(message.unwrap(), "Invalid params for tasks/get");
        let message = refused("tasks/update", json!({"taskId": "a", "inputResponses": []}));
        assert_eq!(message.unwrap(), "inputResponses is not an object");
    }

    #[test]
    fn other_methods_are_left_alone() {
        let params = json!({"inputResponses": 7});
        assert!(refused("acme/do", params.clone()).is_none());
        let unknown = unknown_method(&CustomRequest::new("acme/do", Some(params)));
        assert_eq!(unknown.code, ErrorCode::METHOD_NOT_FOUND);
        assert_eq!(unknown.message, "acme/do");
    }
}
