//! Rounds whose questions could not be sealed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::HashMap;
use std::future::ready;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};

use crate::prelude::*;
use crate::state::NO_RANDOMNESS;
use crate::store::{Claimed, RoundClaim, RoundStore, Storing};
use crate::{Capabilities, Counter, Failure, Keys, Method, Principal, Request};

/// Who holds a round, with what, and the reply to it. The locks of `MemoryStore` are loom's in unit tests, and work only in
/// a model of it.
#[derive(Default)]
struct Rounds(Mutex<HashMap<[u8; 32], Held>>);

/// The answers of who holds a round, and the reply.
type Held = ([u8; 32], Option<Vec<u8>>);

impl RoundStore for Rounds {
    fn claim<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, Claimed> {
        let mut rounds = self.0.lock().unwrap();
        let claimed = match rounds.get(&claim.round).cloned() {
            None => Claimed::Fresh,
            Some((answers, None)) => Claimed::Running { answers },
            Some((answers, Some(reply))) => Claimed::Done { reply, answers },
        };
        let held = rounds.entry(claim.round);
        held.or_insert((claim.answers, None));
        Box::pin(ready(Ok(claimed)))
    }

    fn renew<'a>(&'a self, _: &'a RoundClaim) -> Storing<'a, bool> {
        Box::pin(ready(Ok(true)))
    }

    fn settle<'a>(&'a self, claim: &'a RoundClaim, reply: &'a [u8]) -> Storing<'a, bool> {
        let mut rounds = self.0.lock().unwrap();
        rounds.insert(claim.round, (claim.answers, Some(reply.to_vec())));
        Box::pin(ready(Ok(true)))
    }

    fn release<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, ()> {
        self.0.lock().unwrap().remove(&claim.round);
        Box::pin(ready(Ok(())))
    }
}

#[mrtr_tool(single_use)]
async fn order(orders: &AtomicU32, captures: bool) -> Result<u32, Refused> {
    ask_confirm!(key = "sure", "Sure?").await?;
    let number = if captures {
        capture!(orders.fetch_add(1, Ordering::Relaxed))
    } else {
        0
    };
    ask_confirm!(key = "really", "Really?").await?;
    Ok(number)
}

fn mrtr() -> Mrtr {
    let builder = Mrtr::builder().keys(Keys::new([[7; 32]]).unwrap());
    let builder = builder.audience("once").single_user();
    builder.store(Rounds::default()).build().unwrap()
}

fn request(answers: Value, state: Option<&str>) -> Request<'static> {
    let form = Capabilities {
        form: true,
        ..Capabilities::default()
    };
    Request::new(Method::CallTool, "order", None)
        .capabilities(form)
        .principal(Principal::local())
        .input_responses(answers.as_object().cloned())
        .request_state(state.map(str::to_owned))
}

/// The key of the question with the state, or what the client is told of a failure.
fn seen(reply: Reply<Result<u32, Refused>>) -> (String, Option<String>) {
    match reply {
        Reply::InputRequired(open) => (open.requests.first().unwrap().0.clone(), Some(open.state)),
        Reply::Failed(Failure::Rpc(error)) => (error.message, None),
        other => panic!("{other:?}"),
    }
}

/// What is told when there is no randomness once, and what to the same request sent again.
async fn without_randomness(captures: bool) -> (String, String, u32) {
    let (mrtr, orders) = (mrtr(), AtomicU32::new(0));
    let send = async |request| {
        let flow = mrtr.open(request).unwrap();
        seen(order(&flow, &orders, captures).await)
    };
    let (_, state) = send(request(json!(null), None)).await;
    let sure = json!({"sure": {"action": "accept", "content": {"confirm": true}}});
    NO_RANDOMNESS.set(1);
    let (told, _) = send(request(sure.clone(), state.as_deref())).await;
    assert_eq!(NO_RANDOMNESS.get(), 0);
    assert_eq!(mrtr.counters().get(Counter::Failed, "not_sealed"), 1);
    let (again, _) = send(request(sure, state.as_deref())).await;
    (told, again, orders.into_inner())
}

#[tokio::test]
async fn r14_a_round_that_could_not_be_sealed_for_now_is_given_back() {
    let (told, again, _) = without_randomness(false).await;
    assert_eq!((&*told, &*again), ("Internal error", "really"));
}

#[tokio::test]
async fn r14_what_was_captured_in_a_round_that_could_not_be_sealed_is_not_captured_again() {
    let (told, again, orders) = without_randomness(true).await;
    assert_eq!((&*told, &*again), ("Internal error", "Internal error"));
    assert_eq!(orders, 1);
}
