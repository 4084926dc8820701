//! Tools that tell how far they are, and what they do.
#![allow(
    deprecated,
    reason = "logging is deprecated by SEP-2577 and still part of 2026-07-28"
)]

use mrtr_runtime::is_replaying;
use mrtr_runtime::prelude::*;
use rmcp::model::{LoggingLevel, LoggingMessageNotificationParam, ProgressNotificationParam};
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

    /// Logs each step once to the client, if it wants to hear of it.
    #[mrtr_tool]
    #[tool]
    async fn logs(&self, context: RequestContext<RoleServer>) -> Answer {
        log_once(&context, "begun").await;
        ask_confirm!(key = "sure", "Sure?").await?;
        log_once(&context, "sure").await;
        Ok(text("done"))
    }
}

async fn log_once(context: &RequestContext<RoleServer>, what: &str) {
    let level = context.meta.log_level();
    let is_wanted = matches!(level, Some(LoggingLevel::Debug | LoggingLevel::Info));
    if is_wanted && !is_replaying() {
        let message = LoggingMessageNotificationParam::new(LoggingLevel::Info, what.into());
        context.peer.notify_logging_message(message).await.unwrap();
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
