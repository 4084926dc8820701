//! `tools/call`.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use ::rmcp::ErrorData;
use ::rmcp::handler::server::common::{FromContextPart, schema_for_input, schema_for_type};
use ::rmcp::handler::server::tool::{IntoCallToolResult, ToolCallContext, schema_for_output};
use ::rmcp::model::{CallToolRequestParams, CallToolResponse, InputResponses, JsonObject};
use ::rmcp::schemars::JsonSchema;

use super::Context;
use super::call::{Call, Running, Served};
use super::error::tool_failure;
use super::handler::Retry;
use super::reply::{Outcome, foreign_input_required, settle};
use crate::__private::Function;
use crate::{Flow, Method, Reply, Request};

/// The one parameter of a handler as rmcp sees it: everything of the call but the server.
///
/// The author's own parameters are taken from it later, in each replay.
///
/// rustc asks for it where a handler calls another by its name: write `part!(self.NAME_part(..)).await?` there.
#[doc(hidden)]
#[derive(Clone)]
pub struct ToolsAreCalledAsParts {
    name: Cow<'static, str>,
    arguments: Option<JsonObject>,
    input_responses: Option<InputResponses>,
    request_state: Option<String>,
    context: Context,
}

impl<S> FromContextPart<ToolCallContext<'_, S>> for ToolsAreCalledAsParts {
    fn from_context_part(context: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        Ok(Self {
            name: context.name.clone(),
            arguments: context.arguments.take(),
            input_responses: context.input_responses.take(),
            request_state: context.request_state.take(),
            context: context.request_context.clone(),
        })
    }
}

/// Nothing of the call: `tracing::instrument` would log it.
impl fmt::Debug for ToolsAreCalledAsParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ToolCall")
    }
}

impl ToolsAreCalledAsParts {
    /// The retry fields, which the engine alone reads.
    pub(super) const fn retry(&mut self) -> Retry {
        Retry {
            input_responses: self.input_responses.take(),
            request_state: self.request_state.take(),
        }
    }

    /// The request for the engine, without them.
    pub(super) fn request(&self) -> Request<'_> {
        let arguments = self.arguments.as_ref();
        Request::new(Method::CallTool, self.name.as_ref(), arguments)
    }

    /// The same call for a task, which outlives its request: nobody listens to the request's progress and logs any more.
    pub(super) fn for_task(mut self) -> Self {
        for asked_for in ["progressToken", "io.modelcontextprotocol/logLevel"] {
            self.context.meta.remove(asked_for);
        }
        self
    }

    pub(super) const fn context(&self) -> &Context {
        &self.context
    }

    pub(super) fn into_context<S>(self, server: &S) -> ToolCallContext<'_, S> {
        let mut params = CallToolRequestParams::new(self.name);
        params.arguments = self.arguments;
        ToolCallContext::new(server, params, self.context)
    }
}

/// What a tool answers; rmcp accepts it whatever the author's types are.
#[doc(hidden)]
#[must_use]
pub struct ToolReply(pub(super) Result<CallToolResponse, ErrorData>);

/// Nothing of the reply: it may hold a `requestState`.
impl fmt::Debug for ToolReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ToolReply")
    }
}

impl IntoCallToolResult for ToolReply {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        self.0
    }
}

/// Serves one call of a tool. `body` takes the author's parameters from the context and runs the
/// author's statements; the outer error is one of the parameters, the inner one the author's.
#[doc(hidden)]
pub fn serve_tool<'s, S, B>(
    served: Served<'s, S>,
    call: ToolsAreCalledAsParts,
    function: &'static Function,
    body: B,
) -> Running<'s, ToolReply>
where
    S: Send + Sync + 'static,
    B: FnMut(Flow, ToolCallContext<'s, S>) -> Running<'s, Output> + Send + 's,
{
    Box::pin(serve(served, call, function, Box::new(body)))
}

pub(super) type Output = Result<Result<CallToolResponse, ErrorData>, ErrorData>;

type Body<'s, S> = Box<dyn FnMut(Flow, ToolCallContext<'s, S>) -> Running<'s, Output> + Send + 's>;

async fn serve<'s, S: Send + Sync + 'static>(
    served: Served<'s, S>,
    mut call: ToolsAreCalledAsParts,
    function: &'static Function,
    mut body: Body<'s, S>,
) -> ToolReply {
    let retry = call.retry();
    let Served { server, mrtr } = served;
    let served = match Call::open(
        mrtr,
        &call.context,
        Method::CallTool,
        function,
        retry,
        || call.request(),
    ) {
        Ok(served) => served,
        Err(error) => return ToolReply(Err(error)),
    };
    let body = |flow, call: ToolsAreCalledAsParts| {
        let run = body(flow, call.into_context(server));
        async { run.await.and_then(|output| output) }
    };
    ToolReply(respond(served.serve(function, call, body).await))
}

pub(super) fn respond(
    reply: Reply<Result<CallToolResponse, ErrorData>>,
) -> Result<CallToolResponse, ErrorData> {
    match settle(reply) {
        Outcome::Complete {
            value: CallToolResponse::InputRequired(_),
            ..
        } => Err(foreign_input_required()),
        Outcome::Complete { value, .. } => Ok(value),
        Outcome::InputRequired(open) => Ok(open.into()),
        Outcome::Tool(text) => Ok(tool_failure(text)),
        Outcome::Rpc(error) => Err(error),
    }
}

/// A parameter of a handler: whatever rmcp takes from a tool call.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a handler marked `#[mrtr_tool]`",
    label = "rmcp cannot take this from a tool call",
    note = "take the arguments as `Parameters<T>`, where `T` has `Deserialize` and `JsonSchema`; `Flow`, `RequestContext<RoleServer>`, `Extensions` and `CancellationToken` work too"
)]
pub trait ToolParameter<'s, S: 's>: Sized {
    /// Takes it from the call.
    ///
    /// # Errors
    ///
    /// When the call does not hold it, for example because its arguments do not fit.
    fn take(context: &mut ToolCallContext<'s, S>) -> Result<Self, ErrorData>;
}

#[diagnostic::do_not_recommend]
impl<'s, S: 's, P> ToolParameter<'s, S> for P
where
    P: FromContextPart<ToolCallContext<'s, S>>,
{
    fn take(context: &mut ToolCallContext<'s, S>) -> Result<Self, ErrorData> {
        P::from_context_part(context)
    }
}

/// What a handler marked `#[mrtr_tool]` may return: whatever rmcp makes a tool result of.
#[diagnostic::on_unimplemented(
    message = "a handler marked `#[mrtr_tool]` cannot return `{Self}`",
    label = "rmcp cannot make a tool result of this",
    note = "return `Result<CallToolResult, ErrorData>`, or a `String`, a `ContentBlock` or `Json<T>`; for errors of any kind, `Result<_, mrtr_runtime::rmcp::ToolError>` is made by `?` from whatever displays"
)]
pub trait ToolOutput {
    /// The tool result.
    ///
    /// # Errors
    ///
    /// The JSON-RPC error that the handler returned.
    fn into_response(self) -> Result<CallToolResponse, ErrorData>;
}

#[diagnostic::do_not_recommend]
impl<T: IntoCallToolResult> ToolOutput for T {
    fn into_response(self) -> Result<CallToolResponse, ErrorData> {
        self.into_call_tool_result()
    }
}

/// What a tool says about its arguments (of its `Parameters<T>`) and its output (of its `Json<T>`).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be described to clients",
    label = "a tool publishes a schema of this: derive `schemars::JsonSchema` for it"
)]
pub trait ToolSchema {
    #[doc(hidden)]
    fn input_schema() -> Arc<JsonObject>;
    #[doc(hidden)]
    fn output_schema() -> Arc<JsonObject>;
}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema + 'static> ToolSchema for T {
    fn input_schema() -> Arc<JsonObject> {
        schema_for_input::<T>().unwrap_or_else(|error| {
            let arguments = std::any::type_name::<T>();
            tracing::error!(
                arguments,
                error,
                "the arguments of a tool must be an object"
            );
            schema_for_type::<T>()
        })
    }

    fn output_schema() -> Arc<JsonObject> {
        schema_for_output::<T>()
    }
}

#[cfg(test)]
mod tests {
    use ::rmcp::model::InputRequiredResult;

    use super::*;

    #[test]
    fn a_reply_prints_no_state() {
        let open = InputRequiredResult::new(None, Some("m1.k.x".to_owned()));
        assert_eq!(format!("{:?}", ToolReply(Ok(open.into()))), "ToolReply");
    }
}
