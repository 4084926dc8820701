//! R12: nothing is held between rounds.

use std::sync::Arc;

use mrtr_runtime::prelude::*;
use serde_json::json;

use crate::harness::{Client, Seen};

#[mrtr_tool]
async fn holds(guard: Arc<()>) -> Result<(), Refused> {
    let held = guard;
    ask_confirm!(key = "sure", "Sure?").await?;
    drop(held);
    Ok(())
}

#[tokio::test]
async fn a47_what_a_handler_holds_is_released_when_it_suspends() {
    let guard = Arc::new(());
    let mut client = Client::new();
    for _ in 0..100 {
        client.state = None;
        let held = guard.clone();
        let asked = client
            .send(json!(null), async move |flow| holds(flow, held).await)
            .await;
        assert_eq!(asked.asked(), ["sure"]);
        assert_eq!(Arc::strong_count(&guard), 1);
    }
}
