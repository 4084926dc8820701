//! What else may stand on a handler, and in its signature.

use mrtr_runtime::prelude::*;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::Extensions;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, schemars, tool, tool_router};
use serde::{Deserialize, Serialize};

use super::{Answer, Lab, Manners, text};

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Order {
    /// What is ordered
    item: String,
    #[serde(default)]
    gift: bool,
}

#[derive(Debug, Serialize, schemars::JsonSchema)]
struct Receipt {
    item: String,
    /// What it costs
    price: u32,
}

#[tool_router(router = attribute_tools, vis = "pub(super)")]
impl<M: Manners> Lab<M> {
    /// Order an item.
    ///
    /// The user names the price.
    #[mrtr_tool]
    #[tool]
    async fn receipt(
        &self,
        Parameters(Order { item, .. }): Parameters<Order>,
    ) -> Result<Json<Receipt>, ErrorData> {
        let price = ask_elicit!(u32, "What does {item} cost?").await?;
        Ok(Json(Receipt { item, price }))
    }

    /// Asks three times, where rounds count once.
    #[mrtr_tool(single_use)]
    #[tool]
    async fn signed_thrice(&self, Parameters(order): Parameters<Order>) -> Answer {
        ask_confirm!(key = "first", "{}?", order.item).await?;
        ask_confirm!(key = "second", "{}?", order.item).await?;
        ask_confirm!(key = "third", "{}?", order.item).await?;
        Ok(text(order.item))
    }

    /// Takes an answer that came with the request.
    #[mrtr_tool(unsolicited)]
    #[tool]
    async fn unsolicited(&self) -> Answer {
        let name = ask_elicit!(String, key = "name", "Name?").await?;
        Ok(text(name))
    }

    /// Instrumented above.
    #[tracing::instrument(skip_all)]
    #[mrtr_tool]
    #[tool]
    async fn instrumented_above(&self, Parameters(order): Parameters<Order>) -> Answer {
        ask_confirm!(key = "sure", "{}?", order.item).await?;
        Ok(text(order.item))
    }

    /// Instrumented between.
    #[mrtr_tool]
    #[tracing::instrument(skip(self))]
    #[tool]
    async fn instrumented_between(&self, Parameters(order): Parameters<Order>) -> Answer {
        ask_confirm!(key = "sure", "{}?", order.item).await?;
        Ok(text(order.item))
    }

    /// Instrumented below.
    #[mrtr_tool]
    #[tool]
    #[tracing::instrument(skip(self))]
    async fn instrumented_below(&self, Parameters(order): Parameters<Order>) -> Answer {
        ask_confirm!(key = "sure", "{}?", order.item).await?;
        Ok(text(order.item))
    }

    /// Allowed above and below.
    #[allow(unused_variables)]
    #[mrtr_tool]
    #[tool]
    #[allow(clippy::needless_pass_by_value)]
    async fn allowed(&self, Parameters(order): Parameters<Order>) -> Answer {
        ask_confirm!(key = "sure", "Sure?").await?;
        Ok(text("allowed"))
    }

    /// Is there.
    #[cfg(not(any()))]
    #[mrtr_tool]
    #[tool(name = "cfg_on")]
    #[cfg(not(target_os = "none"))]
    async fn with_cfg(&self) -> Answer {
        ask_confirm!(key = "sure", "Sure?").await?;
        Ok(text("cfg"))
    }

    /// All that rmcp hands out, with the flow in between.
    #[mrtr_tool(max_requests = 3)]
    #[tool(description = "Takes everything")]
    async fn everything(
        &self,
        context: RequestContext<RoleServer>,
        Parameters(Order { item, gift }): Parameters<Order>,
        flow: Flow,
        _extensions: Extensions,
    ) -> Answer {
        if !gift {
            return Ok(text(format!("{item} for yourself")));
        }
        let name = ask_elicit!(String, "For whom is {item}?").await?;
        let (id, greeting) = (flow.id(), self.manners.greeting());
        let version = context
            .protocol_version()
            .map(|version| version.to_string());
        Ok(text(format!(
            "{greeting} {name}: {item} {version:?} {}",
            id.len()
        )))
    }
}
