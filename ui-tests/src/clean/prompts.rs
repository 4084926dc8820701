//! Prompts.
#![allow(
    missing_docs,
    reason = "rmcp writes public functions without docs beside prompts"
)]

use mrtr_runtime::prelude::*;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{GetPromptResult, PromptMessage, Role};
use rmcp::{ErrorData, prompt, prompt_router};

use super::forms::Audience;
use super::server::Server;
use super::tools::Which;

#[prompt_router(vis = "pub(super)")]
impl Server {
    /// Reviews a report.
    #[mrtr_prompt]
    #[prompt]
    async fn review(
        &self,
        Parameters(which): Parameters<Which>,
    ) -> Result<GetPromptResult, ErrorData> {
        let audience = ask_elicit!(Audience, "For whom?").await?;
        let text = format!("Review {} for {audience}", which.name);
        let message = PromptMessage::new_text(Role::User, text);
        Ok(GetPromptResult::new(vec![message]))
    }

    /// Reviews everything.
    #[mrtr_prompt]
    #[prompt(title = "All")]
    async fn review_all(&self) -> Result<Vec<PromptMessage>, Refused> {
        ask_confirm!("Really all?").await?;
        Ok(Vec::new())
    }
}
