//! Transcripts are the same in every run.

use std::sync::atomic::{AtomicU8, Ordering};

use mrtr_runtime::prelude::*;
use mrtr_runtime::testing::{Script, TestClient};
use serde_json::json;

#[derive(Choice, Debug, serde::Serialize, serde::Deserialize)]
enum Speed {
    /// By air
    Fast,
    Slow,
}

#[derive(Elicit, Debug)]
struct Order {
    speed: Speed,
    /// For the courier
    note: Option<String>,
}

/// Not yet at the first look.
async fn paid(looks: &AtomicU8) -> Option<()> {
    (looks.fetch_add(1, Ordering::SeqCst) > 0).then_some(())
}

#[mrtr_tool]
async fn order(flow: Flow, looks: &AtomicU8) -> Result<String, Refused> {
    let id = capture!(flow.id());
    let order = ask_elicit!(Order, "What will it be?").await?;
    let page = format!("https://pay.example.com/{id}?token={}", flow.link());
    ask_url!(page, key = "pay", until = paid(looks).await, "Pay here.").await?;
    let words = ask_sample!(
        system = "Be short.",
        "Thank for {:?}.\nIn English.",
        order.speed
    );
    let words = words.await.text().unwrap_or_default().to_owned();
    ask_confirm!(key = "keep", "Keep this?").await?;
    Ok(format!("{words} ({:?})", order.note))
}

const EXPECTED: &str = r#"request 1
  evaluates id
  asks order (form): What will it be?
    speed: {"type":"string","oneOf":[{"const":"Fast","title":"By air"},{"const":"Slow","title":"Slow"}]}
    note: {"type":"string","title":"For the courier"} (optional)
request 2
  answers order: accept {"speed":"Fast"}
  replays id
  asks pay (url): Pay here.
    at https://pay.example.com/..?token=..
request 3
  answers pay: accept
  replays id
  asks words (sample)
    system: Be short.
    user: Thank for Fast.
      In English.
request 4
  answers words: Thanks.
  replays id
  asks keep (form): Keep this?
    confirm: {"type":"boolean","title":"Confirm"}
request 5
  answers keep: decline
  replays id
  returns Err(Declined { key: "keep", unseen: None })
"#;

async fn transcript() -> String {
    let script = Script::new()
        .accept("order", json!({"speed": "Fast"}))
        .opens("pay")
        .sample("words", "Thanks.")
        .decline("keep");
    let client = TestClient::new().settings(|mrtr| mrtr.url_hosts(["pay.example.com"]));
    let looks = AtomicU8::new(0);
    let run = client.run(&script, async |flow| order(flow, &looks).await);
    run.await.unwrap().transcript().to_string()
}

#[tokio::test]
async fn a_transcript_is_the_same_in_every_run() {
    let transcript = transcript().await;
    assert_eq!(transcript, self::transcript().await);
    assert_eq!(transcript, EXPECTED);
}
