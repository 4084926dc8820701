//! A server that rmcp's own `Router` stands in front of.

use mrtr_runtime::Counter;
use mrtr_runtime::rmcp::KeepRetries;
use mrtr_tests::answers::{value, yes};
use mrtr_tests::{Client, Lab, Operation, Person, lab_mrtr, over_pipe, prompt, resource, tool};
use serde_json::{Value, json};

fn letter() -> Operation {
    prompt("letter", json!({"topic": "tests"}))
}

async fn kept(person: &Person) -> Client {
    over_pipe(KeepRetries::new(Lab::default().routed()), person).await
}

fn text(result: &Value) -> &Value {
    &result["messages"][0]["content"]["text"]
}

#[tokio::test]
async fn tools_prompts_and_resources_behind_a_router_ask_in_rounds() {
    let client = kept(&Person::modern()).await;
    let mut guarded = client.start(tool("guarded", json!({}))).await;
    assert_eq!(guarded.answer(json!({"sure": yes()})).await.text(), "done");
    let mut asked = client.start(letter()).await;
    let done = asked.answer(json!({"reader": value("Ann")})).await;
    assert_eq!(text(done.result()), "Write to Ann about tests.");
    let mut note = client.start(resource("lab://x")).await;
    let done = note.answer(json!({"note": value("mine")})).await;
    assert_eq!(done.result()["contents"][0]["text"], "mine");
    let plain = client.once(prompt("plain_prompt", json!({}))).await;
    assert_eq!(text(plain.result()), "Hello");
}

#[tokio::test]
async fn no_old_client_behind_a_router_gets_input_required() {
    let person = Person::old().answering(|question| {
        let schema = &question.params["requestedSchema"]["properties"];
        Some(if schema["confirm"].is_object() {
            yes()
        } else {
            value("Ann")
        })
    });
    // An old client sends no retry, so nothing is lost on the way.
    let bare = over_pipe(Lab::default().routed(), &person).await;
    for client in [kept(&person).await, bare] {
        assert_eq!(client.once(tool("guarded", json!({}))).await.text(), "done");
        let done = client.once(letter()).await;
        assert_eq!(text(done.result()), "Write to Ann about tests.");
        let done = client.once(resource("lab://x")).await;
        assert_eq!(done.result()["contents"][0]["text"], "Ann");
    }
    assert_eq!(person.asked().len(), 6);
}

#[tokio::test]
async fn a_prompt_whose_retries_are_lost_is_an_error_and_asks_nobody() {
    let mrtr = lab_mrtr(&[1]);
    let lab = Lab::new(mrtr.clone());
    let client = over_pipe(lab.routed(), &Person::modern()).await;
    assert_eq!(client.once(letter()).await.code(), -32603);
    assert_eq!(mrtr.counters().get(Counter::Failed, "lost_retries"), 1);
    let mut guarded = client.start(tool("guarded", json!({}))).await;
    assert_eq!(guarded.answer(json!({"sure": yes()})).await.text(), "done");
}
