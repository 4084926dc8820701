//! Rounds of a handler on a Redis that is full when they end.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Capabilities, Failure, Limits, Method, Request};
use mrtr_tests::Redis;
use mrtr_tests::answers::{decline, yes};
use serde_json::{Value, json};

struct Till {
    redis: Redis,
    charges: AtomicUsize,
}

const LEASE: Duration = Duration::from_secs(1);

/// The lease is to be renewed before it ends, and there is no room for that either.
#[mrtr_tool(single_use)]
async fn pay(till: &Till) -> Result<String, Refused> {
    ask_confirm!(key = "sure", "Charge?").await?;
    till.charges.fetch_add(1, Ordering::SeqCst);
    till.redis.fill();
    tokio::time::sleep(LEASE / 2).await;
    Ok("paid".to_owned())
}

async fn mrtr_on(redis: &Redis) -> Mrtr {
    Mrtr::builder()
        .keys(Keys::new([[7; 32]]).unwrap())
        .audience("stores")
        .single_user()
        .limits(Limits {
            lease: LEASE,
            ..Limits::default()
        })
        .store(redis.store().await)
        .build()
        .unwrap()
}

async fn send(
    mrtr: &Mrtr,
    till: &Till,
    state: Option<&str>,
    answer: Value,
) -> Reply<Result<String, Refused>> {
    let can_be_asked = Capabilities {
        form: true,
        ..Capabilities::default()
    };
    let request = Request::new(Method::CallTool, "pay", None)
        .capabilities(can_be_asked)
        .principal(Principal::local())
        .input_responses(json!({ "sure": answer }).as_object().cloned())
        .request_state(state.map(str::to_owned));
    match mrtr.open(request) {
        Ok(flow) => pay(&flow, till).await,
        Err(failure) => Reply::Failed(failure),
    }
}

#[tokio::test]
async fn r14_a_round_whose_redis_was_full_at_its_end_is_told_and_never_run_again() {
    let Some(redis) = Redis::start(&["--maxmemory-policy", "noeviction"]).await else {
        return;
    };
    let mrtr = mrtr_on(&redis).await;
    let till = Till {
        redis,
        charges: AtomicUsize::new(0),
    };
    let Reply::InputRequired(open) = send(&mrtr, &till, None, json!(null)).await else {
        panic!("not asked")
    };
    let paid = send(&mrtr, &till, Some(&open.state), yes()).await;
    assert!(
        matches!(&paid, Reply::Complete { value: Ok(text), .. } if text == "paid"),
        "{paid:?}"
    );
    // While it is full, and when there is room again: nobody knows how it ended, and a no comes too late.
    for _ in 0..2 {
        let again = send(&mrtr, &till, Some(&open.state), yes()).await;
        assert!(
            matches!(&again, Reply::Failed(Failure::Tool(text)) if text.contains("outcome is unknown")),
            "{again:?}"
        );
        let no = send(&mrtr, &till, Some(&open.state), decline()).await;
        assert!(
            matches!(&no, Reply::Failed(Failure::Rpc(error)) if error.code == -32602),
            "{no:?}"
        );
        till.redis.make_room();
    }
    assert_eq!(till.charges.load(Ordering::SeqCst), 1);
}
