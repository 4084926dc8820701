//! Servers that rmcp's own `Router` stands in front of.

use std::borrow::Cow;

use ::rmcp::model::{
    ClientNotification, ClientRequest, ProtocolVersion, ServerConfig, ServerResult,
};
use ::rmcp::service::{NotificationContext, Service};
use ::rmcp::{ErrorData, RoleServer};

use super::Context;
use super::handler::keep_retry;

/// A service whose prompts can ask although rmcp's [`Router`](::rmcp::handler::server::router::Router) serves them.
///
/// That router calls prompts without the server's `get_prompt`, where `#[mrtr_handler]` keeps what a retry brings
/// (`inputResponses` and `requestState`, SEP-2322). Tools and resources need nothing: the router hands theirs on.
/// Without this, a prompt marked `#[mrtr_prompt]` that is served by such a router ends with an internal error, and the
/// log says why.
///
/// ```
/// use mrtr_runtime::rmcp::KeepRetries;
/// use rmcp::ServerHandler;
/// use rmcp::handler::server::router::Router;
///
/// fn service<S: ServerHandler>(server: S) -> KeepRetries<Router<S>> {
///     KeepRetries::new(Router::new(server)) // .with_tools(..).with_prompts(..) on the router
/// }
/// ```
#[derive(Debug, Clone)]
pub struct KeepRetries<S> {
    service: S,
}

impl<S> KeepRetries<S> {
    /// Wraps a service.
    #[must_use]
    pub fn new(service: S) -> Self {
        Self { service }
    }
}

impl<S: Service<RoleServer>> Service<RoleServer> for KeepRetries<S> {
    async fn handle_request(
        &self,
        request: ClientRequest,
        context: Context,
    ) -> Result<ServerResult, ErrorData> {
        let context = match &request {
            ClientRequest::GetPromptRequest(request) => keep_retry(&request.params, context),
            _ => context,
        };
        self.service.handle_request(request, context).await
    }

    async fn handle_notification(
        &self,
        notification: ClientNotification,
        context: NotificationContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.service
            .handle_notification(notification, context)
            .await
    }

    fn get_info(&self) -> ServerConfig {
        self.service.get_info()
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.service.supported_protocol_versions()
    }
}
