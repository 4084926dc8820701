//! Retry fields that are not what they should be.

use mrtr_runtime::{Counter, MrtrServer as _};
use mrtr_tests::{
    Hosted, Lab, Operation, Process, Transport, Wire, example, prompt, resource, task, tool,
};
use serde_json::{Value, json};

fn operations() -> [Operation; 3] {
    [
        tool("close_incident", json!({"incident": "INC-104"})),
        prompt("incident_report", json!({"incident": "INC-104"})),
        resource("incident://INC-104/report"),
    ]
}

fn malformed() -> Vec<Value> {
    let no_object = [json!(7), json!([]), json!("x"), json!(true)];
    let no_string = [json!(7), json!({}), json!([]), json!(false)];
    let answers = no_object
        .into_iter()
        .map(|value| json!({"inputResponses": value}));
    let states = no_string
        .into_iter()
        .map(|value| json!({"requestState": value}));
    answers.chain(states).collect()
}

async fn incident(transport: Transport) -> Process {
    example!("incident").start(transport).await
}

#[tokio::test]
async fn a39_malformed_retry_fields_are_invalid_params_over_http() {
    let server = incident(Transport::Http).await;
    for operation in operations() {
        for fields in malformed() {
            let refused = server.raw().send(&operation, fields.clone()).await;
            assert_eq!(refused.code(), -32602, "{operation:?} {fields}");
            let message = refused.body["error"]["message"].as_str().unwrap();
            let name = fields.as_object().unwrap().keys().next().unwrap();
            assert!(message.contains(name.as_str()), "{message}");
        }
    }
}

#[tokio::test]
async fn a39_malformed_retry_fields_are_invalid_params_over_stdio() {
    let server = incident(Transport::Stdio).await;
    let client = server.modern().await;
    for operation in operations() {
        for fields in malformed() {
            let refused = client.odd_request(&operation, fields.clone()).await;
            assert_eq!(refused.code(), -32602, "{operation:?} {fields}");
        }
    }
}

#[tokio::test]
async fn a39_null_is_as_good_as_absent_and_an_empty_state_is_not() {
    let server = incident(Transport::Http).await;
    for operation in operations() {
        let null = json!({"requestState": null, "inputResponses": null});
        let asked = server.raw().send(&operation, null).await;
        assert_eq!(asked.result()["resultType"], "input_required");
        let empty = server
            .raw()
            .send(&operation, json!({"requestState": ""}))
            .await;
        assert_eq!(empty.code(), -32602);
    }
}

/// A gateway may add `_meta` to a reply: it is still an interim one, with its questions and its state.
#[tokio::test]
async fn a44_metadata_on_an_interim_result_does_not_hide_it() {
    let server = incident(Transport::Http).await;
    let [close, ..] = operations();
    let asked = server.raw().send(&close, json!({})).await;
    let mut result = asked.result().clone();
    result["_meta"] = json!({"trace": "x"});
    let decoded: rmcp::model::ServerResult = serde_json::from_value(result.clone()).unwrap();
    let rmcp::model::ServerResult::InputRequiredResult(open) = decoded else {
        panic!("{decoded:?}")
    };
    assert_eq!(json!(open.request_state), result["requestState"]);
    assert_eq!(json!(open.input_requests), result["inputRequests"]);
}

#[tokio::test]
async fn a43_too_many_or_too_large_answers_are_refused_by_the_limits_name() {
    let server = incident(Transport::Http).await;
    let [close, ..] = operations();
    let asked = server.raw().send(&close, json!({})).await;
    let state = asked.result()["requestState"].clone();
    let many: serde_json::Map<String, Value> = (0..65)
        .map(|number| (format!("k{number}"), json!({})))
        .collect();
    let mut deep = json!(1);
    for _ in 0..40 {
        deep = json!([deep]);
    }
    for (answers, limit) in [
        (Value::Object(many), "answers"),
        (
            json!({"confirm": {"action": "accept", "content": {"confirm": "x".repeat(70_000)}}}),
            "answer_bytes",
        ),
        (
            json!({"confirm": {"action": "accept", "content": {"confirm": deep}}}),
            "depth",
        ),
    ] {
        let retry = json!({"requestState": state, "inputResponses": answers});
        let refused = server.raw().send(&close, retry).await;
        assert_eq!(refused.code(), -32602, "{limit}");
        let message = refused.body["error"]["message"].as_str().unwrap();
        assert!(message.contains(&format!("({limit})")), "{message}");
    }
}

#[tokio::test]
async fn other_requests_that_rmcp_does_not_know_stay_unknown() {
    let server = incident(Transport::Stdio).await;
    let client = server.modern().await;
    let [close, ..] = operations();
    let without_name = client.odd_request(&close, json!({"name": 7})).await;
    assert_eq!(without_name.code(), -32602);
}

#[tokio::test]
async fn what_cannot_be_read_is_counted() {
    let lab = Lab::default();
    let mrtr = lab.mrtr().clone();
    let server = Hosted::start(lab, Wire::Http).await;
    let [tool, prompt, resource] = [
        tool("guarded", json!({})),
        prompt("letter", json!({"topic": "tests"})),
        resource("lab://x"),
    ];
    let failed = || mrtr.counters().get(Counter::Failed, "malformed");
    let junk = [
        json!({"inputResponses": 7}),
        json!({"requestState": {}}),
        json!({"arguments": "x", "uri": 7}),
    ];
    for operation in [tool, prompt, resource] {
        for fields in &junk {
            let before = failed();
            let refused = server.raw().send(&operation, fields.clone()).await;
            assert_eq!(refused.code(), -32602, "{operation:?} {fields}");
            assert_eq!(failed() - before, 1, "{operation:?} {fields}");
        }
    }
    let before = failed();
    let of_a_task = task("tasks/update", "none");
    let refused = server.raw().send(&of_a_task, junk[0].clone()).await;
    assert_eq!((refused.code(), failed() - before), (-32602, 1));
    assert_eq!(mrtr.counters().total(Counter::Failed), failed());
}
