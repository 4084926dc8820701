use mrtr_runtime::prelude::*;
use rmcp::model::PromptMessage;
use rmcp::{prompt, prompt_router};

struct Server;

#[prompt_router]
impl Server {
    #[mrtr_prompt]
    #[prompt]
    async fn review(&self) -> Result<Vec<PromptMessage>, Refused> {
        ask_confirm!("Sure?").await?;
        Ok(Vec::new())
    }
}

fn main() {}
