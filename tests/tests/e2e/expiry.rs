//! States that are too old. These tests wait for real time to pass, as little as will do.

use std::time::{Duration, Instant};

use mrtr_tests::answers::{accept, sample, yes};
use mrtr_tests::{Transport, example, tool};
use serde_json::json;

async fn sleep_until(start: Instant, milliseconds: u64) {
    let end = start + Duration::from_millis(milliseconds);
    tokio::time::sleep(end.saturating_duration_since(Instant::now())).await;
}

over_both! {
    async fn a61_a_state_that_is_older_than_its_ttl_is_refused(transport: Transport) {
        let server = example!("incident").option("--ttl", "1").start(transport).await;
        let client = server.modern().await;
        let close = tool("close_incident", json!({"incident": "INC-104"}));
        let mut call = client.start(close.clone()).await;
        let started = Instant::now();
        sleep_until(started, 1010).await;
        call.answer(json!({"confirm": yes()})).await.assert_bad_state();
        let mut again = client.start(close).await;
        assert_eq!(again.answer(json!({"confirm": yes()})).await.text(), "INC-104 is closed.");
    }
}

over_both! {
    async fn a35_each_round_has_a_ttl_of_its_own(transport: Transport) {
        let server = example!("incident").option("--ttl", "2").start(transport).await;
        let client = server.modern().await;
        let mut call = client.start(tool("summarize_incident", json!({"incident": "INC-104"}))).await;
        let started = Instant::now();
        sleep_until(started, 1200).await;
        call.answer(json!({"preference": accept(json!({"language": "French"}))})).await.asked();
        sleep_until(started, 2300).await;
        assert_eq!(call.answer(json!({"summary": sample("ok")})).await.text(), "ok");
    }
}

over_both! {
    async fn no_round_extends_the_deadline_of_a_flow(transport: Transport) {
        let server = example!("incident").option("--flow-deadline", "1").start(transport).await;
        let client = server.modern().await;
        let mut call = client.start(tool("summarize_incident", json!({"incident": "INC-104"}))).await;
        let started = Instant::now();
        call.answer(json!({"preference": accept(json!({"language": "French"}))})).await.asked();
        sleep_until(started, 1010).await;
        call.answer(json!({"summary": sample("too late")})).await.assert_bad_state();
    }
}
