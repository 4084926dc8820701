//! The tools of the scenarios `tasks-*`.

use std::time::Duration;

use mrtr_runtime::prelude::*;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::CallToolResult;
use rmcp::schemars::{self, JsonSchema};
use rmcp::{ErrorData, tool, tool_router};
use serde::Deserialize;

use crate::server::{Conformance, text};

#[derive(Debug, Deserialize, JsonSchema)]
struct Greet {
    name: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Compute {
    seconds: u64,
    #[serde(default)]
    label: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Delete {
    filename: String,
}

#[derive(Elicit)]
struct UserName {
    /// Your name
    name: String,
}

type Answer = Result<CallToolResult, ErrorData>;

#[tool_router(router = task_tools, vis = "pub(crate)")]
impl Conformance {
    /// Greets, at once.
    #[tool]
    async fn greet(&self, Parameters(args): Parameters<Greet>) -> CallToolResult {
        text(format!("Hello, {}!", args.name))
    }

    /// Takes its time.
    #[mrtr_tool]
    #[tool]
    async fn slow_compute(&self, Parameters(args): Parameters<Compute>) -> Answer {
        if args.seconds > 0 {
            become_task!(status = "computing").await;
        }
        tokio::time::sleep(Duration::from_secs(args.seconds)).await;
        Ok(text(format!("computed {}", args.label)))
    }

    /// Fails, and says so in its result.
    #[mrtr_tool]
    #[tool]
    async fn failing_job(&self) -> Result<CallToolResult, ToolError> {
        become_task!(required = true).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        Err(ToolError::from("the job failed"))
    }

    /// Fails as a request.
    #[mrtr_tool]
    #[tool]
    async fn protocol_error_job(&self) -> Answer {
        become_task!().await;
        Err(ErrorData::internal_error("the job broke", None))
    }

    /// Asks in a task.
    #[mrtr_tool]
    #[tool]
    async fn confirm_delete(
        &self,
        Parameters(args): Parameters<Delete>,
    ) -> Result<CallToolResult, ToolError> {
        become_task!().await;
        ask_confirm!("Delete {}?", args.filename).await?;
        Ok(text(format!("deleted {}", args.filename)))
    }

    /// Asks two questions at once in a task.
    #[mrtr_tool]
    #[tool]
    async fn multi_input(&self) -> Answer {
        become_task!().await;
        let (one, two) = tokio::join!(
            ask_elicit!(UserName, key = "one", "Who is the first?"),
            ask_elicit!(UserName, key = "two", "Who is the second?"),
        );
        Ok(text(format!("{} and {}", one?.name, two?.name)))
    }

    /// Asks, and goes on as a task with the answer.
    #[mrtr_tool]
    #[tool]
    async fn test_tool_with_task(&self) -> Answer {
        let user_name = ask_elicit!(UserName, "What is your name?").await?;
        become_task!(required = true).await;
        Ok(text(format!("Hello, {}!", user_name.name)))
    }
}
