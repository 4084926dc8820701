//! Tools that ask nothing: kinds of content, errors and progress.

use mrtr_runtime::rmcp::ToolError;
use rmcp::model::{CallToolResult, ContentBlock, ProgressNotificationParam, ResourceContents};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, tool, tool_router};

use crate::server::{Conformance, text};

/// A PNG of one red pixel.
pub(crate) const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

/// A WAV file without samples.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

#[tool_router(router = content_tools, vis = "pub(crate)")]
impl Conformance {
    /// A text.
    #[tool]
    async fn test_simple_text(&self) -> CallToolResult {
        text("This is a simple text response for testing.")
    }

    /// An image.
    #[tool]
    async fn test_image_content(&self) -> CallToolResult {
        CallToolResult::success(vec![ContentBlock::image(PNG, "image/png")])
    }

    /// A sound.
    #[tool]
    async fn test_audio_content(&self) -> CallToolResult {
        CallToolResult::success(vec![ContentBlock::audio(WAV, "audio/wav")])
    }

    /// An embedded resource.
    #[tool]
    async fn test_embedded_resource(&self) -> CallToolResult {
        let text = "This is an embedded resource content.";
        let resource = ContentBlock::embedded_text("test://embedded-resource", text);
        CallToolResult::success(vec![resource])
    }

    /// A text, an image and a resource.
    #[tool]
    async fn test_multiple_content_types(&self) -> CallToolResult {
        let json = ResourceContents::text(r#"{"test":"data"}"#, "test://mixed-content-resource")
            .with_mime_type("application/json");
        CallToolResult::success(vec![
            ContentBlock::text("Multiple content types test:"),
            ContentBlock::image(PNG, "image/png"),
            ContentBlock::resource(json),
        ])
    }

    /// Always fails.
    #[tool]
    async fn test_error_handling(&self) -> Result<CallToolResult, ToolError> {
        Err("This tool intentionally returns an error for testing".into())
    }

    /// Tells how far it is.
    #[tool]
    async fn test_tool_with_progress(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let Some(token) = context.meta.get_progress_token() else {
            return Ok(text("nobody wants to know"));
        };
        for percent in [0.0, 50.0, 100.0] {
            let progress = ProgressNotificationParam::new(token.clone(), percent).with_total(100.0);
            if context.peer.notify_progress(progress).await.is_err() {
                break;
            }
        }
        Ok(text("done"))
    }
}
