//! Tools that tell how far they are.

use mrtr_runtime::is_replaying;
use mrtr_runtime::prelude::*;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use rmcp::{RoleServer, tool, tool_router};

use super::{Answer, Lab, Manners, text};

#[tool_router(router = progress_tools, vis = "pub(super)")]
impl<M: Manners> Lab<M> {
    /// Tells each step once.
    #[mrtr_tool]
    #[tool]
    async fn reports(&self, context: RequestContext<RoleServer>) -> Answer {
        report_once(&context, 1.0).await;
        ask_confirm!(key = "sure", "Sure?").await?;
        report_once(&context, 2.0).await;
        report_once(&context, 3.0).await;
        Ok(text("done"))
    }

    /// Tells each step in each round.
    #[mrtr_tool]
    #[tool]
    async fn reports_again(&self, context: RequestContext<RoleServer>) -> Answer {
        report(&context, 1.0).await;
        ask_confirm!(key = "sure", "Sure?").await?;
        report(&context, 2.0).await;
        Ok(text("done"))
    }
}

async fn report_once(context: &RequestContext<RoleServer>, progress: f64) {
    if !is_replaying() {
        report(context, progress).await;
    }
}

async fn report(context: &RequestContext<RoleServer>, progress: f64) {
    if let Some(token) = context.meta.get_progress_token() {
        let progress = ProgressNotificationParam::new(token, progress);
        context.peer.notify_progress(progress).await.unwrap();
    }
}
