//! Calls that become tasks, and do something ahead of that.

use mrtr_runtime::prelude::*;
use rmcp::{ErrorData, tool, tool_router};

use super::{Answer, Lab, Manners, text};

#[tool_router(router = task_place_tools, vis = "pub(super)")]
impl<M: Manners> Lab<M> {
    /// Becomes a task only for what is large.
    #[mrtr_tool]
    #[tool]
    async fn import(&self) -> Answer {
        let number = capture!(key = "number", self.effects.add("numbered"));
        if ask_elicit!(bool, key = "large", "Is it large?").await? {
            become_task!().await;
        }
        Ok(text(format!("import {number}")))
    }

    /// The same, where rounds count once.
    #[mrtr_tool(single_use)]
    #[tool]
    async fn import_once(&self) -> Answer {
        let number = capture!(key = "number", self.effects.add("numbered"));
        if ask_elicit!(bool, key = "large", "Is it large?").await? {
            become_task!().await;
        }
        Ok(text(format!("import {number}")))
    }

    /// Captures between its question and a task that only what is large becomes.
    #[mrtr_tool]
    #[tool]
    async fn stage(&self) -> Answer {
        let is_large = ask_elicit!(bool, key = "large", "Is it large?").await?;
        let number = capture!(key = "staged", self.effects.add("staged"));
        if is_large {
            become_task!().await;
        }
        Ok(text(format!("staged {number}")))
    }

    /// The same, where rounds count once.
    #[mrtr_tool(single_use)]
    #[tool]
    async fn stage_once(&self) -> Answer {
        let is_large = ask_elicit!(bool, key = "large", "Is it large?").await?;
        let number = capture!(key = "staged", self.effects.add("staged"));
        if is_large {
            become_task!().await;
        }
        Ok(text(format!("staged {number}")))
    }

    /// Captures ahead of its task.
    #[mrtr_tool]
    #[tool]
    async fn reserve(&self) -> Answer {
        ask_confirm!(key = "start", "Start?").await?;
        let number = capture!(self.effects.add("reserved"));
        become_task!().await;
        Ok(text(format!("reserved {number}")))
    }

    /// The same in its first round, with a question behind it.
    #[mrtr_tool]
    #[tool]
    async fn reserve_and_ask(&self) -> Answer {
        let number = capture!(self.effects.add("reserved"));
        become_task!().await;
        ask_confirm!(key = "keep", "Keep {number}?").await?;
        Ok(text(format!("reserved {number}")))
    }

    /// The same, captured by a part.
    #[mrtr_tool]
    #[tool]
    async fn reserve_in_a_part(&self) -> Answer {
        ask_confirm!(key = "start", "Start?").await?;
        let number = part!(self.take()).await;
        become_task!().await;
        Ok(text(format!("reserved {number}")))
    }

    #[mrtr_part]
    async fn take(&self) -> u32 {
        capture!(self.effects.add("reserved"))
    }

    /// Might have asked ahead of it.
    #[mrtr_tool]
    #[tool]
    async fn reserve_unasked(&self) -> Answer {
        if self.effects.count("doubted") > 0 {
            ask_confirm!(key = "doubt", "Sure?").await?;
        }
        let number = capture!(self.effects.add("reserved"));
        become_task!().await;
        Ok(text(format!("reserved {number}")))
    }

    /// Captures ahead of a question that is ahead of its task.
    #[mrtr_tool(preflight = off)]
    #[tool]
    async fn draft(&self) -> Answer {
        let number = capture!(self.effects.add("drafted"));
        ask_confirm!(key = "start", "Start {number}?").await?;
        become_task!().await;
        Ok(text(format!("draft {number}")))
    }

    /// The same, captured by a part.
    #[mrtr_tool]
    #[tool]
    async fn draft_in_a_part(&self) -> Answer {
        let number = part!(self.plan()).await;
        ask_confirm!(key = "start", "Start {number}?").await?;
        become_task!().await;
        Ok(text(format!("draft {number}")))
    }

    #[mrtr_part]
    async fn plan(&self) -> u32 {
        capture!(self.effects.add("drafted"))
    }

    /// The same, captured by a part that asks itself.
    #[mrtr_tool]
    #[tool]
    async fn draft_by_a_part(&self) -> Answer {
        let number = part!(key = "part", self.plan_and_ask()).await?;
        become_task!().await;
        Ok(text(format!("draft {number}")))
    }

    #[mrtr_part]
    async fn plan_and_ask(&self) -> Result<u32, Refused> {
        let number = capture!(self.effects.add("drafted"));
        ask_confirm!(key = "start", "Start {number}?").await?;
        Ok(number)
    }

    /// Captures beside a question.
    #[mrtr_tool]
    #[tool]
    async fn draft_meanwhile(&self) -> Answer {
        let (number, start) = tokio::join!(
            async { capture!(key = "number", self.effects.add("drafted")) },
            ask_confirm!(key = "start", "Start?")
        );
        start?;
        become_task!().await;
        Ok(text(format!("draft {number}")))
    }

    /// Captures behind a question that not every run would come by.
    #[mrtr_tool]
    #[tool]
    async fn draft_behind_a_question(&self) -> Answer {
        let (start, number) = tokio::join!(
            async { ask_confirm!(key = "start", "Start?").await },
            async { capture!(key = "number", self.effects.add("drafted")) }
        );
        start?;
        become_task!().await;
        Ok(text(format!("draft {number}")))
    }

    /// Ends ahead of its task, and leaves its flow to somebody.
    #[mrtr_tool]
    #[tool]
    async fn leaves_its_flow(&self, flow: Flow) -> Answer {
        capture!(key = "reserved", self.effects.add("reserved"));
        self.effects.keep(flow.clone());
        self.fails()?;
        become_task!().await;
        Ok(text("a task"))
    }

    /// Leaves its flow to somebody, and does not come to its end.
    #[mrtr_tool(single_use)]
    #[tool]
    async fn leaves_its_flow_once(&self, flow: Flow) -> Answer {
        ask_confirm!(key = "start", "Start?").await?;
        capture!(key = "reserved", self.effects.add("reserved"));
        self.effects.keep(flow.clone());
        std::future::pending::<()>().await;
        become_task!().await;
        Ok(text("a task"))
    }

    fn fails(&self) -> Result<(), ErrorData> {
        self.effects.add("failed");
        Err(ErrorData::invalid_params("nothing to do", None))
    }
}
