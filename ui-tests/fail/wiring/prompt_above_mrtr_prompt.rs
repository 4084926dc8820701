use mrtr_runtime::prelude::*;
use rmcp::model::PromptMessage;
use rmcp::{ErrorData, prompt, prompt_router};

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
    #[prompt]
    #[mrtr_prompt]
    async fn review(&self) -> Result<Vec<PromptMessage>, ErrorData> {
        ask_confirm!("Sure?").await?;
        Ok(Vec::new())
    }
}

fn main() {}
