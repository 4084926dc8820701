//! Calls that become tasks: how they end, and when they are refused for now.

use mrtr_runtime::prelude::*;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::CallToolResult;
use rmcp::{ErrorData, schemars, tool, tool_router};
use serde::Deserialize;

use super::{Answer, Lab, Manners, text};

/// How much is written.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Letters {
    letters: usize,
}

#[tool_router(router = task_end_tools, vis = "pub(super)")]
impl<M: Manners> Lab<M> {
    /// Says after how many milliseconds it was refused, if nobody can have seen the question.
    #[mrtr_tool]
    #[tool]
    async fn refused_in_a_task(&self) -> Result<CallToolResult, ToolError> {
        become_task!().await;
        let Err(refused) = ask_elicit!(u8, key = "rows", "How many rows?").await else {
            return Ok(text("answered"));
        };
        let after = refused.unseen().map(|time| time.as_millis());
        Ok(text(format!("{after:?}")))
    }

    /// Captures ahead of its task.
    #[mrtr_tool(single_use)]
    #[tool]
    async fn reserve_once(&self) -> Answer {
        ask_confirm!(key = "start", "Start?").await?;
        let number = capture!(self.effects.add("reserved"));
        become_task!().await;
        Ok(text(format!("reserved {number}")))
    }

    /// Gives so many letters.
    #[mrtr_tool]
    #[tool]
    async fn writes_in_a_task(
        &self,
        Parameters(Letters { letters }): Parameters<Letters>,
    ) -> Answer {
        become_task!(status = "writing").await;
        Ok(text("x".repeat(letters)))
    }

    /// Needs a client that knows tasks, and finds out behind its question.
    #[mrtr_tool(single_use)]
    #[tool]
    async fn must_be_a_task_once(&self) -> Answer {
        ask_confirm!(key = "start", "Start?").await?;
        become_task!(required = true).await;
        Ok(text("started"))
    }

    /// Fails in its task.
    #[mrtr_tool]
    #[tool]
    async fn fails_in_a_task(&self) -> Answer {
        become_task!(status = "looking").await;
        Err(ErrorData::invalid_params("there is no such table", None))
    }

    /// Panics in its task.
    #[mrtr_tool]
    #[tool]
    async fn panics_in_a_task(&self) -> Answer {
        become_task!(status = "looking").await;
        panic!("a secret")
    }
}
