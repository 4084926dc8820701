#![deny(unused_must_use)]
use mrtr_runtime::prelude::*;
use rmcp::{ServerHandler, tool, tool_router};

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
impl ServerHandler for Server {}

fn main() {}
