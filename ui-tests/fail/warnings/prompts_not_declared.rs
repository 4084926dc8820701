#![deny(unused_must_use)]
use mrtr_runtime::prelude::*;
use rmcp::model::{PromptMessage, ServerCapabilities, ServerConfig};
use rmcp::{ServerHandler, prompt, prompt_handler, prompt_router};

struct Server {
    mrtr: Mrtr,
}

impl MrtrServer for Server {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
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

#[prompt_handler]
#[mrtr_handler]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::default())
    }
}

fn main() {}
