#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::field_reassign_with_default,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::sync::Arc;
use std::time::Duration;

use ::rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CreateMessageRequestParams,
    CreateMessageResult, ElicitRequestParams, ElicitResult, ElicitationAction, SamplingMessage,
};
use ::rmcp::service::{RequestContext, RoleClient, RunningService, ServiceExt as _};
use ::rmcp::{ClientHandler, ErrorData, ServerHandler};
use serde_json::{Value, json};
use tokio::sync::{Barrier, mpsc};

use super::*;
use crate::SampleRequest;
use crate::form::{FieldKind, Form, FormField};

fn question(message: &str) -> InputRequest {
    InputRequest::Elicit {
        message: message.into(),
        form: Form::new(vec![FormField::new("value", FieldKind::text())]),
    }
}

fn round(tool: &str) -> Vec<(String, InputRequest)> {
    match tool {
        "two" => vec![
            ("first".into(), question("First?")),
            ("second".into(), question("Second?")),
        ],
        "sample" => {
            let mut sample = SampleRequest::default();
            sample.messages =
                vec![json!({"role": "user", "content": {"type": "text", "text": "Hi"}})];
            sample.max_tokens = 10;
            vec![("summary".into(), InputRequest::Sample(Box::new(sample)))]
        }
        "roots" => vec![("where".into(), InputRequest::Roots)],
        "page" => {
            let url = "https://pages.example".to_owned();
            let message = "There?".to_owned();
            vec![("there".into(), InputRequest::ElicitUrl { message, url })]
        }
        _ => vec![("never".into(), question("Never?"))],
    }
}

/// Asks the questions of [`round`] and answers with what came of them.
struct Asker;

impl ServerHandler for Asker {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: Context,
    ) -> Result<CallToolResponse, ErrorData> {
        let dialog = LiveDialog::new(&context, "dialog".to_owned());
        let asking = dialog.ask(round(&request.name));
        let result = match tokio::time::timeout(Duration::from_millis(300), asking).await {
            Ok(Ok(answers)) => {
                let pairs = answers.into_iter().map(DialogAnswer::into_pair);
                json!(pairs.collect::<Vec<_>>())
            }
            Ok(Err(error)) => json!(format!("{error:?}")),
            Err(_) => json!("dropped"),
        };
        Ok(CallToolResult::structured(json!({ "answers": result })).into())
    }
}

/// Answers two questions only when both stand open.
struct Client {
    both: Arc<Barrier>,
    taken_back: mpsc::UnboundedSender<String>,
}

impl ClientHandler for Client {
    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams { message, .. } = request else {
            return Err(ErrorData::invalid_params("not a form", None));
        };
        if message == "Never?" {
            context.ct.cancelled().await;
            self.taken_back.send(message).unwrap();
            return Err(ErrorData::internal_error("cancelled", None));
        }
        self.both.wait().await;
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(json!({"value": message})))
    }

    async fn create_message(
        &self,
        params: CreateMessageRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        assert_eq!(params.max_tokens, 10);
        let message = SamplingMessage::assistant_text("Hello");
        Ok(CreateMessageResult::new(message, "model".into()))
    }

    async fn list_roots(
        &self,
        _context: RequestContext<RoleClient>,
    ) -> Result<::rmcp::model::ListRootsResult, ErrorData> {
        Err(ErrorData::new(
            ::rmcp::model::ErrorCode(-1),
            "User rejected the request",
            None,
        ))
    }
}

async fn connect() -> (
    RunningService<RoleClient, Client>,
    mpsc::UnboundedReceiver<String>,
) {
    let (server_io, client_io) = tokio::io::duplex(4096);
    tokio::spawn(async move {
        let server = Asker.serve(server_io).await.unwrap();
        server.waiting().await.unwrap();
    });
    let (taken_back, seen) = mpsc::unbounded_channel();
    let both = Arc::new(Barrier::new(2));
    let client = Client { both, taken_back };
    (client.serve(client_io).await.unwrap(), seen)
}

async fn call(client: &RunningService<RoleClient, Client>, tool: &'static str) -> Value {
    let result = client.call_tool(CallToolRequestParams::new(tool)).await;
    result.unwrap().structured_content.unwrap()["answers"].clone()
}

#[tokio::test]
async fn the_questions_of_a_round_stand_open_at_once() {
    let (client, _) = connect().await;
    assert_eq!(
        call(&client, "two").await,
        json!([
            ["first", {"action": "accept", "content": {"value": "First?"}}],
            ["second", {"action": "accept", "content": {"value": "Second?"}}],
        ])
    );
}

#[tokio::test]
async fn an_answer_is_what_would_stand_in_input_responses() {
    let (client, _) = connect().await;
    let answers = call(&client, "sample").await;
    assert_eq!(answers[0][0], "summary");
    assert_eq!(answers[0][1]["role"], "assistant");
    assert_eq!(
        answers[0][1]["content"],
        json!({"type": "text", "text": "Hello"})
    );
    assert!(answers[0][1].get("resultType").is_none());
}

#[tokio::test]
async fn a_client_that_refuses_is_told_apart_from_one_that_is_gone() {
    let (client, _) = connect().await;
    // An error is how roots and samples are refused; what a person is asked has a result for that.
    assert_eq!(call(&client, "roots").await, json!([["where", null]]));
    assert_eq!(
        call(&client, "page").await,
        json!(r#"Client { key: "there" }"#)
    );
    assert_eq!(
        dialog_error("where", &ServiceError::TransportClosed),
        DialogError::Closed
    );
}

#[tokio::test]
async fn a_question_that_is_dropped_is_taken_back() {
    let (client, mut seen) = connect().await;
    assert_eq!(call(&client, "never").await, json!("dropped"));
    let taken_back = tokio::time::timeout(Duration::from_secs(5), seen.recv()).await;
    assert_eq!(taken_back.unwrap().unwrap(), "Never?");
}
