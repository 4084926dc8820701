//! Tools that become tasks.

use std::time::Duration;

use mrtr_runtime::prelude::*;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResponse, InputRequiredResult};
use rmcp::{ErrorData, tool, tool_router};

use super::{Answer, Song, Songs, text};
use crate::CANARY;

#[tool_router(router = tour_tools, vis = "pub(super)")]
impl Songs {
    /// Asks ahead of its task and in it, and ends as its title says.
    #[mrtr_tool]
    #[tool]
    async fn tours(
        &self,
        Parameters(song): Parameters<Song>,
    ) -> Result<CallToolResponse, ToolError> {
        let take = capture!(format!("{CANARY} captured {}", song.title));
        let title = ask_elicit!(String, key = "title", "Title of {take}?").await?;
        become_task!(status = "on tour").await;
        let town = capture!(format!("{CANARY} town"));
        let name = ask_elicit!(String, "Name of {title} in {town}?").await?;
        ask_confirm!(key = "sure", "Sure of {name}?").await?;
        match song.title.as_str() {
            title if title.contains("panics") => panic!("{CANARY} {name}"),
            title if title.contains("fails") => Err(format!("{CANARY} {name}"))?,
            title if title.contains("breaks") => {
                Err(ErrorData::internal_error(format!("{CANARY} {name}"), None))?
            }
            title if title.contains("forgets") => {
                let forgotten = ask_confirm!(key = "forgotten", "Sure of {name} again?");
                std::hint::black_box(&forgotten);
            }
            title if title.contains("foreign") => {
                return Ok(InputRequiredResult::new(None, Some(CANARY.to_owned())).into());
            }
            title if title.contains("hangs") => {
                tracing::info!(target: "mrtr_test", "the task waits");
                std::future::pending::<()>().await;
            }
            _ => {}
        }
        Ok(text(name).into())
    }

    /// Takes longer than it may, over its own work or over a question.
    #[mrtr_tool]
    #[tool]
    async fn dozes(&self, Parameters(song): Parameters<Song>) -> Answer {
        become_task!(ttl = Duration::from_millis(100)).await;
        let take = capture!(format!("{CANARY} captured {}", song.title));
        if song.title.contains("asks") {
            ask_confirm!(key = "sure", "Sure of {take}?").await?;
        }
        std::future::pending::<()>().await;
        Ok(text(take))
    }

    /// Needs a client that knows tasks.
    #[mrtr_tool]
    #[tool]
    async fn must_tour(&self) -> Answer {
        let take = capture!(format!("{CANARY} captured"));
        become_task!(required = true).await;
        Ok(text(take))
    }
}
