//! A page that the user is sent to.

use mrtr_runtime::prelude::*;
use rmcp::{tool, tool_router};

use super::{Answer, Lab, Manners, text};
use crate::lab::effects::Guard;

#[tool_router(router = page_tools, vis = "pub(super)")]
impl<M: Manners> Lab<M> {
    /// Connects an account on a page, and greets its owner.
    #[mrtr_tool]
    #[tool]
    async fn connect(&self, flow: Flow) -> Answer {
        let _guard = Guard(self.effects.clone());
        self.effects.add("waiting");
        let page = format!("https://pages.example/connect?link={}", flow.link());
        let owner = ask_url!(
            page,
            until = self.account().await?,
            "Connect an account of {}",
            self.manners.greeting()
        )
        .await?;
        self.effects.add("passed");
        let sure = ask_confirm!(key = "sure", "Greet {owner}?").await;
        Ok(text(format!("{owner} {}", sure.is_ok())))
    }

    /// Who has connected; an error while the provider is down. Whoever is asked does not answer at once.
    async fn account(&self) -> Result<Option<&'static str>, ToolError> {
        tokio::task::yield_now().await;
        self.effects.add("looks");
        if self.effects.count("down") > 0 {
            Err("the provider is down")?;
        }
        Ok((self.effects.count("connected") > 0).then_some("Ann"))
    }

    /// Connects an account, and asks beside it for a name.
    #[mrtr_tool]
    #[tool]
    async fn connect_as(&self) -> Answer {
        let page = "https://pages.example/connect";
        let (owner, name) = tokio::join!(
            ask_url!(page, key = "page", until = self.account().await?, "Connect"),
            ask_elicit!(String, key = "name", "Name?"),
        );
        Ok(text(format!("{} {}", owner?, name?)))
    }

    /// Asks for a page where the client opens pages, and for a form where it does not.
    #[mrtr_tool]
    #[tool]
    async fn either(&self, flow: Flow) -> Answer {
        if flow.can(Capability::Url) {
            let page = "https://pages.example/name";
            let owner =
                ask_url!(page, key = "page", until = self.account().await?, "Name?").await?;
            return Ok(text(owner));
        }
        Ok(text(ask_elicit!(String, key = "name", "Name?").await?))
    }
}
