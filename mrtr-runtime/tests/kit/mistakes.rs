//! What a run says that goes wrong: the key, what was asked, and why.

use std::cell::Cell;
use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::testing::{RunError, Script, TestClient};
use mrtr_runtime::{Failure, RpcError};

#[mrtr_tool]
async fn rename(file: &str) -> Result<String, Refused> {
    let name = ask_elicit!(String, "What shall {file} be called?").await?;
    ask_confirm!(key = "sure", "Rename {file} to {name}?").await?;
    Ok(format!("{file} is now {name}"))
}

async fn mistake(script: Script) -> RunError {
    let run = TestClient::new().run(&script, async |flow| rename(flow, "a").await);
    run.await.unwrap_err()
}

/// The first line, of which there is more where a question was asked.
fn said(error: &RunError) -> String {
    let text = error.to_string();
    assert_eq!(format!("{error:?}"), text);
    let (said, transcript) = text.split_once("\n\n").unwrap();
    assert_eq!(transcript, error.transcript().to_string());
    said.to_owned()
}

#[tokio::test]
async fn a_question_without_an_answer_is_named_with_the_nearest_key() {
    let error = mistake(Script::new().value("nmae", "b")).await;
    assert_eq!(
        said(&error),
        "`name` was asked, and the script has no answer for it; it has one for `nmae`"
    );
    assert!(
        error
            .to_string()
            .contains("asks name (form): What shall a be called?")
    );
    let error = mistake(Script::new()).await;
    assert_eq!(
        said(&error),
        "`name` was asked, and the script has no answer for it"
    );
}

#[tokio::test]
async fn a_question_that_is_asked_once_more_says_so() {
    let error = mistake(Script::new().value("name", 7)).await;
    assert_eq!(
        said(&error),
        "`name` was asked once more than the script has answers for it"
    );
    assert!(
        error.to_string().contains("text"),
        "why it is asked again: {error}"
    );
}

#[tokio::test]
async fn an_answer_that_was_not_asked_for_is_named() {
    let script = Script::new()
        .value("name", "b")
        .decline("sure")
        .confirm("really");
    let error = mistake(script).await;
    assert_eq!(
        said(&error),
        "the script has answers that were not asked for: `really`; asked were `name`, `sure`"
    );
}

/// It does not read back as it was written.
#[derive(serde::Serialize, serde::Deserialize)]
struct Seed {
    #[serde(skip_deserializing)]
    number: u8,
}

#[mrtr_tool]
async fn fails() -> Result<u8, Refused> {
    let seed = capture!(Seed { number: 1 });
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(seed.number)
}

#[tokio::test]
async fn a_failure_shows_the_cause_that_no_client_is_told() {
    let script = Script::new();
    let run = TestClient::new().run(&script, async |flow| fails(flow).await);
    let error = run.await.unwrap_err();
    let text = error.to_string();
    assert!(matches!(error.failure(), Some(Failure::Rpc(rpc)) if rpc.code == RpcError::INTERNAL));
    assert!(
        text.contains("that does not read back as it was written"),
        "{text}"
    );
    assert!(text.contains("tests/kit/mistakes.rs:"), "{text}");
    assert!(!error.is_bad_state());
}

#[tokio::test]
async fn a_failure_of_the_client_is_told() {
    let script = Script::new();
    let client = TestClient::new().without(Capability::Form);
    let error = client
        .run(&script, async |flow| rename(flow, "a").await)
        .await;
    let error = error.unwrap_err();
    assert!(said(&error).contains("missing_capability"), "{error}");
    assert!(
        error.to_string().contains("requiredCapabilities"),
        "{error}"
    );
}

#[tokio::test]
async fn a_person_who_takes_too_long_finds_the_state_expired() {
    let script = Script::new().value("name", "b").confirm("sure");
    let client = TestClient::new().taking(Duration::from_secs(601));
    let error = client
        .run(&script, async |flow| rename(flow, "a").await)
        .await;
    let error = error.unwrap_err();
    assert!(error.is_bad_state(), "{error}");
    assert!(said(&error).ends_with("expired"), "{error}");
}

#[mrtr_tool]
async fn forgetful(asks: bool) -> Result<(), Refused> {
    if asks {
        ask_confirm!(key = "one", "One?").await?;
        ask_confirm!(key = "two", "Two?").await?;
    }
    Ok(())
}

/// R9.
#[tokio::test]
async fn a_handler_that_returns_without_what_was_recorded_fails_the_run() {
    let script = Script::new().confirm("one").confirm("two");
    let asks = Cell::new(3);
    let handler = async |flow: &Flow| {
        asks.set(asks.get() - 1);
        forgetful(flow, asks.get() > 0).await
    };
    let error = TestClient::new().run(&script, handler).await.unwrap_err();
    let said = said(&error);
    assert!(
        said.contains("had not come by all that was recorded: `one`"),
        "{said}"
    );
    asks.set(3);
    let client = TestClient::new().allow_unreached();
    let run = client.run(&script, async |flow| {
        asks.set(asks.get() - 1);
        forgetful(flow, asks.get() > 0).await
    });
    assert_eq!(run.await.unwrap().into_result(), Ok(()));
}

#[test]
#[should_panic(
    expected = "the server of this test cannot be set up: entry 1 of `url_hosts` is no host"
)]
fn settings_that_cannot_work_fail_the_test() {
    let _ = TestClient::new().settings(|mrtr| mrtr.url_hosts(["https://a.example"]));
}
