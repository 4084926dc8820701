//! R9: records that a finished handler did not come by are logged, and change nothing.

use mrtr_runtime::prelude::*;
use serde_json::json;

use crate::harness::{Client, Seen, value, yes};
use crate::logs::logged;

#[mrtr_tool]
async fn asks(twice: bool) -> Result<&'static str, Refused> {
    if twice {
        let _name = ask_elicit!(String, key = "name", "Name?").await?;
        ask_confirm!(key = "sure", "Sure?").await?;
    }
    Ok("done")
}

#[tokio::test]
async fn r9_an_answer_that_is_not_reached_is_logged_and_the_result_stands() {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| asks(flow, true).await)
        .await
        .asked();
    client
        .send(json!({"name": value("4711")}), async |flow| {
            asks(flow, true).await
        })
        .await
        .asked();
    let (done, log) =
        logged(client.send(json!({"sure": yes()}), async |flow| asks(flow, false).await)).await;
    assert_eq!(done.complete(), Ok("done"));
    assert!(log.contains("not reached") && log.contains("name"), "{log}");
    assert!(
        log.contains("r09_unreached.rs") && log.contains("line=12"),
        "{log}"
    );
    assert!(!log.contains("4711"), "{log}");
}

#[tokio::test]
async fn r9_an_answer_that_came_and_was_not_reached_is_logged_too() {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| asks(flow, true).await)
        .await
        .asked();
    let (done, log) = logged(client.send(json!({"name": value("4711")}), async |flow| {
        asks(flow, false).await
    }))
    .await;
    assert_eq!(done.complete(), Ok("done"));
    assert!(log.contains("not reached") && log.contains("name"), "{log}");
    assert!(
        log.contains("r09_unreached.rs") && log.contains("line=12"),
        "{log}"
    );
    assert!(!log.contains("4711"), "{log}");
}
