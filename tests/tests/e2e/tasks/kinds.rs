//! Every kind of question in a task: answered in parts, and with an answer of its own kind alone.

use mrtr_tests::answers::{roots, sample};

use super::*;

const WRONG: [(&str, &str); 3] = [
    ("owner", "elicitation/create"),
    ("slogan", "sampling/createMessage"),
    ("places", "roots/list"),
];

fn answer(key: &str) -> Value {
    match key {
        "owner" => json!({"action": "accept"}),
        "slogan" => sample("Hi"),
        _ => roots(&["file:///home/ann"]),
    }
}

async fn open(server: &Server) -> (Raw, String) {
    let capabilities = json!({
        "elicitation": {"url": {}}, "sampling": {}, "roots": {}, "extensions": {TASKS: {}},
    });
    let client = server.hosted.raw().declaring(capabilities);
    let id = id(&client.send(&call("gather_in_a_task"), json!({})).await);
    (client, id)
}

#[tokio::test]
async fn a78_pages_samples_and_roots_are_asked_in_a_task_and_answered_one_by_one() {
    let server = Server::start().await;
    let (client, id) = open(&server).await;
    let mut open = vec!["owner", "places", "slogan"];
    let seen = look(&client, &id, "input_required").await;
    assert_eq!(sorted(&seen), open);
    for (key, method) in WRONG {
        assert_eq!(seen["inputRequests"][key]["method"], method);
    }
    let page = &seen["inputRequests"]["owner"]["params"];
    assert_eq!(page["mode"], "url");
    assert_eq!(page["url"], "https://pages.example/connect");
    for key in ["places", "owner"] {
        update(&client, &id, json!({key: answer(key)})).await;
        open.retain(|left| *left != key);
        let seen = look(&client, &id, "input_required").await;
        assert_eq!(sorted(&seen), open);
    }
    update(&client, &id, json!({"slogan": answer("slogan")})).await;
    // The page is not done: it is waited for, and not asked for again.
    look(&client, &id, "working").await;
    server.lab.effects.add("connected");
    let done = look(&client, &id, "completed").await;
    assert_eq!(text(&done), "Ann Hi /home/ann");
}

fn sorted(task: &Value) -> Vec<&str> {
    let mut keys = keys(task);
    keys.sort_unstable();
    keys
}

#[tokio::test]
async fn a19_an_answer_of_another_kind_is_refused_in_a_task_and_its_question_stays_open() {
    let server = Server::start().await;
    let (client, id) = open(&server).await;
    look(&client, &id, "input_required").await;
    for (key, method) in WRONG {
        for (other, _) in WRONG.iter().filter(|(other, _)| *other != key) {
            let wrong = json!({ "inputResponses": {key: answer(other)} });
            let refused = client.send(&task("tasks/update", &id), wrong).await;
            assert_eq!(refused.code(), -32602, "{key} {other}");
            let told = refused.body["error"]["message"].as_str().unwrap();
            assert!(told.contains(key) && told.contains(method), "{told}");
        }
    }
    let seen = look(&client, &id, "input_required").await;
    assert_eq!(sorted(&seen), ["owner", "places", "slogan"]);
}
