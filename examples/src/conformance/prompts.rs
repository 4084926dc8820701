//! The prompts: one that asks, and those that the suite wants besides.

use mrtr_runtime::prelude::*;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{ContentBlock, GetPromptResult, PromptMessage, Role};
use rmcp::{ErrorData, prompt, prompt_router, schemars};
use serde::Deserialize;

use crate::content::PNG;
use crate::server::Conformance;

#[derive(Elicit)]
struct Context {
    /// What the answer should take into account
    context: String,
}

/// Two arguments.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct TwoArguments {
    /// First test argument
    arg1: String,
    /// Second test argument
    arg2: String,
}

/// A resource.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OfResource {
    /// The uri of the resource to embed
    resource_uri: String,
}

#[prompt_router(router = "prompts", vis = "pub(crate)")]
impl Conformance {
    /// Asks for the context of the prompt.
    #[mrtr_prompt]
    #[prompt]
    async fn test_input_required_result_prompt(&self) -> Result<GetPromptResult, ErrorData> {
        let user_context = ask_elicit!(Context, "What context should the prompt use?").await?;
        Ok(of_user(format!("Context: {}", user_context.context)))
    }

    /// A simple prompt.
    #[prompt]
    async fn test_simple_prompt(&self) -> GetPromptResult {
        of_user("This is a simple prompt for testing.")
    }

    /// A prompt with two arguments.
    #[prompt]
    async fn test_prompt_with_arguments(
        &self,
        Parameters(arguments): Parameters<TwoArguments>,
    ) -> GetPromptResult {
        let TwoArguments { arg1, arg2 } = arguments;
        of_user(format!(
            "Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"
        ))
    }

    /// A prompt with an embedded resource.
    #[prompt]
    async fn test_prompt_with_embedded_resource(
        &self,
        Parameters(resource): Parameters<OfResource>,
    ) -> GetPromptResult {
        let embedded = ContentBlock::embedded_text(
            resource.resource_uri,
            "Embedded resource content for testing.",
        );
        GetPromptResult::new(vec![
            PromptMessage::new(Role::User, embedded),
            PromptMessage::new_text(Role::User, "Please process the embedded resource above."),
        ])
    }

    /// A prompt with an image.
    #[prompt]
    async fn test_prompt_with_image(&self) -> GetPromptResult {
        GetPromptResult::new(vec![
            PromptMessage::new(Role::User, ContentBlock::image(PNG, "image/png")),
            PromptMessage::new_text(Role::User, "Please analyze the image above."),
        ])
    }
}

fn of_user(text: impl Into<String>) -> GetPromptResult {
    GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)])
}
