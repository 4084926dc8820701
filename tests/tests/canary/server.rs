//! A server that puts the canary wherever a handler can put something.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use mrtr_runtime::prelude::*;
use mrtr_runtime::{SampleTool, ToolUse};
use rmcp::handler::server::router::Router;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolResponse, CallToolResult, ContentBlock, GetPromptResult, InputRequiredResult,
    PromptMessage, ReadResourceRequestParams, ReadResourceResult, ResourceContents, Role,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{
    ErrorData, RoleServer, ServerHandler, prompt, prompt_handler, prompt_router, schemars, tool,
    tool_handler, tool_router,
};
use serde::Deserialize;

use crate::CANARY;

mod tours;

type Answer = Result<CallToolResult, ErrorData>;

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Song {
    title: String,
}

#[derive(Clone)]
pub(crate) struct Songs {
    mrtr: Mrtr,
    runs: Arc<AtomicU32>,
}

impl Songs {
    pub(crate) fn new(mrtr: Mrtr) -> Self {
        let runs = Arc::default();
        Self { mrtr, runs }
    }
}

impl Songs {
    /// Behind rmcp's own router, which loses what a retry of a prompt brings.
    pub(crate) fn routed(self) -> Router<Self> {
        Router::new(self).with_prompts(Self::prompt_router())
    }

    fn tools() -> ToolRouter<Self> {
        Self::tool_router() + Self::tour_tools()
    }

    fn receipt(&self, song: &Song) -> Result<Option<String>, String> {
        let looks = self.runs.fetch_add(1, Ordering::SeqCst);
        if song.title.contains("broken") && looks > 0 {
            return Err(format!("{CANARY} is down"));
        }
        Ok((looks > 2).then(|| format!("{CANARY} receipt")))
    }
}

async fn look(call: ToolUse) -> Result<String, String> {
    let input = call.input.to_string();
    if input.contains("fail") {
        return Err(format!("{CANARY} failed on {input}"));
    }
    Ok(format!("{CANARY} of {input}"))
}

fn text(text: impl Into<String>) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text.into())])
}

#[tool_router]
impl Songs {
    #[mrtr_tool]
    #[tool]
    async fn sing(&self, Parameters(song): Parameters<Song>) -> Answer {
        let take = capture!(format!("{CANARY} captured {}", song.title));
        let name = ask_elicit!(String, "Name of {take}?").await?;
        ask_confirm!(key = "sure", "Sure of {name}?").await?;
        Ok(text(name))
    }

    #[mrtr_tool(single_use)]
    #[tool]
    async fn sing_once(&self, Parameters(song): Parameters<Song>) -> Answer {
        let take = capture!(format!("{CANARY} captured {}", song.title));
        let name = ask_elicit!(String, "Name of {take}?").await?;
        Ok(text(name))
    }

    #[mrtr_tool]
    #[tool]
    async fn sing_along(&self, flow: Flow) -> Answer {
        let (picked, sample, roots) = tokio::join!(
            ask_pick!([CANARY, "b"], key = "one", "Which of {CANARY}?"),
            ask_sample!(system = CANARY, key = "sample", "Write on {CANARY}"),
            ask_roots!(key = "roots"),
        );
        let key = flow.key("send", &CANARY);
        let written = sample.text().unwrap_or_default().len();
        Ok(text(format!(
            "{} {written} {} {key}",
            picked?,
            roots.all().len()
        )))
    }

    #[mrtr_tool]
    #[tool]
    async fn panics(&self) -> Answer {
        let take = capture!(format!("{CANARY} captured"));
        let name = ask_elicit!(String, "Name?").await?;
        panic!("{CANARY} {take} {name}")
    }

    #[mrtr_tool]
    #[tool]
    async fn fails(&self) -> Result<CallToolResult, ToolError> {
        let name = ask_elicit!(String, "Name?").await?;
        Err(format!("{CANARY} {name}"))?
    }

    /// Forgets a question about what it captured, in its second round.
    #[mrtr_tool]
    #[tool]
    async fn diverges(&self) -> Answer {
        let take = capture!(format!("{CANARY} captured"));
        ask_confirm!(key = "sure", "Sure?").await?;
        let forgotten = ask_confirm!(key = "forgotten", "Sure of {take}?");
        std::hint::black_box(&forgotten);
        Ok(text(CANARY))
    }

    /// Answers with questions that no flow asked.
    #[mrtr_tool]
    #[tool]
    async fn foreign(&self) -> Result<CallToolResponse, ErrorData> {
        ask_confirm!(key = "sure", "Sure?").await?;
        Ok(InputRequiredResult::new(None, Some(CANARY.to_owned())).into())
    }

    /// Sends to a page that is done at the fourth look, whose bank fails, or whose address is refused.
    #[mrtr_tool]
    #[tool]
    async fn pays(
        &self,
        flow: Flow,
        Parameters(song): Parameters<Song>,
    ) -> Result<CallToolResult, ToolError> {
        let host = if song.title.contains("elsewhere") {
            "evil"
        } else {
            "pay"
        };
        let page = format!("https://{host}.example.com/{CANARY}?link={}", flow.link());
        let receipt = ask_url!(
            page,
            key = "page",
            until = self.receipt(&song)?,
            "Pay {}",
            song.title
        );
        Ok(text(receipt.await?))
    }

    /// Has the model call a tool that gives the canary, or fails with it.
    #[mrtr_tool]
    #[tool]
    async fn plans(&self) -> Result<CallToolResult, ToolError> {
        let tool = SampleTool::new("look", CANARY, serde_json::json!({"type": "object"}));
        let plan = ask_sample!(
            Song,
            key = "plan",
            tools = [tool],
            run = look,
            "Plan {CANARY}"
        );
        Ok(text(plan.await?.title))
    }

    /// Waits for ever after its answer.
    #[mrtr_tool]
    #[tool]
    async fn hangs(&self) -> Answer {
        let name = ask_elicit!(String, "Name?").await?;
        tracing::info!(target: "mrtr_test", "the handler waits");
        std::future::pending::<()>().await;
        Ok(text(name))
    }
}

#[prompt_router]
impl Songs {
    #[mrtr_prompt]
    #[prompt]
    async fn cover(
        &self,
        Parameters(song): Parameters<Song>,
    ) -> Result<GetPromptResult, ErrorData> {
        let name = ask_elicit!(String, "Name of {}?", song.title).await?;
        let message = PromptMessage::new_text(Role::User, name);
        Ok(GetPromptResult::new(vec![message]))
    }
}

impl MrtrServer for Songs {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

#[mrtr_handler(tasks)]
#[tool_handler(router = Self::tools())]
#[prompt_handler]
impl ServerHandler for Songs {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources()
            .enable_tasks();
        ServerConfig::new(capabilities.build())
    }

    #[mrtr_resource]
    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResult, ErrorData> {
        let name = ask_elicit!(String, "Name of {}?", request.uri).await?;
        let contents = ResourceContents::text(name, request.uri);
        Ok(ReadResourceResult::new(vec![contents]))
    }
}
