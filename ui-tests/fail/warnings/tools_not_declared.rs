#![deny(unused_must_use)]
use mrtr_runtime::prelude::*;
use rmcp::model::{ServerCapabilities, ServerConfig};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};

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
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_completions().build())
    }
}

fn main() {}
