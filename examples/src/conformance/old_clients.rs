//! The tools of the scenarios for 2025-11-25: the asks are the same, sent as requests.

use mrtr_runtime::prelude::*;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::CallToolResult;
use rmcp::{ErrorData, schemars, tool, tool_router};
use serde::Deserialize;

use crate::server::{Conformance, text};

/// What the user is shown.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Shown {
    /// The message to show the user
    message: String,
}

/// What the model is given.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Given {
    /// The prompt to send to the LLM
    prompt: String,
}

#[derive(Elicit)]
struct Contact {
    /// User's response
    username: String,
    /// User's email address
    email: String,
}

#[derive(Debug, Elicit)]
struct Profile {
    #[elicit(default = "John Doe")]
    name: String,
    #[elicit(default = 30)]
    age: i64,
    #[elicit(default = 95.5)]
    score: f64,
    #[elicit(default = Status::Active)]
    status: Status,
    #[elicit(default = true)]
    verified: bool,
}

#[derive(Debug, Choice)]
#[serde(rename_all = "lowercase")]
enum Status {
    Active,
    Inactive,
    Pending,
}

#[tool_router(router = old_client_tools, vis = "pub(crate)")]
impl Conformance {
    /// Asks the user.
    #[mrtr_tool]
    #[tool]
    async fn test_elicitation(
        &self,
        Parameters(shown): Parameters<Shown>,
    ) -> Result<CallToolResult, ErrorData> {
        let contact = ask_elicit!(Contact, "{}", shown.message).await?;
        let Contact { username, email } = contact;
        Ok(text(format!("User response: {username} ({email})")))
    }

    /// Asks the client's model.
    #[mrtr_tool]
    #[tool]
    async fn test_sampling(
        &self,
        Parameters(given): Parameters<Given>,
    ) -> Result<CallToolResult, ErrorData> {
        let response = ask_sample!(max_tokens = 100, "{}", given.prompt).await;
        Ok(text(format!("LLM response: {}", response.text()?)))
    }

    /// Asks with a form that is filled in already.
    #[mrtr_tool]
    #[tool]
    async fn test_elicitation_sep1034_defaults(&self) -> Result<CallToolResult, ErrorData> {
        let profile = ask_elicit!(Profile, "Is this your profile?").await?;
        let Profile {
            name,
            age,
            score,
            status,
            verified,
        } = profile;
        let content = format!("{name}, {age}, {score}, {status}, {verified}");
        Ok(text(format!("Elicitation completed: {content}")))
    }
}
