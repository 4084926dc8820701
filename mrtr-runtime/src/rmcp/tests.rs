//! The shells that the macros write, in rmcp's own routers.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ::rmcp::handler::server::wrapper::Parameters;
use ::rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ContentBlock, ErrorCode,
    GetPromptRequestParams, GetPromptResponse, PromptMessage, ProtocolVersion, Role,
    ServerCapabilities, ServerConfig,
};
use ::rmcp::service::{RoleClient, RunningService, ServiceError, ServiceExt as _};
use ::rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt as _, ErrorData, Json, ServerHandler,
    prompt, prompt_router, schemars, tool, tool_router,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::*;
use crate::__private::{Function, FunctionParts};
use crate::{Keys, Legacy, Mrtr, MrtrServer, Refused};

fn function() -> &'static Function {
    static FUNCTION: std::sync::OnceLock<Function> = std::sync::OnceLock::new();
    FUNCTION.get_or_init(|| {
        Function::new(FunctionParts {
            name: "test",
            version: 1,
            accept: &[],
            single_use: false,
            unsolicited: false,
            preflight: true,
            ttl: None,
            max_requests: None,
            file: file!(),
            sites: Vec::new(),
        })
    })
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Close {
    /// The incident to close
    incident: String,
}

#[derive(Serialize, schemars::JsonSchema)]
struct Closed {
    incident: String,
}

#[derive(Clone)]
struct Server {
    mrtr: Mrtr,
    runs: Arc<AtomicUsize>,
}

impl MrtrServer for Server {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

impl Server {
    async fn close_part(
        &self,
        Parameters(close): Parameters<Close>,
    ) -> Result<Json<Closed>, ErrorData> {
        self.runs.fetch_add(1, Ordering::SeqCst);
        if close.incident == "INC-0" {
            Err(Refused::declined("sure"))?;
        }
        Ok(Json(Closed {
            incident: close.incident,
        }))
    }
}

#[tool_router]
impl Server {
    /// Close an incident.
    #[tool(
        input_schema = <Parameters<Close> as ToolSchema>::input_schema(),
        output_schema = <Closed as ToolSchema>::output_schema()
    )]
    async fn close(&self, call: ToolsAreCalledAsParts) -> ToolReply {
        serve_tool(
            served(self, self.mrtr()),
            call,
            function(),
            |_flow, mut context| {
                Box::pin(async move {
                    let close = <Parameters<Close> as ToolParameter<_>>::take(&mut context)?;
                    let output = self.close_part(close).await;
                    if let Some(refusal) = Output(&output).refusal() {
                        return Err(refusal);
                    }
                    Ok(ToolOutput::into_response(output))
                })
            },
        )
        .await
    }
}

#[prompt_router]
impl Server {
    /// A report.
    #[prompt(arguments = <Parameters<Close> as PromptSchema>::arguments())]
    async fn report(&self, call: PromptsAreCalledAsParts) -> PromptReply {
        serve_prompt(
            served(self, self.mrtr()),
            call,
            function(),
            |_flow, mut context| {
                Box::pin(async move {
                    let Parameters(close) =
                        <Parameters<Close> as PromptParameter<_>>::take(&mut context)?;
                    let retry = context.context.extensions.get::<handler::Retry>().is_some();
                    assert!(!retry, "the engine alone reads the retry fields");
                    let message = PromptMessage::new_text(Role::User, close.incident);
                    Ok(PromptOutput::into_response(vec![message]))
                })
            },
        )
        .await
    }
}

impl HandlesRetries for Server {}

#[::rmcp::tool_handler]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts();
        ServerConfig::new(capabilities.build())
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        let context = keep_retry(&request, context);
        let context = ::rmcp::handler::server::prompt::PromptContext::new(
            self,
            request.name,
            request.arguments,
            context,
        );
        Self::prompt_router().get_prompt(context).await
    }
}

#[derive(Default, Clone)]
struct Client;

impl ClientHandler for Client {
    fn get_info(&self) -> ::rmcp::model::ClientConfig {
        ::rmcp::model::ClientConfig::new(
            ClientCapabilities::default(),
            ::rmcp::model::Implementation::new("test", "1"),
        )
    }
}

async fn connect(server: Server, modern: bool) -> RunningService<RoleClient, Client> {
    let (server_io, client_io) = tokio::io::duplex(4096);
    tokio::spawn(async move { server.serve(server_io).await.unwrap().waiting().await });
    if !modern {
        return Client.serve(client_io).await.unwrap();
    }
    let lifecycle = ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    };
    Client
        .serve_with_lifecycle(client_io, lifecycle)
        .await
        .unwrap()
}

fn server(legacy: Legacy) -> Server {
    let keys = Keys::new([[7; 32]]).unwrap();
    let builder = Mrtr::builder().keys(keys).audience("test").single_user();
    Server {
        mrtr: builder.legacy(legacy).build().unwrap(),
        runs: Arc::default(),
    }
}

fn close(incident: &str) -> CallToolRequestParams {
    let arguments = json!({"incident": incident});
    CallToolRequestParams::new("close").with_arguments(arguments.as_object().unwrap().clone())
}

fn text(result: &CallToolResult) -> &str {
    match result.content.first() {
        Some(ContentBlock::Text(text)) => &text.text,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_tool_keeps_its_description_and_its_schemas() {
    let client = connect(server(Legacy::Live), true).await;
    let tool = client.list_all_tools().await.unwrap().remove(0);
    assert_eq!(tool.description.as_deref(), Some("Close an incident."));
    assert_eq!(
        tool.input_schema["properties"]["incident"]["description"],
        "The incident to close"
    );
    assert!(tool.output_schema.is_some());
}

#[tokio::test]
async fn a_modern_client_is_served_one_round() {
    let server = server(Legacy::Refuse);
    let client = connect(server.clone(), true).await;
    let result = client.call_tool(close("INC-104")).await.unwrap();
    assert_eq!(
        result.structured_content,
        Some(json!({"incident": "INC-104"}))
    );
    assert_eq!(server.runs.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_refusal_that_the_handler_passes_on_is_a_tool_result() {
    let client = connect(server(Legacy::Live), true).await;
    let result = client.call_tool(close("INC-0")).await.unwrap();
    assert_eq!(result.is_error, Some(true));
    assert_eq!(text(&result), "The user declined `sure`.");
    assert_eq!(serde_json::to_value(&result).unwrap().get("data"), None);
}

#[tokio::test]
async fn an_old_client_is_refused_where_the_server_says_so() {
    let server = server(Legacy::Refuse);
    let client = connect(server.clone(), false).await;
    let error = client.call_tool(close("INC-104")).await.unwrap_err();
    let ServiceError::McpError(error) = error else {
        panic!("{error:?}")
    };
    assert_eq!(error.code, ErrorCode::INVALID_REQUEST);
    assert_eq!(server.runs.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn arguments_that_do_not_fit_are_told_to_the_model() {
    let client = connect(server(Legacy::Live), true).await;
    let result = client
        .call_tool(CallToolRequestParams::new("close"))
        .await
        .unwrap();
    assert_eq!(result.is_error, Some(true));
    assert!(text(&result).contains("incident"), "{}", text(&result));
}

#[tokio::test]
async fn a_prompt_is_served_with_its_arguments() {
    let client = connect(server(Legacy::Live), true).await;
    let prompt = Server::prompt_router().list_all().remove(0);
    assert_eq!(prompt.arguments.unwrap()[0].name, "incident");
    let arguments = json!({"incident": "INC-104"});
    let request = GetPromptRequestParams::new("report")
        .with_arguments(arguments.as_object().unwrap().clone());
    let result = client.get_prompt(request).await.unwrap();
    let messages: Value = serde_json::to_value(result.messages).unwrap();
    assert_eq!(messages[0]["content"]["text"], "INC-104");
}
