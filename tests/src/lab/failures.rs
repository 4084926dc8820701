//! Handlers by the type of their error.

use anyhow::Context as _;
use mrtr_runtime::prelude::*;
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock};
use rmcp::{ErrorData, tool, tool_router};

use super::{Answer, Lab, Manners, text};

/// An author's own error.
#[derive(Debug, thiserror::Error)]
enum ShopError {
    #[error("could not close the shop")]
    Closing(#[source] Refused),
    /// Drops what caused it.
    #[error("the shop stays open")]
    Dropped,
}

impl IntoCallToolResult for ShopError {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        let text = ContentBlock::text(format!("shop: {self}"));
        Ok(CallToolResult::error(vec![text]).into())
    }
}

#[tool_router(router = failure_tools, vis = "pub(super)")]
impl<M: Manners> Lab<M> {
    #[mrtr_tool]
    #[tool]
    async fn with_error_data(&self) -> Answer {
        ask_confirm!(key = "sure", "Sure?").await?;
        Err(ErrorData::invalid_params("no such shop", None))
    }

    #[mrtr_tool]
    #[tool]
    async fn with_tool_error(&self) -> Result<CallToolResult, ToolError> {
        ask_confirm!(key = "sure", "Sure?").await?;
        Err(std::io::Error::other("the disk is full"))?
    }

    #[mrtr_tool]
    #[tool]
    async fn with_anyhow(&self) -> Result<CallToolResult, ToolError> {
        let closing: anyhow::Result<()> = async {
            ask_confirm!(key = "sure", "Sure?")
                .await
                .context("closing the shop")?;
            anyhow::bail!("the door is stuck")
        }
        .await;
        closing?;
        Ok(text("closed"))
    }

    #[mrtr_tool]
    #[tool]
    async fn with_string(&self) -> Result<String, String> {
        ask_confirm!(key = "sure", "Sure?").await?;
        Err("the shop is on fire".to_owned())
    }

    #[mrtr_tool]
    #[tool]
    async fn with_own_error(&self) -> Result<CallToolResult, ShopError> {
        ask_confirm!(key = "sure", "Sure?")
            .await
            .map_err(ShopError::Closing)?;
        Ok(text("closed"))
    }

    #[mrtr_tool]
    #[tool]
    async fn with_dropped_cause(&self) -> Result<CallToolResult, ShopError> {
        ask_confirm!(key = "sure", "Sure?")
            .await
            .map_err(|_| ShopError::Dropped)?;
        Ok(text("closed"))
    }
}
