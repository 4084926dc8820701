//! What the tools have in common: their state, their questions and the answers to them.

use std::sync::Arc;
use std::time::Duration;

use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use rmcp::model::{
    CallToolResponse, CallToolResult, ContentBlock, ElicitRequest, ElicitRequestParams,
    ElicitResult, ElicitationAction, ElicitationSchema, ErrorCode, InputRequest, InputRequests,
    InputRequiredResult, InputResponses, RequestStateCodec, RequestStateError, SealOptions,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// How long a client may take for one round.
const TTL: Duration = Duration::from_secs(10 * 60);

/// The key that signs states; shared by all clones of the server.
#[derive(Debug, Clone)]
pub struct Signing(Arc<RequestStateCodec>);

impl Signing {
    /// Signs with this key, of 32 bytes or more.
    ///
    /// # Errors
    ///
    /// When it is shorter.
    pub fn new(key: &[u8]) -> Result<Self, RequestStateError> {
        RequestStateCodec::try_new(key).map(|codec| Self(Arc::new(codec)))
    }

    /// The state that came back, if it was made for this caller and call.
    pub(super) fn open<T: DeserializeOwned>(
        &self,
        state: &str,
        bound: &[u8],
    ) -> Result<T, ErrorData> {
        self.0.open_json_with(state, bound).map_err(|error| {
            tracing::debug!(%error, "requestState refused");
            ErrorData::invalid_params("Invalid or expired requestState", None)
        })
    }

    /// Asks one question; `progress` comes back with its answer.
    pub(super) fn ask(
        &self,
        bound: &[u8],
        progress: &impl Serialize,
        (key, question): (&str, ElicitRequestParams),
    ) -> Result<CallToolResponse, ErrorData> {
        let options = SealOptions::new().associated_data(bound).ttl(TTL);
        let state = self.0.seal_json_with(progress, &options).map_err(|error| {
            tracing::error!(%error, "no requestState");
            ErrorData::internal_error("Internal error", None)
        })?;
        let request = InputRequest::Elicitation(ElicitRequest::new(question));
        let requests = InputRequests::from([(key.to_owned(), request)]);
        Ok(InputRequiredResult::new(Some(requests), Some(state)).into())
    }
}

/// A question with a form of one field.
pub(super) fn question(message: String, schema: ElicitationSchema) -> ElicitRequestParams {
    ElicitRequestParams::FormElicitationParams {
        meta: None,
        message,
        requested_schema: schema,
    }
}

/// What came for a question.
pub(super) enum Answer<T> {
    Given(T),
    /// Nothing, or what does not fit the form: it is asked again.
    Unfit,
    Refused,
}

pub(super) fn answer<T: DeserializeOwned>(
    responses: &mut InputResponses,
    key: &str,
) -> Result<Answer<T>, ErrorData> {
    let Some(response) = responses.remove(key) else {
        return Ok(Answer::Unfit);
    };
    let result: ElicitResult = serde_json::from_value(response).map_err(|_| {
        ErrorData::invalid_params(format!("the response for {key} is no ElicitResult"), None)
    })?;
    Ok(match (result.action, result.content) {
        (ElicitationAction::Accept, Some(content)) => {
            serde_json::from_value(content).map_or(Answer::Unfit, Answer::Given)
        }
        (ElicitationAction::Accept, None) => Answer::Unfit,
        _ => Answer::Refused,
    })
}

/// A client that cannot show forms would never answer.
pub(super) fn check_forms(context: &RequestContext<RoleServer>) -> Result<(), ErrorData> {
    let elicitation = context
        .client_capabilities()
        .and_then(|client| client.elicitation);
    if elicitation
        .is_some_and(|elicitation| elicitation.form.is_some() || elicitation.url.is_none())
    {
        return Ok(());
    }
    let required = serde_json::json!({"requiredCapabilities": {"elicitation": {"form": {}}}});
    let code = ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY;
    Err(ErrorData::new(
        code,
        "Missing required client capability",
        Some(required),
    ))
}

/// What a state is bound to: who calls, and what. Lengths keep one part from running into the next.
pub(super) fn bound_to(
    context: &RequestContext<RoleServer>,
    tool: &str,
    arguments: &[&str],
) -> Result<Vec<u8>, ErrorData> {
    let caller = caller(context)?;
    let mut bound = Vec::new();
    for part in ["tools/call", caller, tool].iter().chain(arguments) {
        bound.extend_from_slice(&part.len().to_be_bytes());
        bound.extend_from_slice(part.as_bytes());
    }
    Ok(bound)
}

/// The subject of `Authorization: Bearer SUBJECT.ANYTHING`, as in the other examples. Without HTTP there is but one.
fn caller(context: &RequestContext<RoleServer>) -> Result<&str, ErrorData> {
    let Some(request) = context.extensions.get::<Parts>() else {
        return Ok("local");
    };
    let Some(credential) = request.headers.get(AUTHORIZATION) else {
        return Ok("");
    };
    let subject = || {
        credential
            .to_str()
            .ok()?
            .strip_prefix("Bearer ")?
            .split_once('.')
    };
    let unknown = || ErrorData::invalid_request("the caller is not known", None);
    subject().map(|(subject, _)| subject).ok_or_else(unknown)
}

pub(super) fn text(text: String) -> CallToolResponse {
    CallToolResult::success(vec![ContentBlock::text(text)]).into()
}

pub(super) fn refused(key: &str) -> CallToolResponse {
    CallToolResult::error(vec![ContentBlock::text(format!(
        "The user declined `{key}`."
    ))])
    .into()
}
