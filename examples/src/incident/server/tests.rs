//! The server, called by a client in memory.
#![allow(clippy::unwrap_used)]

use mrtr_runtime::Capability;
use mrtr_runtime::testing::{Script, TestClient};
use serde_json::{Value, json};

use super::IncidentServer;
use crate::data::Incidents;

fn server() -> (TestClient, IncidentServer) {
    let client = TestClient::new();
    let server = IncidentServer::new(Incidents::embedded(), client.mrtr().clone());
    (client, server)
}

fn which() -> Value {
    json!({"incident": "INC-104"})
}

#[tokio::test]
async fn a_summary_is_written_by_the_users_model_where_it_has_one() {
    let (client, server) = server();
    let chosen = Script::new().accept("preference", json!({"language": "Japanese"}));
    let script = chosen.clone().sample("summary", "要約");
    let run = client.call_tool(&script, &server, "summarize_incident", which());
    let run = run.await.unwrap();
    assert_eq!(run.text(), "要約");
    let prompt = run.question("summary").unwrap().params().to_string();
    assert!(
        prompt.contains("Summarize this incident in 日本語."),
        "{prompt}"
    );

    let without = client.without(Capability::Sampling);
    let run = without.call_tool(&chosen, &server, "summarize_incident", which());
    assert!(run.await.unwrap().text().contains("[..]"));
}

#[tokio::test]
async fn the_users_model_reads_the_incidents_that_it_wants_to_know() {
    let (client, server) = server();
    let reads = json!({
        "role": "assistant",
        "model": "test-model",
        "stopReason": "toolUse",
        "content": [{"type": "tool_use", "id": "1", "name": "read_incident", "input": which()}],
    });
    let script = Script::new().sample_message("answer", reads);
    let script = script.sample("answer", "None of them.");
    let run = client.call_tool(&script, &server, "find_similar", which());
    let run = run.await.unwrap();
    assert_eq!((run.text().as_str(), run.requests()), ("None of them.", 3));
}

#[tokio::test]
async fn an_incident_is_closed_after_a_yes_and_once() {
    let (client, server) = server();
    for client in [client.clone(), client.old()] {
        let no = Script::new().deny("confirm");
        let run = client.call_tool(&no, &server, "close_incident", which());
        assert!(run.await.unwrap().is_error());
    }
    let yes = Script::new().confirm("confirm");
    let run = client.call_tool(&yes, &server, "close_incident", which());
    assert_eq!(run.await.unwrap().text(), "INC-104 is closed.");
    let run = client.call_tool(&Script::new(), &server, "close_incident", which());
    assert_eq!(run.await.unwrap().text(), "INC-104 is closed already.");
}

#[tokio::test]
async fn a_report_is_for_the_readers_that_the_user_chooses() {
    let (client, server) = server();
    let script = Script::new().value("audience", "executives");
    let report = client.get_prompt(&script, &server, "incident_report", which());
    let report = report.await.unwrap().transcript().to_string();
    assert!(
        report.contains("Write a report on this incident for executives."),
        "{report}"
    );
    let uri = "incident://INC-104/report";
    let run = client.read_resource(&script, &server, uri).await.unwrap();
    assert_eq!(
        run.messages("audience"),
        ["Who is the report on INC-104 for?"]
    );
}
