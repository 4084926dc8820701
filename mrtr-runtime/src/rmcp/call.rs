//! One request of rmcp on its way into the engine.

use std::pin::Pin;

use ::rmcp::ErrorData;
use ::rmcp::model::{ErrorCode, InitializeRequestParams, InputResponses, ProtocolVersion};
use ::rmcp::service::{Peer, RoleServer};

use super::handler::Retry;
use super::kept::{Response, keep};
use super::legacy::LiveDialog;
use super::reply::rpc_error;
use super::{Context, capability};
use crate::__private::{Function, TaskStart};
use crate::counters::Counter;
use crate::replay::random_id;
use crate::{Failure, Flow, Legacy, Method, Mrtr, Principal, Reply, Request, RpcError, texts};

/// A server with the [`Mrtr`] that serves its handlers.
///
/// The bounds on a server stand on the calls that make this, and nowhere else: one that is not met
/// is then one error, on the name of the handler.
#[doc(hidden)]
pub struct Served<'s, S> {
    pub(super) server: &'s S,
    pub(super) mrtr: &'s Mrtr,
}

/// A server with its settings.
#[doc(hidden)]
#[must_use]
pub fn served<'s, S>(server: &'s S, mrtr: &'s Mrtr) -> Served<'s, S> {
    Served { server, mrtr }
}

/// A future of the adapter, without the type that makes it: the engine is compiled once for a server,
/// not for each of its handlers.
pub(super) type Running<'s, T> = Pin<Box<dyn Future<Output = T> + Send + 's>>;

/// A request that may be served: who sent it is known, and how its questions travel.
pub(super) struct Call<'m> {
    mrtr: &'m Mrtr,
    request: Request<'static>,
    /// For clients that are older than MRTR; the others get `input_required`.
    dialog: Option<LiveDialog>,
    /// Whether such a client has no session in which it could be asked.
    has_no_session: bool,
}

impl<'m> Call<'m> {
    /// Fails closed: a request without an identity is not served.
    ///
    /// What is cheap to see comes first: the hook, and the digest of the arguments, may take their time.
    pub(super) fn open<'r>(
        mrtr: &'m Mrtr,
        context: &Context,
        method: Method,
        function: &Function,
        retry: Retry,
        request: impl FnOnce() -> Request<'r>,
    ) -> Result<Self, ErrorData> {
        let dialog = dialog(mrtr, context)?;
        let answers = answers(retry.input_responses);
        let token = retry.request_state;
        if dialog.is_none() {
            let (answers, token) = (answers.as_ref(), token.as_deref());
            mrtr.check_brought(method, answers, token, function.unsolicited)
                .map_err(refusal)?;
        }
        let principal = identify(mrtr, context, token.is_some())?;
        let request = request()
            .brought(answers, token)
            .principal(principal)
            .capabilities(capability::declared(context))
            .cancelled(context.ct.clone().cancelled_owned());
        Ok(Self {
            mrtr,
            request,
            has_no_session: dialog.is_some() && capability::has_no_session(context),
            dialog,
        })
    }

    /// Whether the questions travel as requests of the server, so that there is no retry.
    pub(super) fn is_live(&self) -> bool {
        self.dialog.is_some()
    }

    /// The same for a handler that can become a task, where the server has `declared` tasks.
    pub(super) fn open_for_tasks<'r>(
        mrtr: &'m Mrtr,
        context: &Context,
        function: &Function,
        retry: Retry,
        declared: impl FnOnce() -> bool,
        request: impl FnOnce() -> Request<'r>,
    ) -> Result<Self, ErrorData> {
        let mut call = Self::open(mrtr, context, Method::CallTool, function, retry, request)?;
        // What old clients knew as tasks was something else.
        let is_known = call.dialog.is_none() && capability::has_tasks(context);
        call.request.capabilities.tasks = is_known && declared();
        Ok(call)
    }

    /// Runs the handler: one round of it, or all of them in this request for an old client.
    ///
    /// `parts` is what the handler's parameters are taken from, anew in each replay.
    pub(super) async fn serve<P, B, F, T>(
        self,
        function: &'static Function,
        parts: P,
        mut body: B,
    ) -> Reply<Result<T, ErrorData>>
    where
        P: Clone,
        B: FnMut(Flow, P) -> F,
        F: Future<Output = Result<T, ErrorData>>,
        T: Response,
    {
        let Some(dialog) = self.dialog else {
            let body = move |flow| body(flow, parts);
            let serving = self.mrtr.serve_kept(self.request, function, keep(), body);
            return serving.await;
        };
        let body = move |flow| body(flow, parts.clone());
        let mrtr = self.mrtr;
        let reply = mrtr.serve_live(self.request, function, &dialog, body).await;
        if self.has_no_session && lacks_capabilities(&reply) {
            warn_of_no_session(function);
        }
        reply
    }
}

fn lacks_capabilities<T>(reply: &Reply<T>) -> bool {
    matches!(reply, Reply::Failed(Failure::Rpc(error)) if error.code == RpcError::MISSING_CAPABILITY)
}

fn warn_of_no_session(function: &Function) {
    let (handler, reason) = (function.name, "no_session");
    tracing::warn!(
        handler,
        reason,
        "a client older than 2026-07-28 cannot be asked without a session: give rmcp's HTTP service a session manager, and `legacy_session_mode`"
    );
}

impl Call<'_> {
    /// As [`Call::serve`]; `launch` makes a task of a flow that becomes one.
    pub(super) async fn serve_task<P, B, F, T, L>(
        self,
        function: &'static Function,
        parts: P,
        launch: L,
        mut body: B,
    ) -> Reply<Result<T, ErrorData>>
    where
        P: Clone,
        B: FnMut(Flow, P) -> F,
        F: Future<Output = Result<T, ErrorData>>,
        L: FnMut(TaskStart) -> Result<T, ErrorData> + Send,
        T: Response,
    {
        if self.dialog.is_some() {
            return self.serve(function, parts, body).await;
        }
        let body = move |flow| body(flow, parts);
        self.mrtr
            .serve_task(self.request, function, keep(), launch, body)
            .await
    }
}

/// MCP 2026-07-28 has its version in each request. A request without one is an old client's, which must never get
/// `input_required`, whatever version a handshake of its connection asked for.
fn dialog(mrtr: &Mrtr, context: &Context) -> Result<Option<LiveDialog>, ErrorData> {
    if context
        .meta
        .protocol_version()
        .is_some_and(|v| has_mrtr(&v))
    {
        return Ok(None);
    }
    match mrtr.legacy() {
        Legacy::Live => {
            let id = random_id(mrtr).map_err(refusal)?;
            put_right(&context.peer);
            Ok(Some(LiveDialog::new(context, id)))
        }
        Legacy::Refuse => {
            let reason = "old_client";
            tracing::debug!(reason, "request refused");
            mrtr.count(Counter::Failed, reason);
            Err(ErrorData::new(
                ErrorCode::INVALID_REQUEST,
                texts::rmcp::OLD_CLIENT,
                None,
            ))
        }
    }
}

/// A handshake agrees on no version with MRTR; but rmcp 3.11 takes a second one on a connection for agreed on what it
/// asked for, and then sends the client no questions.
fn put_right(peer: &Peer<RoleServer>) {
    if let Some(info) = peer.peer_info()
        && has_mrtr(&info.protocol_version)
    {
        let mut info = InitializeRequestParams::clone(&info);
        info.protocol_version = ProtocolVersion::LATEST_WITH_INITIALIZE;
        peer.set_peer_info(info);
    }
}

/// Versions are dates, so they compare as text.
fn has_mrtr(version: &ProtocolVersion) -> bool {
    version.as_str() >= ProtocolVersion::V_2026_07_28.as_str()
}

fn identify(mrtr: &Mrtr, context: &Context, is_retry: bool) -> Result<Principal, ErrorData> {
    let principal = if is_retry {
        mrtr.identify_again(context)
    } else {
        mrtr.identify(context)
    };
    principal.map_err(refusal)
}

/// Of a request that is not served.
pub(super) fn refusal(failure: Failure) -> ErrorData {
    match failure {
        Failure::Rpc(error) => rpc_error(error),
        Failure::Tool(text) => ErrorData::internal_error(text, None),
    }
}

/// The answers of a retry as the engine takes them.
fn answers(
    responses: Option<InputResponses>,
) -> Option<serde_json::Map<String, serde_json::Value>> {
    responses.map(|responses| responses.into_iter().collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn version(text: &str) -> ProtocolVersion {
        serde_json::from_value(text.into()).unwrap()
    }

    #[test]
    fn mrtr_begins_with_2026_07_28() {
        assert!(!has_mrtr(&version("2025-11-25")));
        assert!(!has_mrtr(&version("2024-11-05")));
        assert!(has_mrtr(&version("2026-07-28")));
        assert!(has_mrtr(&version("2027-01-01")));
    }
}
