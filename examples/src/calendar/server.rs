//! The server: one tool, which needs the user's calendar.

use mrtr_runtime::prelude::*;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};

use crate::accounts::Accounts;
use crate::provider::Provider;

/// The server. rmcp clones it; the clones share accounts and settings.
#[derive(Debug, Clone)]
pub(crate) struct CalendarServer {
    accounts: Accounts,
    /// Where its pages are.
    pages: String,
    mrtr: Mrtr,
}

impl CalendarServer {
    pub(crate) fn new(accounts: Accounts, pages: String, mrtr: Mrtr) -> Self {
        Self {
            accounts,
            pages,
            mrtr,
        }
    }
}

impl MrtrServer for CalendarServer {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

#[tool_router]
impl CalendarServer {
    /// Tell the user's next meeting. The first time, the user connects a calendar on a page.
    #[mrtr_tool]
    #[tool]
    async fn next_meeting(&self, flow: Flow) -> Result<String, ToolError> {
        let person = flow.principal();
        if person.is_anonymous() {
            Err("Log in first: nobody knows whose calendar this is.")?;
        }
        let page = format!("{}/connect?link={}", self.pages, flow.link());
        let calendar = ask_url!(
            page,
            until = self.accounts.of(person),
            "Connect your calendar. You log in at its provider's; your password goes there alone."
        )
        .await?;
        Ok(Provider::next_meeting(&calendar))
    }
}

#[mrtr_handler]
#[tool_handler(name = "calendar")]
impl ServerHandler for CalendarServer {}
