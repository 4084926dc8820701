//! `prompts/get`.

use std::fmt;

use ::rmcp::ErrorData;
use ::rmcp::handler::server::common::FromContextPart;
use ::rmcp::handler::server::prompt::{
    IntoGetPromptResult, PromptContext, cached_arguments_from_schema,
};
use ::rmcp::model::{
    GetPromptResponse, GetPromptResult, JsonObject, PromptArgument, PromptMessage,
};
use ::rmcp::schemars::JsonSchema;

use super::Context;
use super::call::{Call, Running, Served};
use super::handler::Retry;
use super::reply::{Outcome, foreign_input_required, internal_error, settle};
use crate::__private::Function;
use crate::counters::Counter;
use crate::{Flow, Method, Mrtr, Reply, Request};

/// The one parameter of a prompt as rmcp sees it: everything of the request but the server.
///
/// rustc asks for it where a handler calls another by its name: write `part!(self.NAME_part(..)).await?` there.
#[doc(hidden)]
#[derive(Clone)]
pub struct PromptsAreCalledAsParts {
    name: String,
    arguments: Option<JsonObject>,
    context: Context,
}

impl<S> FromContextPart<PromptContext<'_, S>> for PromptsAreCalledAsParts {
    fn from_context_part(context: &mut PromptContext<'_, S>) -> Result<Self, ErrorData> {
        Ok(Self {
            name: context.name.clone(),
            arguments: context.arguments.take(),
            context: context.context.clone(),
        })
    }
}

/// Nothing of the request: `tracing::instrument` would log it.
impl fmt::Debug for PromptsAreCalledAsParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PromptCall")
    }
}

impl PromptsAreCalledAsParts {
    /// The request for the engine, without what a retry brings.
    fn request(&self) -> Request<'_> {
        Request::new(Method::GetPrompt, &self.name, self.arguments.as_ref())
    }

    /// What `#[mrtr_handler]` or [`KeepRetries`](super::KeepRetries) kept of a retry.
    fn retry(&mut self) -> Option<Retry> {
        self.context.extensions.remove()
    }

    fn into_context<S>(self, server: &S) -> PromptContext<'_, S> {
        PromptContext::new(server, self.name, self.arguments, self.context)
    }
}

/// What a prompt answers; rmcp accepts it whatever the author's types are.
#[doc(hidden)]
#[must_use]
pub struct PromptReply(Result<GetPromptResponse, ErrorData>);

/// Nothing of the reply: it may hold a `requestState`.
impl fmt::Debug for PromptReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PromptReply")
    }
}

impl IntoGetPromptResult for PromptReply {
    fn into_get_prompt_result(self) -> Result<GetPromptResponse, ErrorData> {
        self.0
    }
}

/// Serves one request for a prompt; see `serve_tool`.
#[doc(hidden)]
pub fn serve_prompt<'s, S, B>(
    served: Served<'s, S>,
    call: PromptsAreCalledAsParts,
    function: &'static Function,
    body: B,
) -> Running<'s, PromptReply>
where
    S: Send + Sync + 'static,
    B: FnMut(Flow, PromptContext<'s, S>) -> Running<'s, Output> + Send + 's,
{
    Box::pin(serve(served, call, function, Box::new(body)))
}

type Output = Result<Result<GetPromptResponse, ErrorData>, ErrorData>;

type Body<'s, S> = Box<dyn FnMut(Flow, PromptContext<'s, S>) -> Running<'s, Output> + Send + 's>;

async fn serve<'s, S: Send + Sync + 'static>(
    served: Served<'s, S>,
    mut call: PromptsAreCalledAsParts,
    function: &'static Function,
    mut body: Body<'s, S>,
) -> PromptReply {
    let Served { server, mrtr } = served;
    let kept = call.retry();
    let knows_retries = kept.is_some();
    let retry = kept.unwrap_or_default();
    let served = match Call::open(
        mrtr,
        &call.context,
        Method::GetPrompt,
        function,
        retry,
        || call.request(),
    ) {
        Ok(served) if knows_retries || served.is_live() => served,
        Ok(_) => return PromptReply(Err(lost_retries(mrtr, function))),
        Err(error) => return PromptReply(Err(error)),
    };
    let body = |flow, call: PromptsAreCalledAsParts| {
        let run = body(flow, call.into_context(server));
        async { run.await.and_then(|output| output) }
    };
    PromptReply(respond(served.serve(function, call, body).await))
}

/// Whatever is asked, its answer would never come.
fn lost_retries(mrtr: &Mrtr, function: &Function) -> ErrorData {
    let (handler, reason) = (function.name, "lost_retries");
    mrtr.count(Counter::Failed, reason);
    tracing::error!(
        handler,
        reason,
        "what a retry brings is lost on the way to this prompt: where rmcp's `Router` serves it, serve `KeepRetries::new(router)`"
    );
    internal_error()
}

fn respond(
    reply: Reply<Result<GetPromptResponse, ErrorData>>,
) -> Result<GetPromptResponse, ErrorData> {
    match settle(reply) {
        Outcome::Complete {
            value: GetPromptResponse::InputRequired(_),
            ..
        } => Err(foreign_input_required()),
        Outcome::Complete { value, .. } => Ok(value),
        Outcome::InputRequired(open) => Ok(open.into()),
        Outcome::Tool(text) => Err(ErrorData::internal_error(text, None)),
        Outcome::Rpc(error) => Err(error),
    }
}

/// A parameter of a prompt: whatever rmcp takes from a request for one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a handler marked `#[mrtr_prompt]`",
    label = "rmcp cannot take this from a request for a prompt",
    note = "take the arguments as `Parameters<T>`, where `T` has `Deserialize` and `JsonSchema`; `Flow`, `RequestContext<RoleServer>`, `Extensions` and `CancellationToken` work too"
)]
pub trait PromptParameter<'s, S: 's>: Sized {
    /// Takes it from the request.
    ///
    /// # Errors
    ///
    /// When the request does not hold it, for example because its arguments do not fit.
    fn take(context: &mut PromptContext<'s, S>) -> Result<Self, ErrorData>;
}

#[diagnostic::do_not_recommend]
impl<'s, S: 's, P> PromptParameter<'s, S> for P
where
    P: FromContextPart<PromptContext<'s, S>>,
{
    fn take(context: &mut PromptContext<'s, S>) -> Result<Self, ErrorData> {
        P::from_context_part(context)
    }
}

/// What a handler marked `#[mrtr_prompt]` may return.
#[diagnostic::on_unimplemented(
    message = "a handler marked `#[mrtr_prompt]` cannot return `{Self}`",
    label = "rmcp cannot make a prompt of this",
    note = "return `GetPromptResult`, `Vec<PromptMessage>` or a `Result` of one whose error turns into `ErrorData`, such as `ErrorData`, `Refused` or `ToolError`"
)]
pub trait PromptOutput {
    /// The prompt.
    ///
    /// # Errors
    ///
    /// The JSON-RPC error that the handler returned.
    fn into_response(self) -> Result<GetPromptResponse, ErrorData>;
}

#[diagnostic::do_not_recommend]
impl PromptOutput for GetPromptResult {
    fn into_response(self) -> Result<GetPromptResponse, ErrorData> {
        self.into_get_prompt_result()
    }
}

#[diagnostic::do_not_recommend]
impl PromptOutput for Vec<PromptMessage> {
    fn into_response(self) -> Result<GetPromptResponse, ErrorData> {
        self.into_get_prompt_result()
    }
}

#[diagnostic::do_not_recommend]
impl<T: IntoGetPromptResult, E: Into<ErrorData>> PromptOutput for Result<T, E> {
    fn into_response(self) -> Result<GetPromptResponse, ErrorData> {
        self.map_err(Into::into)?.into_get_prompt_result()
    }
}

/// What a prompt says about its arguments, of its `Parameters<T>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be described to clients",
    label = "a prompt publishes its arguments: derive `schemars::JsonSchema` for this"
)]
pub trait PromptSchema {
    #[doc(hidden)]
    fn arguments() -> Option<Vec<PromptArgument>>;
}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema + 'static> PromptSchema for T {
    fn arguments() -> Option<Vec<PromptArgument>> {
        cached_arguments_from_schema::<T>()
    }
}
