//! Calls that become tasks.

use std::time::Duration;

use mrtr_runtime::prelude::*;
use rmcp::model::CallToolResult;
use rmcp::service::RequestContext;
use rmcp::{RoleServer, tool, tool_router};

use super::effects::Guard;
use super::{Answer, Lab, Manners, text};

#[derive(Elicit)]
struct Keep {
    /// How many rows to keep
    #[elicit(min = 0, max = 9)]
    rows: u8,
}

#[tool_router(router = task_tools, vis = "pub(super)")]
impl<M: Manners> Lab<M> {
    /// Asks ahead of its task, and in it.
    #[mrtr_tool]
    #[tool]
    async fn migrate(&self) -> Result<CallToolResult, ToolError> {
        let number = capture!(self.effects.add("prepared"));
        ask_confirm!(key = "start", "Start {number}?").await?;
        let is_task = become_task!(status = "migrating", poll = Duration::from_millis(250)).await;
        let failed = capture!(self.effects.add("migrated"));
        let keep = ask_elicit!(Keep, "{failed} rows failed. Keep the others?").await?;
        let sure = ask_confirm!(key = "sure", "Keep {}?", keep.rows).await;
        let (greeting, rows, sure) = (self.manners.greeting(), keep.rows, sure.is_ok());
        Ok(text(format!(
            "{greeting}: {number}, {rows}, {sure}, {is_task}"
        )))
    }

    /// Asks for what is no form in its task, all at once.
    #[mrtr_tool]
    #[tool]
    async fn gather_in_a_task(&self) -> Answer {
        become_task!().await;
        let page = "https://pages.example/connect";
        let (owner, slogan, places) = tokio::join!(
            ask_url!(page, until = self.owner(), "Connect an account"),
            ask_sample!("A slogan"),
            ask_roots!(),
        );
        let places: Vec<&str> = places.iter().map(|root| root.path()).collect();
        let places = places.join(" ");
        Ok(text(format!("{} {} {places}", owner?, slogan.text()?)))
    }

    /// Says in its task how far it is.
    #[mrtr_tool]
    #[tool]
    async fn count_in_a_task(&self, flow: Flow) -> Answer {
        become_task!(status = "counting").await;
        flow.status("1 of 2");
        ask_confirm!(key = "on", "Go on?").await?;
        flow.status("2 of 2");
        ask_confirm!(key = "end", "End?").await?;
        Ok(text("counted"))
    }

    /// Asks in its task until the number is even.
    #[mrtr_tool]
    #[tool]
    async fn even_in_a_task(&self) -> Answer {
        become_task!().await;
        loop {
            let number = ask_elicit!(u32, "An even number?").await?;
            if number % 2 == 0 {
                return Ok(text(number.to_string()));
            }
        }
    }

    /// Says whether anybody would hear of its progress and its logs.
    #[mrtr_tool]
    #[tool]
    async fn reports_in_a_task(&self, context: RequestContext<RoleServer>) -> Answer {
        become_task!().await;
        let token = context.meta.get_progress_token();
        let level = context.meta.log_level();
        Ok(text(format!("{} {}", token.is_some(), level.is_some())))
    }

    /// Waits at the gate in its task, holding something.
    #[mrtr_tool]
    #[tool]
    async fn nap(&self) -> Answer {
        become_task!(ttl = Duration::from_secs(600)).await;
        let _held = Guard(self.effects.clone());
        capture!(key = "slept", self.sleep().await);
        capture!(key = "dreamt", self.dream());
        Ok(text("slept"))
    }

    /// Never ends by itself.
    #[mrtr_tool]
    #[tool]
    async fn doze(&self) -> Answer {
        become_task!(ttl = Duration::from_millis(50)).await;
        let _held = Guard(self.effects.clone());
        std::future::pending::<()>().await;
        Ok(text("awake"))
    }

    /// Asks while something takes longer than a round may.
    #[mrtr_tool]
    #[tool]
    async fn crawl(&self) -> Answer {
        become_task!().await;
        let (pages, name) = tokio::join!(
            async { capture!(key = "pages", self.crawl_pages().await) },
            ask_elicit!(String, key = "name", "Whom to tell?")
        );
        Ok(text(format!("{pages} pages, {}", name?)))
    }

    /// Counts how often its task runs.
    #[mrtr_tool(single_use)]
    #[tool]
    async fn migrate_once(&self) -> Answer {
        ask_confirm!(key = "start", "Start?").await?;
        become_task!().await;
        let run = self.effects.add("ran");
        Ok(text(format!("run {run}")))
    }

    /// Needs a client that knows tasks.
    #[mrtr_tool]
    #[tool]
    async fn must_be_a_task(&self) -> Answer {
        let run = capture!(key = "run", self.effects.add("begun"));
        become_task!(required = true).await;
        Ok(text(format!("run {run}")))
    }

    fn owner(&self) -> Option<&'static str> {
        (self.effects.count("connected") > 0).then_some("Ann")
    }

    async fn sleep(&self) -> u32 {
        self.effects.add("asleep");
        self.effects.gate().await;
        self.effects.add("awake")
    }

    fn dream(&self) -> u32 {
        self.effects.add("dreamt")
    }

    async fn crawl_pages(&self) -> u32 {
        self.effects.gate().await;
        self.effects.add("pages")
    }
}
