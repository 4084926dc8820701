//! Questions to a client that is older than MRTR: requests of the server, answered in the frame of
//! the client's own request.
#![allow(
    deprecated,
    reason = "sampling and roots are deprecated by SEP-2577; old clients know no other way"
)]

use std::time::Instant;

use ::rmcp::model::{
    CancelledNotification, CancelledNotificationParam, CustomNotification, ListRootsRequest,
    RequestId, ServerNotification, ServerRequest,
};
use ::rmcp::service::{Peer, PeerRequestOptions, RoleServer, ServiceError};
use futures_util::FutureExt as _;
use futures_util::future::try_join_all;
use serde_json::json;

use super::Context;
use super::convert::{self, older};
use crate::{Answering, Completing, Dialog, DialogAnswer, DialogError, InputRequest, texts};

/// What a client of 2025-11-25 is told when a page is done; rmcp has no type for it.
const COMPLETE: &str = "notifications/elicitation/complete";

/// The client that sent the request, as somebody to ask.
pub(super) struct LiveDialog {
    peer: Peer<RoleServer>,
    /// No other dialog of any server has it.
    id: String,
    /// Whether it is older than 2025-11-25.
    is_older: bool,
}

impl LiveDialog {
    pub(super) fn new(context: &Context, id: String) -> Self {
        let peer = context.peer.clone();
        let version = context.protocol_version();
        Self {
            peer,
            id,
            is_older: version.is_some_and(|version| older::is_older(&version)),
        }
    }

    async fn ask_one(
        &self,
        key: String,
        request: ServerRequest,
    ) -> Result<DialogAnswer, DialogError> {
        let options = PeerRequestOptions::no_options();
        let may_be_refused = may_be_refused(&request);
        let sent = Instant::now();
        let handle = self
            .peer
            .send_cancellable_request(request, options)
            .await
            .map_err(|error| dialog_error(&key, &error))?;
        let mut open = OpenQuestion::new(&handle.peer, &handle.id);
        let answer = handle.await_response().await;
        open.close();
        let answer = match answer {
            Err(ServiceError::McpError(_)) if may_be_refused => {
                return Ok(DialogAnswer::error(key).after(sent.elapsed()));
            }
            answer => answer.map_err(|error| dialog_error(&key, &error))?,
        };
        let answer = serde_json::to_value(answer).map_err(|_| client(&key))?;
        Ok(DialogAnswer::new(key, answer).after(sent.elapsed()))
    }

    /// The same whenever the question is asked again within one call, and unique in the server (MCP 2025-11-25).
    fn elicitation_id(&self, key: &str) -> String {
        format!("{}.{key}", self.id)
    }

    async fn complete(&self, key: &str) {
        let params = json!({ "elicitationId": self.elicitation_id(key) });
        let notification = CustomNotification::new(COMPLETE, Some(params));
        let notification = ServerNotification::CustomNotification(notification);
        // A client that is gone will not answer either, and that is noticed.
        let _ = self.peer.send_notification(notification).await;
    }

    fn server_request(
        &self,
        key: &str,
        request: InputRequest,
    ) -> Result<ServerRequest, DialogError> {
        Ok(match request {
            InputRequest::Elicit { message, form } => {
                let request = convert::elicit_form(message, &form);
                let request = if self.is_older {
                    older::form(request).ok_or_else(|| client(key))?
                } else {
                    request
                };
                request.into()
            }
            InputRequest::ElicitUrl { message, url } => {
                let id = self.elicitation_id(key);
                convert::elicit_url(message, url, id).into()
            }
            InputRequest::Sample(mut sample) => {
                if self.is_older {
                    sample.messages = older::messages(sample.messages);
                }
                let request = convert::create_message(key, &sample);
                request.map_err(|_| client(key))?.into()
            }
            InputRequest::Roots => ListRootsRequest::default().into(),
        })
    }
}

/// The questions of one round stand open at once, or none of them. Dropping the future takes them back.
impl Dialog for LiveDialog {
    fn ask(&self, requests: Vec<(String, InputRequest)>) -> Answering<'_> {
        let requests = requests.into_iter().map(|(key, request)| {
            let request = self.server_request(&key, request)?;
            Ok((key, request))
        });
        let requests: Result<Vec<_>, DialogError> = requests.collect();
        Box::pin(async {
            let questions = requests?
                .into_iter()
                .map(|(key, request)| self.ask_one(key, request));
            try_join_all(questions).await
        })
    }

    fn completed(&self, keys: Vec<String>) -> Completing<'_> {
        Box::pin(async move {
            for key in keys {
                self.complete(&key).await;
            }
        })
    }
}

/// Whether an error is how it is refused; what a person is asked has a result for that.
fn may_be_refused(request: &ServerRequest) -> bool {
    matches!(
        request,
        ServerRequest::CreateMessageRequest(_) | ServerRequest::ListRootsRequest(_)
    )
}

fn dialog_error(key: &str, error: &ServiceError) -> DialogError {
    match error {
        ServiceError::Timeout { .. } => DialogError::TimedOut {
            key: key.to_owned(),
        },
        ServiceError::TransportSend(_)
        | ServiceError::TransportClosed
        | ServiceError::Cancelled { .. } => DialogError::Closed,
        _ => client(key),
    }
}

/// The client answered with an error; its text is its own and is not passed on.
fn client(key: &str) -> DialogError {
    DialogError::Client {
        key: key.to_owned(),
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
    let reason = Some(texts::rmcp::WITHDRAWN.to_owned());
    CancelledNotification::new(CancelledNotificationParam::new(Some(id), reason)).into()
}

#[cfg(test)]
mod tests;
