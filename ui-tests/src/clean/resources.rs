//! A resource, and the server as rmcp has it.

use mrtr_runtime::prelude::*;
use rmcp::model::{ReadResourceRequestParams, ReadResourceResult};
use rmcp::{ServerHandler, prompt_handler, tool_handler};

use super::server::{OwnError, Server};

#[mrtr_handler]
#[tool_handler(router = Self::tool_router())]
#[prompt_handler(router = Self::prompt_router())]
impl ServerHandler for Server {
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
