//! The tools of the scenario `server-stateless`.

use mrtr_runtime::prelude::*;
use rmcp::model::CallToolResult;
use rmcp::{ErrorData, tool, tool_router};

use crate::server::{Conformance, text};

#[tool_router(router = stateless_tools, vis = "pub(crate)")]
impl Conformance {
    /// Needs the client's model, which the suite's client does not offer.
    #[mrtr_tool]
    #[tool]
    async fn test_missing_capability(&self) -> Result<CallToolResult, ErrorData> {
        let greeting = ask_sample!(max_tokens = 50, "Generate a greeting").await;
        Ok(text(greeting.text()?))
    }

    /// Asks the user on the stream of the call.
    #[mrtr_tool]
    #[tool]
    async fn test_streaming_elicitation(&self) -> Result<CallToolResult, ErrorData> {
        let name: String = ask_elicit!(String, "What is your name?").await?;
        Ok(text(format!("Hello, {name}!")))
    }

    /// Logs nothing to the client, which did not ask for it.
    #[tool]
    async fn test_logging_tool(&self) -> CallToolResult {
        text("Nothing was logged to the client.")
    }
}
