//! `resources/read`.

use ::rmcp::ErrorData;
use ::rmcp::model::{
    CacheScope, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
};

use super::Context;
use super::call::{Call, Running, Served};
use super::handler::Retry;
use super::reply::{Outcome, foreign_input_required, settle};
use crate::__private::Function;
use crate::{Flow, Method, Mrtr, Reply, Request};

/// Serves one read of a resource. `body` runs the author's statements on the request, which no
/// longer holds the retry fields, and the context.
#[doc(hidden)]
pub fn serve_resource<'s, S, B>(
    served: Served<'s, S>,
    params: ReadResourceRequestParams,
    context: Context,
    function: &'static Function,
    body: B,
) -> Running<'s, Output>
where
    S: Send + Sync + 'static,
    B: FnMut(Flow, ReadResourceRequestParams, Context) -> Running<'s, Output> + Send + 's,
{
    Box::pin(serve(
        served.mrtr,
        params,
        context,
        function,
        Box::new(body),
    ))
}

type Output = Result<ReadResourceResponse, ErrorData>;

type Body<'s> =
    Box<dyn FnMut(Flow, ReadResourceRequestParams, Context) -> Running<'s, Output> + Send + 's>;

async fn serve(
    mrtr: &Mrtr,
    mut params: ReadResourceRequestParams,
    context: Context,
    function: &'static Function,
    mut body: Body<'_>,
) -> Output {
    let retry = retry(&mut params);
    let method = Method::ReadResource;
    let request = || Request::new(method, &params.uri, None);
    let served = Call::open(mrtr, &context, method, function, retry, request)?;
    let body = |flow, (params, context)| body(flow, params, context);
    respond(served.serve(function, (params, context), body).await)
}

fn retry(params: &mut ReadResourceRequestParams) -> Retry {
    Retry {
        input_responses: params.input_responses.take(),
        request_state: params.request_state.take(),
    }
}

fn respond(
    reply: Reply<Result<ReadResourceResponse, ErrorData>>,
) -> Result<ReadResourceResponse, ErrorData> {
    match settle(reply) {
        Outcome::Complete { value, retried } => complete(value, retried),
        Outcome::InputRequired(open) => Ok(open.into()),
        Outcome::Tool(text) => Err(ErrorData::internal_error(text, None)),
        Outcome::Rpc(error) => Err(error),
    }
}

/// What came of somebody's answers is nobody else's, and not to be served again.
fn complete(
    response: ReadResourceResponse,
    retried: bool,
) -> Result<ReadResourceResponse, ErrorData> {
    match response {
        ReadResourceResponse::InputRequired(_) => Err(foreign_input_required()),
        ReadResourceResponse::Complete(mut result) if retried => {
            result.ttl_ms = Some(0);
            result.cache_scope = Some(CacheScope::Private);
            Ok(result.into())
        }
        response => Ok(response),
    }
}

/// What a `read_resource` marked `#[mrtr_resource]` may return.
#[diagnostic::on_unimplemented(
    message = "a `read_resource` marked `#[mrtr_resource]` cannot return `{Self}`",
    label = "not the contents of a resource",
    note = "return `Result<ReadResourceResult, ErrorData>`; the error may be anything that turns into `ErrorData`, such as `Refused` or `ToolError`"
)]
pub trait ResourceOutput {
    /// The contents.
    ///
    /// # Errors
    ///
    /// The JSON-RPC error that the handler returned.
    fn into_response(self) -> Result<ReadResourceResponse, ErrorData>;
}

#[diagnostic::do_not_recommend]
impl ResourceOutput for ReadResourceResult {
    fn into_response(self) -> Result<ReadResourceResponse, ErrorData> {
        Ok(self.into())
    }
}

#[diagnostic::do_not_recommend]
impl<T: Into<ReadResourceResponse>, E: Into<ErrorData>> ResourceOutput for Result<T, E> {
    fn into_response(self) -> Result<ReadResourceResponse, ErrorData> {
        self.map(Into::into).map_err(Into::into)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]

    use super::*;

    fn cacheable() -> ReadResourceResponse {
        ReadResourceResult::new(Vec::new())
            .with_ttl_ms(60_000)
            .with_cache_scope(CacheScope::Public)
            .into()
    }

    fn hints(retried: bool) -> (Option<u64>, Option<CacheScope>) {
        let value = Ok(cacheable());
        match respond(Reply::Complete { value, retried }).unwrap() {
            ReadResourceResponse::Complete(result) => (result.ttl_ms, result.cache_scope),
            response => panic!("{response:?}"),
        }
    }

    #[test]
    fn a_result_of_a_retry_is_not_cached() {
        assert_eq!(hints(true), (Some(0), Some(CacheScope::Private)));
    }

    #[test]
    fn a_result_without_answers_keeps_the_authors_hints() {
        assert_eq!(hints(false), (Some(60_000), Some(CacheScope::Public)));
    }

    #[test]
    fn the_author_does_not_see_the_retry_fields() {
        let mut params = ReadResourceRequestParams::new("incident://INC-104/report")
            .with_request_state("m1.k.x");
        let _retry = retry(&mut params);
        assert!(params.request_state.is_none());
    }
}
