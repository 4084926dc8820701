//! Prompts: one that asks, and one that does not.

use mrtr_runtime::prelude::*;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{GetPromptResult, PromptMessage, Role};
use rmcp::{ErrorData, prompt, prompt_router, schemars};
use serde::Deserialize;

use super::{Lab, Manners};

/// What the letter is about.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Topic {
    topic: String,
}

#[prompt_router(router = "prompts", vis = "pub(super)")]
impl<M: Manners> Lab<M> {
    /// A letter to somebody.
    #[mrtr_prompt]
    #[prompt]
    async fn letter(
        &self,
        Parameters(Topic { topic }): Parameters<Topic>,
    ) -> Result<GetPromptResult, ErrorData> {
        let reader = ask_elicit!(String, "Whom is the letter on {topic} to?").await?;
        Ok(of_user(format!("Write to {reader} about {topic}.")))
    }

    /// Panics after an answer.
    #[mrtr_prompt]
    #[prompt]
    async fn panicking(&self) -> Result<GetPromptResult, ErrorData> {
        ask_confirm!(key = "sure", "Sure?").await?;
        panic!("a secret of the server")
    }

    /// A prompt that knows nothing of all this.
    #[prompt]
    async fn plain_prompt(&self) -> GetPromptResult {
        of_user(self.manners.greeting())
    }
}

fn of_user(text: impl Into<String>) -> GetPromptResult {
    GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)])
}
