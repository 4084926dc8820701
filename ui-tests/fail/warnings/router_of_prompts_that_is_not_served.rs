#![deny(unused_must_use)]
use mrtr_runtime::prelude::*;
use rmcp::model::PromptMessage;
use rmcp::{ServerHandler, prompt, prompt_router, tool, tool_handler, tool_router};

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

#[prompt_router]
impl Server {
    #[mrtr_prompt]
    #[prompt]
    async fn review(&self) -> Result<Vec<PromptMessage>, Refused> {
        ask_confirm!("Sure?").await?;
        Ok(Vec::new())
    }
}

#[mrtr_handler]
#[tool_handler]
impl ServerHandler for Server {}

fn main() {}
