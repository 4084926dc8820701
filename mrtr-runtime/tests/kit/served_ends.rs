//! Whole servers and what seldom happens to them: clients without lists, silence, calls that are dropped.

use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::testing::{Script, TestClient};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde_json::json;

#[derive(Clone)]
struct Desk {
    mrtr: Mrtr,
}

impl MrtrServer for Desk {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

#[tool_router]
impl Desk {
    #[mrtr_tool]
    #[tool]
    async fn pick(&self) -> Result<String, ToolError> {
        let picked = ask_pick!(["a", "b"], several = .., "Any of these?").await?;
        Ok(picked.join(","))
    }

    #[mrtr_tool]
    #[tool]
    async fn describe(&self) -> Result<String, ToolError> {
        let content = [
            json!({"type": "text", "text": "One."}),
            json!({"type": "text", "text": "Two."}),
        ];
        let words = ask_sample!(content = content, "Describe both.").await;
        if words.is_rejected() {
            return Ok("rejected".to_owned());
        }
        Ok(words.text()?.to_owned())
    }

    #[mrtr_tool]
    #[tool]
    async fn folders(&self) -> Result<String, ToolError> {
        let folders = ask_roots!().await;
        Ok(folders.is_rejected().to_string())
    }

    #[mrtr_tool]
    #[tool]
    async fn hang(&self) -> Result<String, ToolError> {
        let begun = capture!("begun".to_owned());
        std::future::pending::<()>().await;
        Ok(begun)
    }
}

#[mrtr_handler]
#[tool_handler]
impl ServerHandler for Desk {}

fn desk() -> (TestClient, Desk) {
    let client = TestClient::new();
    let mrtr = client.mrtr().clone();
    (client, Desk { mrtr })
}

#[tokio::test]
async fn a_client_without_lists_is_an_old_one() {
    let (client, desk) = desk();
    let picks = Script::new().value("picked", vec!["a"]);
    let run = client.old().call_tool(&picks, &desk, "pick", json!({}));
    assert_eq!(run.await.unwrap().text(), "a");

    let without = client.without(Capability::Lists);
    let run = without
        .old()
        .call_tool(&Script::new(), &desk, "pick", json!({}));
    let run = run.await.unwrap();
    assert!(
        run.is_error() && run.text().contains("2025-11-25"),
        "{}",
        run.text()
    );

    let error = without.call_tool(&picks, &desk, "pick", json!({})).await;
    let error = error.unwrap_err().to_string();
    assert!(
        error.contains("a client of 2026-07-28 always has lists"),
        "{error}"
    );
}

#[tokio::test]
async fn a_sample_of_several_blocks_is_known_by_each_old_client() {
    let (client, desk) = desk();
    let script = Script::new().sample("words", "Both.");
    for client in [client.old(), client.old().without(Capability::Lists)] {
        let run = client.call_tool(&script, &desk, "describe", json!({}));
        assert_eq!(run.await.unwrap().text(), "Both.");
    }
}

#[tokio::test]
async fn what_an_old_client_skips_is_an_error_for_a_sample_and_for_roots() {
    let (client, desk) = desk();
    for (key, tool, text) in [
        ("words", "describe", "rejected"),
        ("folders", "folders", "true"),
    ] {
        let skips = Script::new().skip(key);
        let run = client.old().call_tool(&skips, &desk, tool, json!({}));
        assert_eq!(run.await.unwrap().text(), text);
    }
    let skips = Script::new().skip("picked");
    let run = client.old().call_tool(&skips, &desk, "pick", json!({}));
    let run = run.await.unwrap();
    assert!(run.text().contains("`picked`"), "{}", run.text());
}

#[mrtr_tool]
async fn sure() -> Result<(), Refused> {
    ask_confirm!(key = "sure", "Sure?").await
}

#[tokio::test(start_paused = true)]
async fn a_dropped_call_leaves_nothing_to_the_next_run() {
    let (client, desk) = desk();
    for caller in [client.clone(), client.old()] {
        let call = caller.call_tool(&Script::new(), &desk, "hang", json!({}));
        let waited = tokio::time::timeout(Duration::from_secs(1), call).await;
        assert!(waited.is_err());
        let yes = Script::new().confirm("sure");
        let run = client
            .run(&yes, async |flow| sure(flow).await)
            .await
            .unwrap();
        assert_eq!(run.evaluated("begun"), 0, "{}", run.transcript());
    }
}
