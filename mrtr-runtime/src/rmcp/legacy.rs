//! Questions to a client that is older than MRTR: requests of the server, answered in the frame of
//! the client's own request.
#![allow(
    deprecated,
    reason = "sampling and roots are deprecated by SEP-2577; old clients know no other way"
)]

use std::pin::Pin;

use ::rmcp::model::{
    CancelledNotification, CancelledNotificationParam, ClientResult, ListRootsRequest, RequestId,
    ServerNotification, ServerRequest,
};
use ::rmcp::service::{Peer, PeerRequestOptions, RoleServer, ServiceError};
use futures_util::FutureExt as _;
use futures_util::future::try_join_all;
use serde_json::Value;

use super::{Context, convert};
use crate::{Dialog, DialogError, InputRequest};

/// The client that sent the request, as somebody to ask.
pub(super) struct LiveDialog {
    peer: Peer<RoleServer>,
    request: RequestId,
}

impl LiveDialog {
    pub(super) fn new(context: &Context) -> Self {
        Self {
            peer: context.peer.clone(),
            request: context.id.clone(),
        }
    }

    async fn ask_one(
        &self,
        key: String,
        request: InputRequest,
    ) -> Result<(String, Value), DialogError> {
        let request = self.server_request(&key, request)?;
        let options = PeerRequestOptions::no_options();
        let handle = self
            .peer
            .send_cancellable_request(request, options)
            .await
            .map_err(dialog_error)?;
        let mut open = OpenQuestion::new(&handle.peer, &handle.id);
        let answer = handle.await_response().await;
        open.close();
        Ok((key, to_json(answer.map_err(dialog_error)?)?))
    }

    fn server_request(
        &self,
        key: &str,
        request: InputRequest,
    ) -> Result<ServerRequest, DialogError> {
        Ok(match request {
            InputRequest::Elicit { message, form } => convert::elicit_form(message, &form).into(),
            InputRequest::ElicitUrl { message, url } => {
                let id = format!("{}.{key}", self.request);
                convert::elicit_url(message, url, id).into()
            }
            InputRequest::Sample(sample) => convert::create_message(&sample)
                .map_err(|error| DialogError::Client(error.message.into_owned()))?
                .into(),
            InputRequest::Roots => ListRootsRequest::default().into(),
        })
    }
}

/// The questions of one round stand open at once. Dropping the future takes them back.
impl Dialog for LiveDialog {
    fn ask<'a>(
        &'a self,
        requests: Vec<(String, InputRequest)>,
    ) -> Pin<Box<dyn Future<Output = Result<Vec<(String, Value)>, DialogError>> + Send + 'a>> {
        let questions = requests
            .into_iter()
            .map(|(key, request)| self.ask_one(key, request));
        Box::pin(try_join_all(questions))
    }
}

/// The answer as it would stand in `inputResponses`.
fn to_json(answer: ClientResult) -> Result<Value, DialogError> {
    serde_json::to_value(answer).map_err(|error| DialogError::Client(error.to_string()))
}

fn dialog_error(error: ServiceError) -> DialogError {
    match error {
        ServiceError::McpError(error) => DialogError::Client(error.message.into_owned()),
        ServiceError::Timeout { .. } => DialogError::TimedOut,
        ServiceError::TransportSend(_)
        | ServiceError::TransportClosed
        | ServiceError::Cancelled { .. } => DialogError::Closed,
        error => DialogError::Client(error.to_string()),
    }
}

/// A question without an answer yet. When it is dropped, the client is told to put it away, and
/// rmcp forgets it.
struct OpenQuestion {
    peer: Peer<RoleServer>,
    id: Option<RequestId>,
}

impl OpenQuestion {
    fn new(peer: &Peer<RoleServer>, id: &RequestId) -> Self {
        Self {
            peer: peer.clone(),
            id: Some(id.clone()),
        }
    }

    fn close(&mut self) {
        self.id = None;
    }
}

impl Drop for OpenQuestion {
    fn drop(&mut self) {
        let Some(id) = self.id.take() else { return };
        let notification = withdrawal(id);
        // The first poll puts the notification into the connection's queue, if there is room; no
        // task is left behind to wait for more.
        let sending = self.peer.send_notification(notification);
        let _ = tokio::task::unconstrained(sending).now_or_never();
    }
}

fn withdrawal(id: RequestId) -> ServerNotification {
    let reason = Some("the question is no longer of use".to_owned());
    CancelledNotification::new(CancelledNotificationParam::new(Some(id), reason)).into()
}

#[cfg(test)]
mod tests;
