#![deny(unused_must_use)]
use mrtr_runtime::prelude::*;
use rmcp::model::{ReadResourceRequestParams, ReadResourceResult};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};

struct Server {
    mrtr: Mrtr,
}

impl MrtrServer for Server {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

#[tool_router]
impl Server {
    #[mrtr_tool]
    #[tool]
    async fn remove(&self) -> Result<String, Refused> {
        ask_confirm!("Remove it?").await?;
        Ok(String::new())
    }
}

#[mrtr_handler]
#[tool_handler]
impl ServerHandler for Server {
    #[mrtr_resource]
    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
    ) -> Result<ReadResourceResult, ErrorData> {
        ask_confirm!("Read {}?", request.uri).await?;
        Ok(ReadResourceResult::new(Vec::new()))
    }
}

fn main() {}
