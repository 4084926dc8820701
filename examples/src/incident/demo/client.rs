//! rmcp's client, which sends each round by hand so that it can be shown.

use anyhow::bail;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ClientCapabilities, ClientConfig, Implementation,
    InputRequests, InputRequiredResult, InputResponses, ProtocolVersion,
};
use rmcp::service::{RoleClient, RunningService, ServiceError, ServiceExt as _};
use rmcp::{ClientHandler, ClientLifecycleMode, ClientServiceExt as _};
use serde_json::json;

use super::person::Person;
use super::show;
use crate::server::IncidentServer;

/// A client of protocol 2026-07-28.
pub(super) struct Client(RunningService<RoleClient, Handler>);

struct Handler(ClientCapabilities);

impl ClientHandler for Handler {
    fn get_info(&self) -> ClientConfig {
        ClientConfig::new(self.0.clone(), Implementation::new("demo", "1"))
    }
}

/// A call whose questions are open.
pub(super) struct OpenCall {
    call: CallToolRequestParams,
    requests: InputRequests,
    pub(super) state: String,
}

impl OpenCall {
    fn new(call: CallToolRequestParams, open: InputRequiredResult) -> Self {
        Self {
            call,
            requests: open.input_requests.unwrap_or_default(),
            state: open.request_state.unwrap_or_default(),
        }
    }

    pub(super) fn with_state(self, state: String) -> Self {
        Self { state, ..self }
    }

    /// The same call again, with the answers and the state.
    fn retry(self, answers: InputResponses) -> CallToolRequestParams {
        self.call
            .with_input_responses(answers)
            .with_request_state(self.state)
    }
}

impl Client {
    pub(super) async fn connect(
        server: IncidentServer,
        capabilities: ClientCapabilities,
    ) -> anyhow::Result<Self> {
        let (server_io, client_io) = tokio::io::duplex(64 * 1024);
        tokio::spawn(async move {
            if let Ok(running) = server.serve(server_io).await {
                let _ = running.waiting().await;
            }
        });
        let lifecycle = ClientLifecycleMode::Discover {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        };
        let handler = Handler(capabilities);
        Ok(Self(
            handler.serve_with_lifecycle(client_io, lifecycle).await?,
        ))
    }

    /// Calls a tool for INC-104 and lets the person answer until there is a result.
    pub(super) async fn call(&self, tool: &'static str, person: Person) -> anyhow::Result<()> {
        let call = call_of(tool);
        let mut request = call.clone();
        loop {
            show::request(&request);
            match self.0.call_tool_once(request).await {
                Ok(CallToolResponse::InputRequired(open)) => {
                    let open = OpenCall::new(call.clone(), open);
                    show::questions(&open.requests, &open.state);
                    let answers = person.answer(&open.requests).await?;
                    show::answers(&answers);
                    request = open.retry(answers);
                }
                end => return shown(end),
            }
        }
    }

    /// The first round of a call, which must ask.
    pub(super) async fn first_round(&self, tool: &'static str) -> anyhow::Result<OpenCall> {
        let call = call_of(tool);
        show::request(&call);
        match self.0.call_tool_once(call.clone()).await? {
            CallToolResponse::InputRequired(open) => {
                let open = OpenCall::new(call, open);
                show::questions(&open.requests, &open.state);
                Ok(open)
            }
            _ => bail!("{tool} asked nothing"),
        }
    }

    /// Says yes to a call whose questions are open, and shows what comes of it.
    pub(super) async fn answer(&self, open: OpenCall) -> anyhow::Result<()> {
        let answers = Person::Script.answer(&open.requests).await?;
        show::answers(&answers);
        let request = open.retry(answers);
        show::request(&request);
        shown(self.0.call_tool_once(request).await)
    }
}

fn call_of(tool: &'static str) -> CallToolRequestParams {
    let mut call = CallToolRequestParams::new(tool);
    call.arguments = json!({"incident": "INC-104"}).as_object().cloned();
    call
}

/// Shows the end of a call. An error that the server answers is one of the things to be shown.
fn shown(end: Result<CallToolResponse, ServiceError>) -> anyhow::Result<()> {
    match end {
        Ok(CallToolResponse::Complete(result)) => show::result(&result),
        Ok(_) => bail!("the answer is neither a result nor a question"),
        Err(ServiceError::McpError(error)) => show::error(&error),
        Err(error) => return Err(error.into()),
    }
    Ok(())
}
