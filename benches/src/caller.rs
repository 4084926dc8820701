//! Calls a server's tools as rmcp does.

use anyhow::Context as _;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ClientCapabilities, ElicitationCapability,
    FormElicitationCapability, NumberOrString, ProtocolVersion, RequestMetaObject,
};
use rmcp::service::{Peer, RequestContext, RunningService, serve_directly};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use tokio::runtime::{Builder, Runtime};

/// A request with its context, ready to be given to a tool.
pub struct Request {
    params: CallToolRequestParams,
    context: RequestContext<RoleServer>,
}

/// Calls tools; which server's is not known here.
pub trait Calls {
    /// Puts a request together, so that this is not measured.
    fn request(&self, params: CallToolRequestParams) -> Request;

    /// Calls the tool.
    ///
    /// # Errors
    ///
    /// What the server answers with.
    fn call(&self, request: Request) -> Result<CallToolResponse, ErrorData>;
}

/// One server and what is needed to call it.
pub struct Caller<S: ServerHandler> {
    server: S,
    tools: ToolRouter<S>,
    meta: RequestMetaObject,
    peer: Peer<RoleServer>,
    runtime: Runtime,
    // Keeps the peer alive.
    _running: RunningService<RoleServer, S>,
    _client: tokio::io::DuplexStream,
}

impl<S: ServerHandler + Clone> Caller<S> {
    /// Calls these tools of this server, for a client that shows forms.
    ///
    /// # Errors
    ///
    /// When tokio cannot start.
    pub fn new(server: S, tools: ToolRouter<S>) -> anyhow::Result<Self> {
        let runtime = Builder::new_current_thread()
            .enable_time()
            .build()
            .context("tokio")?;
        let (theirs, client) = tokio::io::duplex(64);
        let entered = runtime.enter();
        let running = serve_directly(server.clone(), theirs, None);
        drop(entered);
        Ok(Self {
            server,
            tools,
            meta: meta(),
            peer: running.peer().clone(),
            runtime,
            _running: running,
            _client: client,
        })
    }
}

impl<S: ServerHandler> Calls for Caller<S> {
    fn request(&self, params: CallToolRequestParams) -> Request {
        let mut context = RequestContext::new(NumberOrString::Number(1), self.peer.clone());
        context.meta = self.meta.clone();
        Request { params, context }
    }

    fn call(&self, request: Request) -> Result<CallToolResponse, ErrorData> {
        let context = ToolCallContext::new(&self.server, request.params, request.context);
        self.runtime.block_on(self.tools.call(context))
    }
}

/// What a client of 2026-07-28 says of itself in each request.
fn meta() -> RequestMetaObject {
    let mut elicitation = ElicitationCapability::default();
    elicitation.form = Some(FormElicitationCapability::default());
    let mut capabilities = ClientCapabilities::default();
    capabilities.elicitation = Some(elicitation);
    let mut meta = RequestMetaObject::default();
    meta.set_protocol_version(ProtocolVersion::V_2026_07_28);
    meta.set_client_capabilities(capabilities);
    meta
}
