use mrtr_runtime::prelude::*;
use rmcp::model::PromptMessage;
use rmcp::{prompt, prompt_router};

#[derive(Clone)]
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
    async fn review(&self) -> Vec<PromptMessage> {
        become_task!().await;
        Vec::new()
    }
}

#[mrtr_handler(tasks)]
#[rmcp::prompt_handler]
impl rmcp::ServerHandler for Server {
    fn get_info(&self) -> rmcp::model::ServerConfig {
        let capabilities = rmcp::model::ServerCapabilities::builder();
        rmcp::model::ServerConfig::new(capabilities.enable_tools().enable_tasks().build())
    }
}

fn main() {}
