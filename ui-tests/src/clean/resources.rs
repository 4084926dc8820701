//! A resource, and the server as rmcp has it.

use mrtr_runtime::prelude::*;
use rmcp::model::{
    ReadResourceRequestParams, ReadResourceResult, ServerCapabilities, ServerConfig,
};
use rmcp::{ServerHandler, prompt_handler, tool_handler};

use super::server::{OwnError, Server};

#[mrtr_handler]
#[tool_handler(router = Self::tool_router())]
#[prompt_handler(router = Self::prompt_router())]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools();
        ServerConfig::new(capabilities.enable_prompts().enable_resources().build())
    }

    /// Reads what the person releases.
    #[mrtr_resource(version = 2)]
    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
    ) -> Result<ReadResourceResult, OwnError> {
        ask_confirm!("Release {}?", request.uri).await?;
        Ok(ReadResourceResult::new(Vec::new()))
    }
}
