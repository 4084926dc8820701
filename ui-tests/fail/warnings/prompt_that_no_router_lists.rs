#![deny(unused_must_use)]
use mrtr_runtime::prelude::*;
use rmcp::model::GetPromptResult;
use rmcp::{ErrorData, prompt_router};

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
    async fn report(&self) -> Result<GetPromptResult, ErrorData> {
        ask_confirm!("Report it?").await?;
        Ok(GetPromptResult::new(Vec::new()))
    }
}

fn main() {}
