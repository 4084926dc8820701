use mrtr_runtime::prelude::*;
use rmcp::model::PromptMessage;
use rmcp::{prompt, prompt_router};

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
    #[mrtr_tool]
    #[prompt]
    async fn review(&self) -> Result<Vec<PromptMessage>, Refused> {
        ask_confirm!("Sure?").await?;
        Ok(Vec::new())
    }
}

fn main() {}
