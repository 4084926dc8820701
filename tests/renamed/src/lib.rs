//! A server that has renamed `mrtr-runtime`: all its attributes and derives say where it is.
#![forbid(unsafe_code)]
#![allow(missing_docs)]

use mrtr::prelude::*;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolResult, ContentBlock, GetPromptResult, PromptMessage, ReadResourceRequestParams,
    ReadResourceResult, ResourceContents, Role, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{
    ErrorData, RoleServer, ServerHandler, prompt, prompt_handler, prompt_router, schemars, tool,
    tool_handler, tool_router,
};
use serde::Deserialize;

#[derive(Clone)]
pub struct Bakery {
    mrtr: Mrtr,
}

impl Bakery {
    pub fn new(mrtr: Mrtr) -> Self {
        Self { mrtr }
    }
}

impl MrtrServer for Bakery {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Cake {
    kind: String,
}

#[derive(Elicit)]
#[elicit(crate = mrtr)]
struct Wishes {
    /// Size of the cake
    size: Size,
    #[elicit(max_length = 20)]
    writing: Option<String>,
}

#[derive(Choice)]
#[choice(crate = mrtr)]
enum Size {
    Small,
    Large,
}

#[tool_router]
impl Bakery {
    /// Bake a cake.
    #[mrtr_tool(crate = mrtr)]
    #[tool]
    async fn bake(
        &self,
        Parameters(Cake { kind }): Parameters<Cake>,
    ) -> Result<CallToolResult, ErrorData> {
        let number = capture!(7);
        let Wishes { size, writing } = ask_elicit!(Wishes, "How shall the {kind} be?").await?;
        let verse = ask_sample!("A verse on {kind}").await.text()?;
        part!(self.sure(&kind)).await?;
        let text = format!("{number} {size} {kind} {writing:?} {verse}");
        Ok(CallToolResult::success(vec![ContentBlock::text(text)]))
    }

    #[mrtr_part(crate = mrtr)]
    async fn sure(&self, kind: &str) -> Result<(), Refused> {
        ask_confirm!(key = "sure", "Bake a {kind}?").await
    }
}

#[prompt_router]
impl Bakery {
    /// A recipe.
    #[mrtr_prompt(crate = mrtr)]
    #[prompt]
    async fn recipe(&self) -> Result<GetPromptResult, ErrorData> {
        let kind = ask_elicit!(String, "For which cake?").await?;
        let message = PromptMessage::new_text(Role::User, kind);
        Ok(GetPromptResult::new(vec![message]))
    }
}

#[mrtr_handler(crate = mrtr)]
#[tool_handler]
#[prompt_handler]
impl ServerHandler for Bakery {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources()
            .build();
        ServerConfig::new(capabilities)
    }

    #[mrtr_resource(crate = mrtr)]
    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResult, ErrorData> {
        let size = ask_elicit!(Size, "Of which size?").await?;
        let contents = ResourceContents::text(size.to_string(), request.uri);
        Ok(ReadResourceResult::new(vec![contents]))
    }
}
