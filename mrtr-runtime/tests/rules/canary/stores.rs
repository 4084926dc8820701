//! Stores that fail after a round was claimed: the round goes on, and the log says what was lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mrtr_runtime::store::{Claimed, RoundClaim, StoreError, Storing};

use super::failures::walk_once;
use super::*;

type Answer<T> = fn() -> Result<T, StoreError>;

/// Gives a round away at first, and answers all that follows as it is told.
struct Loses {
    claims: AtomicUsize,
    /// Later claims of the round.
    again: fn(&RoundClaim) -> Result<Claimed, StoreError>,
    renewed: Answer<bool>,
    settled: Answer<bool>,
    released: Answer<()>,
}

impl Default for Loses {
    fn default() -> Self {
        Self {
            claims: AtomicUsize::new(0),
            again: |_| Ok(Claimed::Fresh),
            renewed: || Ok(true),
            settled: || Ok(true),
            released: || Ok(()),
        }
    }
}

impl RoundStore for Loses {
    fn claim<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, Claimed> {
        let is_first = self.claims.fetch_add(1, Ordering::SeqCst) == 0;
        let claimed = if is_first {
            Ok(Claimed::Fresh)
        } else {
            (self.again)(claim)
        };
        Box::pin(std::future::ready(claimed))
    }

    fn renew<'a>(&'a self, _: &'a RoundClaim) -> Storing<'a, bool> {
        Box::pin(std::future::ready((self.renewed)()))
    }

    fn settle<'a>(&'a self, _: &'a RoundClaim, _: &'a [u8]) -> Storing<'a, bool> {
        Box::pin(std::future::ready((self.settled)()))
    }

    fn release<'a>(&'a self, _: &'a RoundClaim) -> Storing<'a, ()> {
        Box::pin(std::future::ready((self.released)()))
    }
}

fn down<T>() -> Result<T, StoreError> {
    Err(StoreError::Unavailable("refused".to_owned()))
}

fn of_another(_: &RoundClaim) -> Result<Claimed, StoreError> {
    Ok(Claimed::Running { answers: [9; 32] })
}

#[mrtr_tool(single_use)]
async fn slow(path: &str) -> Result<usize, Refused> {
    let name = ask_elicit!(String, "Name of {path}?").await?;
    let hold = capture!({
        tokio::time::sleep(Duration::from_secs(25)).await;
        format!("{CANARY} {name}")
    });
    Ok(hold.len())
}

async fn walk_slowly(spy: &mut Spy) {
    let handler = async |flow: &Flow| slow(flow, CANARY).await;
    spy.send(json!(null), handler).await;
    spy.send(json!({"name": sung()}), handler).await;
}

fn spy(limits: Limits, store: Loses) -> Spy {
    Spy::of(limits, Some(Arc::new(store)), false)
}

/// A round that ends as if nothing had happened; the log says `says`.
async fn assert_lost(says: &str, slowly: bool, limits: Limits, store: Loses) {
    let mut spy = spy(limits, store);
    let walk = async {
        if slowly {
            walk_slowly(&mut spy).await;
        } else {
            walk_once(&mut spy).await;
        }
    };
    let ((), log) = logged(walk).await;
    let counters = spy.client.mrtr.counters();
    assert_eq!(counters.get(Counter::Completed, ""), 1, "{says}: {log}");
    assert!(log.contains(says), "{says}: {log}");
    assert_silent(says, &log, &spy);
}

#[tokio::test(start_paused = true)]
async fn what_a_store_loses_is_silent() {
    let lost = || Loses {
        settled: || Ok(false),
        ..Loses::default()
    };
    let usual = Limits::default;
    for (says, store) in [
        ("claimed again", lost()),
        (
            "it may run twice",
            Loses {
                again: of_another,
                ..lost()
            },
        ),
        (
            "lost round not claimed again",
            Loses {
                again: |_| down(),
                ..lost()
            },
        ),
        (
            "reply not kept for repeats",
            Loses {
                settled: down,
                ..Loses::default()
            },
        ),
    ] {
        assert_lost(says, false, usual(), store).await;
    }
    let renewals: [(&str, Answer<bool>); 2] =
        [("claimed again", || Ok(false)), ("lease not renewed", down)];
    for (says, renewed) in renewals {
        let store = Loses {
            renewed,
            ..Loses::default()
        };
        assert_lost(says, true, usual(), store).await;
    }
    let limits = Limits {
        reply_bytes: 10,
        ..usual()
    };
    assert_lost("a reply cannot be kept", false, limits, Loses::default()).await;
}

/// What stands in a store is read by nobody but its writer, and logged by nobody.
#[tokio::test(start_paused = true)]
async fn what_a_store_should_not_hold_is_silent() {
    fn forged(claim: &RoundClaim) -> Result<Claimed, StoreError> {
        Ok(Claimed::Done {
            answers: claim.answers,
            reply: format!("m1.{CANARY}.{CANARY}").into_bytes(),
        })
    }
    let store = Loses {
        claims: AtomicUsize::new(1),
        again: forged,
        ..Loses::default()
    };
    let mut spy = spy(Limits::default(), store);
    let ((), log) = logged(walk_once(&mut spy)).await;
    assert!(log.contains("a stored reply does not open"), "{log}");
    let counters = spy.client.mrtr.counters();
    assert_eq!(counters.get(Counter::Failed, "outcome_unknown"), 1);
    assert_silent("forged", &log, &spy);
}

/// A round that cannot be had is given back, or not even that.
#[tokio::test(start_paused = true)]
async fn a_store_that_is_down_is_silent() {
    let store = Loses {
        claims: AtomicUsize::new(1),
        again: |_| down(),
        released: down,
        ..Loses::default()
    };
    let mut spy = spy(Limits::default(), store);
    let ((), log) = logged(walk_once(&mut spy)).await;
    for says in ["round not claimed", "round not given back"] {
        assert!(log.contains(says), "{says}: {log}");
    }
    let counters = spy.client.mrtr.counters();
    assert_eq!(counters.get(Counter::Failed, "store"), 1);
    assert_silent("down", &log, &spy);
}
