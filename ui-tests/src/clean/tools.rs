//! Tools.

use mrtr_runtime::prelude::*;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{CallToolResult, ContentBlock};
use rmcp::{ErrorData, schemars, tool, tool_router};
use serde::{Deserialize, Serialize};

use super::forms::{Audience, Wishes};
use super::server::Server;

/// Which report.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub struct Which {
    /// Its name
    pub name: String,
}

/// What came of it.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub struct Written {
    /// Pages
    pub pages: u8,
}

#[tool_router(vis = "pub(super)")]
impl Server {
    /// Writes a report as its reader wants it.
    #[mrtr_tool]
    #[tool]
    pub async fn write(
        &self,
        Parameters(Which { name }): Parameters<Which>,
    ) -> Result<Json<Written>, ErrorData> {
        let wishes = ask_elicit!(Wishes, "How shall {name} be written?").await?;
        let pages = wishes.pages;
        ask_confirm!(about = pages, "Write {pages} pages about {name}?").await?;
        Ok(Json(Written { pages }))
    }

    /// Summarizes a report.
    #[mrtr_tool(version = 2, accept = [1], ttl = "5m", max_requests = 4)]
    #[tool(title = "Summary")]
    async fn summarize(&self, Parameters(which): Parameters<Which>) -> Result<String, ToolError> {
        let audience = ask_elicit!(Audience, "For whom?").await?;
        let summary = ask_sample!(
            system = "Be brief.",
            max_tokens = 400,
            "Summarize {} for {audience}",
            which.name
        )
        .await;
        Ok(summary.text()?)
    }

    /// Deletes reports, one by one.
    #[mrtr_tool(preflight = off)]
    #[tool]
    async fn delete_all(&self, flow: &Flow) -> Result<CallToolResult, ErrorData> {
        let names = capture!(vec![String::from("a"), String::from("b")]);
        let mut deleted = Vec::new();
        for name in &names {
            if ask_confirm!(of = name, "Delete {name}?").await.is_err() {
                continue;
            }
            let receipt = capture!(of = name, format!("{name}: {}", flow.key("delete", name)));
            deleted.push(ContentBlock::text(receipt));
        }
        Ok(CallToolResult::success(deleted))
    }

    /// Asks two things at once.
    #[mrtr_tool]
    #[tool]
    async fn both(&self) -> Result<String, Refused> {
        let (first, last) = tokio::join!(
            ask_elicit!(String, "First name?"),
            ask_elicit!(String, "Last name?"),
        );
        Ok(format!("{} {}", first?, last?))
    }

    /// Lists the client's roots.
    #[mrtr_tool]
    #[tool]
    async fn roots(&self) -> String {
        let roots = ask_roots!().await;
        format!("{roots:?}")
    }

    /// Takes the first answer that suits.
    #[mrtr_tool(unsolicited)]
    #[tool]
    async fn one(&self) -> Result<String, Refused> {
        ask_elicit!(String, "Which?").await
    }

    /// Says something without a question.
    #[mrtr_tool]
    #[tool]
    #[expect(clippy::unused_async)]
    async fn silent(&self) {}
}
