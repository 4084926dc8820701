//! Calls that become tasks, where rounds count once, with something ahead of that which is no capture.

use mrtr_runtime::prelude::*;
use rmcp::{tool, tool_router};

use super::{Answer, Lab, Manners, text};

#[tool_router(router = task_once_tools, vis = "pub(super)")]
impl<M: Manners> Lab<M> {
    /// Charges behind its question.
    #[mrtr_tool(single_use)]
    #[tool]
    async fn charge(&self) -> Answer {
        ask_confirm!(key = "start", "Start?").await?;
        self.effects.add("charged");
        become_task!().await;
        Ok(text("charged"))
    }

    /// The same, for clients that know tasks.
    #[mrtr_tool(single_use)]
    #[tool]
    async fn charge_in_a_task(&self) -> Answer {
        ask_confirm!(key = "start", "Start?").await?;
        self.effects.add("charged");
        become_task!(required = true).await;
        Ok(text("charged"))
    }

    /// Charges also whoever wants no letters.
    #[mrtr_tool(single_use)]
    #[tool]
    async fn charge_and_write(&self) -> Answer {
        let letters = ask_confirm!(key = "start", "Do you want letters?").await;
        self.effects.add("charged");
        become_task!().await;
        Ok(text(format!("letters: {}", letters.is_ok())))
    }

    /// Charges in its first round.
    #[mrtr_tool(single_use)]
    #[tool]
    async fn charge_unasked(&self) -> Answer {
        self.effects.add("charged");
        become_task!().await;
        Ok(text("charged"))
    }

    /// Asks again behind its question, whoever has not been charged.
    #[mrtr_tool(single_use)]
    #[tool]
    async fn charge_the_patient(&self) -> Answer {
        ask_confirm!(key = "start", "Start?").await?;
        if self.effects.count("charged") == 0 {
            ask_confirm!(key = "really", "Really?").await?;
        }
        self.effects.add("charged");
        become_task!().await;
        Ok(text("charged"))
    }
}
