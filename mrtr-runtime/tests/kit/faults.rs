//! Calls that are gone on with in more than one way: lost replies, forks, deploys, other callers, keys and clocks.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::testing::{RunError, Script, Suspended, TestClient};
use mrtr_runtime::{Failure, Method};

#[mrtr_tool]
async fn pay(effects: &AtomicU32) -> Result<u32, Refused> {
    let order = capture!(effects.fetch_add(1, Ordering::SeqCst));
    ask_confirm!(key = "sure", "Pay?").await?;
    ask_confirm!(key = "really", "Really?").await?;
    effects.fetch_add(10, Ordering::SeqCst);
    Ok(order)
}

#[mrtr_tool(single_use)]
async fn pay_once(effects: &AtomicU32) -> Result<u32, Refused> {
    ask_confirm!(key = "sure", "Pay?").await?;
    Ok(effects.fetch_add(10, Ordering::SeqCst))
}

fn both() -> Script {
    Script::new().confirm("sure").confirm("really")
}

async fn open(client: &TestClient) -> Suspended {
    let effects = AtomicU32::new(0);
    let handler = async |flow: &Flow| pay(flow, &effects).await;
    let open = client.suspend_at("sure", &Script::new(), handler).await;
    open.unwrap()
}

async fn resume(open: &Suspended) -> Result<Result<u32, Refused>, RunError> {
    let effects = AtomicU32::new(5);
    let run = open.resume(&both(), async |flow| pay(flow, &effects).await);
    run.await.map(|run| run.into_result())
}

#[tokio::test]
async fn a_suspended_call_can_be_gone_on_with_more_than_once() {
    let open = open(&TestClient::new()).await;
    assert_eq!(open.asked(), ["sure"]);
    assert_eq!(format!("{open:?}"), r#"Suspended { asked: ["sure"], .. }"#);
    for _ in 0..2 {
        assert_eq!(
            resume(&open).await.unwrap(),
            Ok(0),
            "what was captured first"
        );
    }
    let effects = AtomicU32::new(0);
    let handler = async |flow: &Flow| pay(flow, &effects).await;
    let no = Script::new().decline("sure");
    let fork = open.resume(&no, handler).await.unwrap();
    assert_eq!(fork.into_result(), Err(Refused::declined("sure")));
    let later = open.resume_to("really", &Script::new().confirm("sure"), handler);
    let later = later.await.unwrap();
    assert_eq!(later.asked(), ["really"]);
    let run = later
        .resume(&Script::new().confirm("really"), handler)
        .await;
    let run = run.unwrap();
    assert_eq!((run.result(), run.requests()), (&Ok(0), 3));
}

#[tokio::test]
async fn a_call_that_never_asks_the_key_says_so() {
    let effects = AtomicU32::new(0);
    let client = TestClient::new();
    let run = client.suspend_at("shure", &both(), async |flow| pay(flow, &effects).await);
    let error = run.await.unwrap_err().to_string();
    assert!(
        error.starts_with("the handler returned, and `shure` was not asked"),
        "{error}"
    );
}

#[tokio::test]
async fn states_that_must_not_open_do_not() {
    let client = TestClient::new();
    let open = open(&client).await;
    let bob = client.clone().principal(Principal::new("idp", "bob"));
    let other = client.clone().calling(Method::CallTool, "other", None);
    for wrong in [
        open.tampered(),
        open.on(&bob),
        open.on(&other),
        open.on(&client.rekeyed()),
        open.on(&TestClient::new()),
    ] {
        assert!(resume(&wrong).await.unwrap_err().is_bad_state());
    }
    let error = resume(&open.tampered()).await.unwrap_err().to_string();
    assert!(error.contains("integrity"), "{error}");
    for right in [open.on(&client.restarted()), open.on(&client.rotated())] {
        assert_eq!(resume(&right).await.unwrap(), Ok(0));
    }
    client.clock().advance(Duration::from_secs(601));
    assert!(resume(&open).await.unwrap_err().is_bad_state());
}

#[tokio::test]
async fn capabilities_are_those_of_each_request() {
    let client = TestClient::new();
    let open = open(&client).await;
    let error = resume(&open.on(&client.without(Capability::Form))).await;
    let error = error.unwrap_err();
    assert!(
        matches!(error.failure(), Some(Failure::Rpc(rpc)) if rpc.code == -32021),
        "{error}"
    );
}

#[mrtr_tool(version = 2)]
async fn pay_otherwise() -> Result<u32, Refused> {
    let order = capture!(7);
    ask_confirm!(key = "sure", "Pay now?").await?;
    Ok(order)
}

#[tokio::test]
async fn a_deploy_is_another_handler() {
    let open = open(&TestClient::new()).await;
    let run = open.resume(&both(), async |flow| pay_otherwise(flow).await);
    let error = run.await.unwrap_err();
    let text = error.to_string();
    assert!(text.contains("The server was updated."), "{text}");
}

#[tokio::test]
async fn a_lost_reply_repeats_what_is_not_single_use() {
    let client = TestClient::new().losing_replies();
    let effects = AtomicU32::new(0);
    let run = client.run(&both(), async |flow| pay(flow, &effects).await);
    let run = run.await.unwrap();
    assert_eq!((run.requests(), run.evaluated("order")), (6, 2));
    assert_eq!(effects.load(Ordering::SeqCst), 22);
    assert_eq!(
        run.result(),
        &Ok(1),
        "the first order was lost with its reply"
    );
    assert!(
        run.transcript()
            .to_string()
            .contains("the reply is lost\nrequest 2")
    );
    let effects = AtomicU32::new(0);
    let script = Script::new().confirm("sure");
    let run = client.run(&script, async |flow| pay_once(flow, &effects).await);
    assert_eq!(run.await.unwrap().into_result(), Ok(0));
    assert_eq!(effects.load(Ordering::SeqCst), 10);
}

#[tokio::test]
async fn a_store_outlives_a_restart() {
    let client = TestClient::new();
    let effects = AtomicU32::new(0);
    let handler = async |flow: &Flow| pay_once(flow, &effects).await;
    let open = client.suspend_at("sure", &Script::new(), handler).await;
    let open = open.unwrap();
    let yes = Script::new().confirm("sure");
    open.resume(&yes, handler).await.unwrap();
    let again = open.on(&client.restarted());
    assert_eq!(
        again.resume(&yes, handler).await.unwrap().into_result(),
        Ok(0)
    );
    let no = again.resume(&Script::new().decline("sure"), handler).await;
    assert!(no.unwrap_err().to_string().contains("spent"));
    assert_eq!(effects.load(Ordering::SeqCst), 10);
}
