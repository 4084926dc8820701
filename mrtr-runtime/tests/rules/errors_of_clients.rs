//! R16: an old client that answers with an error. Where that is how a question is refused, the handler is told.

use std::sync::Mutex;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{
    Answering, Counter, Dialog, DialogAnswer, InputRequest, Sample, SampleError, SampleMessage,
    SampleTool,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::harness::{Client, Seen, value, yes};
use crate::logs::logged;

/// Answers samples and roots with errors from a number of questions on, and people's questions with a yes.
#[derive(Default)]
struct Rejects {
    /// What the model says ahead of that.
    says: Vec<Value>,
    /// The keys that it was asked under.
    asked: Mutex<Vec<String>>,
}

impl Rejects {
    fn after(says: impl IntoIterator<Item = Value>) -> Self {
        Self {
            says: says.into_iter().collect(),
            ..Self::default()
        }
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    fn answer(&self, key: String, request: &InputRequest) -> DialogAnswer {
        let mut asked = self.asked.lock().unwrap();
        let said = self.says.get(asked.len());
        asked.push(key.clone());
        match request {
            InputRequest::Elicit { message, .. } if message == "Sure?" => {
                DialogAnswer::new(key, yes())
            }
            InputRequest::Elicit { .. } => DialogAnswer::new(key, value("Ann")),
            _ => match said {
                Some(said) => {
                    let message = json!({"role": "assistant", "model": "m", "content": said});
                    DialogAnswer::new(key, message)
                }
                None => DialogAnswer::error(key),
            },
        }
    }
}

impl Dialog for Rejects {
    fn ask(&self, requests: Vec<(String, InputRequest)>) -> Answering<'_> {
        let answers = requests.into_iter();
        let answers = answers.map(|(key, request)| self.answer(key, &request));
        let answers = answers.collect();
        Box::pin(async { Ok(answers) })
    }
}

macro_rules! live {
    ($client:expr, $dialog:expr, $function:ident, $part:ident) => {{
        let client = &$client;
        let request = client.request(json!(null));
        let body = |flow: Flow| $part(flow.body());
        let serving = client.mrtr.serve_live(request, $function(), $dialog, body);
        serving.await
    }};
}

/// The person says yes behind the sample, so that it is replayed.
#[mrtr_tool]
async fn plain() -> Result<String, Refused> {
    let slogan = ask_sample!(keep = Sample::only_text, "A slogan").await;
    ask_confirm!(key = "sure", "Sure?").await?;
    assert!(slogan.is_rejected());
    assert!(slogan.blocks().is_empty() && slogan.tool_uses().is_empty());
    assert_eq!(slogan.model(), None);
    assert_eq!(
        slogan.clone().only_text().text(),
        Err(SampleError::Rejected)
    );
    Ok(format!("{:?}", slogan.text()))
}

#[tokio::test]
async fn a67_a_rejected_sample_is_told_to_the_handler_and_stays_so() {
    let (client, dialog) = (Client::new(), Rejects::default());
    let serving = async { live!(client, &dialog, __mrtr_function_plain, plain_part) };
    let (done, log) = logged(serving).await;
    assert_eq!(done.complete(), Ok("Err(Rejected)".to_owned()));
    assert_eq!(dialog.asked(), ["slogan", "sure"]);
    let counters = client.mrtr.counters();
    assert_eq!(counters.get(Counter::Refusals, "client_error"), 1);
    assert_eq!(counters.total(Counter::Refusals), 1);
    assert_eq!(counters.total(Counter::Failed), 0);
    for told in [
        "WARN",
        "reason=\"client_error\"",
        "key=\"slogan\"",
        "errors_of_clients.rs",
    ] {
        assert!(log.contains(told), "{log}");
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Plan {
    #[allow(dead_code, reason = "it is read by nobody")]
    steps: Vec<String>,
}

#[mrtr_tool]
async fn typed() -> Result<String, Refused> {
    let plan = ask_sample!(Plan, key = "plan", "A plan").await;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(format!("{:?}", plan.err()))
}

#[tokio::test]
async fn a67_a_rejected_value_is_told_apart_from_one_that_does_not_fit() {
    let misfit = json!({"type": "text", "text": "hm"});
    let often = vec![misfit.clone(); 20];
    for (dialog, told) in [
        (Rejects::default(), "Some(Rejected)"),
        (Rejects::after([misfit]), "Some(Rejected)"),
        (Rejects::after(often), "Some(Misfit)"),
    ] {
        let client = Client::new();
        let done = live!(client, &dialog, __mrtr_function_typed, typed_part);
        assert_eq!(done.complete(), Ok(told.to_owned()));
    }
}

fn tools() -> [SampleTool; 1] {
    [SampleTool::new("look", "Looks", json!({"type": "object"}))]
}

#[mrtr_tool]
async fn runs() -> Result<String, Refused> {
    let said = ask_sample!(
        key = "said",
        tools = tools(),
        run = |_| async { "nothing" },
        "Look"
    )
    .await;
    let plan = ask_sample!(
        Plan,
        key = "plan",
        tools = tools(),
        run = |_| async { "nothing" },
        "Plan"
    )
    .await;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(format!("{:?} {:?}", said.text(), plan.err()))
}

#[tokio::test]
async fn a67_a_turn_that_is_rejected_ends_the_conversation() {
    let call = json!({"type": "tool_use", "id": "1", "name": "look", "input": {}});
    for (dialog, asked) in [
        (Rejects::default(), vec!["said", "plan", "sure"]),
        (
            Rejects::after([call]),
            vec!["said", "said#2", "plan", "sure"],
        ),
    ] {
        let client = Client::new();
        let done = live!(client, &dialog, __mrtr_function_runs, runs_part);
        let told = "Err(Rejected) Some(Rejected)".to_owned();
        assert_eq!(done.complete(), Ok(told));
        assert_eq!(dialog.asked(), asked);
    }
}

#[mrtr_tool]
async fn side_by_side() -> Result<String, Refused> {
    let (name, slogan, roots) = tokio::join!(
        ask_elicit!(String, key = "name", "Name?"),
        ask_sample!(key = "slogan", "A slogan"),
        ask_roots!(key = "roots"),
    );
    assert!(roots.is_rejected() && roots.all().is_empty() && roots.first().is_none());
    Ok(format!("{} {:?}", name?, slogan.text()))
}

#[tokio::test]
async fn a67_what_is_asked_beside_a_rejected_sample_stands() {
    let (client, dialog) = (Client::new(), Rejects::default());
    let function = __mrtr_function_side_by_side;
    let done = live!(client, &dialog, function, side_by_side_part);
    assert_eq!(done.complete(), Ok("Ann Err(Rejected)".to_owned()));
    assert_eq!(dialog.asked(), ["name", "slogan", "roots"]);
}

/// The conversation goes on without what the model did not say.
#[mrtr_tool]
async fn goes_on() -> Result<String, SampleError> {
    let first = ask_sample!(key = "first", "Hi").await;
    let so_far = [SampleMessage::user("Hi"), (&first).into()];
    ask_sample!(key = "second", messages = so_far, "And?")
        .await
        .text()
}

#[tokio::test]
async fn a67_a_conversation_with_a_rejected_sample_in_it_ends_nothing() {
    let (client, dialog) = (Client::new(), Rejects::default());
    let done = live!(client, &dialog, __mrtr_function_goes_on, goes_on_part);
    assert_eq!(done.complete(), Err(SampleError::Rejected));
    assert_eq!(dialog.asked(), ["first", "second"]);
}

/// Answers everything in one way.
struct With(fn(String) -> DialogAnswer);

impl Dialog for With {
    fn ask(&self, requests: Vec<(String, InputRequest)>) -> Answering<'_> {
        let answers = requests.into_iter().map(|(key, _)| (self.0)(key)).collect();
        Box::pin(async { Ok(answers) })
    }
}

#[mrtr_tool]
async fn name() -> Result<String, Refused> {
    ask_elicit!(String, key = "name", "Name?").await
}

#[tokio::test]
async fn an_error_refuses_no_question_to_a_person() {
    let client = Client::new();
    let failed = live!(
        client,
        &With(DialogAnswer::error),
        __mrtr_function_name,
        name_part
    );
    assert_eq!(failed.text(), "The client could not answer `name`.");
    let counters = client.mrtr.counters();
    assert_eq!(counters.get(Counter::Failed, "client_error"), 1);
}

#[tokio::test]
async fn a67_null_is_no_error_but_a_wrong_answer() {
    let client = Client::new();
    let null = With(|key| DialogAnswer::new(key, json!(null)));
    let failed = live!(client, &null, __mrtr_function_plain, plain_part);
    assert_eq!(failed.code(), -32602);
    let mut modern = Client::new();
    modern.send(json!(null), plain).await.asked();
    let failed = modern.send(json!({"slogan": null}), plain).await;
    assert_eq!(failed.code(), -32602);
}
