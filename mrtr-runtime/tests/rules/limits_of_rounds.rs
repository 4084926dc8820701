//! The limits of rounds that count once: what is at the limit, and one more.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::store::{Claimed, RoundClaim, Storing};
use mrtr_runtime::{Limits, MemoryStore, RoundStore};
use serde_json::json;
use tokio::time::Instant;

use crate::harness::{Client, Seen, yes};
use crate::logs::logged;

const MS: Duration = Duration::from_millis(1);

/// A store that counts signs of life, and keeps the length of the last reply.
#[derive(Default)]
struct Watched {
    store: MemoryStore,
    renewed: AtomicUsize,
    reply: Mutex<usize>,
}

impl RoundStore for Watched {
    fn claim<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, Claimed> {
        self.store.claim(claim)
    }

    fn renew<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, bool> {
        self.renewed.fetch_add(1, Ordering::SeqCst);
        self.store.renew(claim)
    }

    fn settle<'a>(&'a self, claim: &'a RoundClaim, reply: &'a [u8]) -> Storing<'a, bool> {
        *self.reply.lock().unwrap() = reply.len();
        self.store.settle(claim, reply)
    }

    fn release<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, ()> {
        self.store.release(claim)
    }
}

fn client(change: impl FnOnce(&mut Limits)) -> (Client, Arc<Watched>) {
    let mut limits = Limits::default();
    change(&mut limits);
    let store = Arc::new(Watched::default());
    (Client::with_store(limits, store.clone()), store)
}

#[mrtr_tool(single_use)]
async fn works(time: Duration) -> Result<String, Refused> {
    ask_confirm!(key = "sure", "Sure?").await?;
    tokio::time::sleep(time).await;
    Ok("done".to_owned())
}

/// The process of a round is killed at once. Until the lease is over a repeat waits for it; from then on its outcome is
/// unknown, and nobody waits.
#[tokio::test(start_paused = true)]
async fn lease() {
    let lease = Duration::from_millis(5432);
    for (later, waits) in [(lease - MS, true), (lease, false)] {
        let (mut client, _) = client(|limits| limits.lease = lease);
        let handler = async |flow: &Flow| works(flow, Duration::MAX).await;
        client.send(json!(null), handler).await.asked();
        let began = Instant::now();
        {
            let mut lost = client.fork();
            let killed = lost.send(json!({"sure": yes()}), handler);
            assert!(tokio::time::timeout(MS, killed).await.is_err());
        }
        tokio::time::sleep_until(began + later).await;
        let again = client.send(json!({"sure": yes()}), handler).await;
        assert!(again.text().contains("outcome is unknown"), "{again:?}");
        assert_eq!(began.elapsed() > later, waits, "{later:?}");
    }
}

/// As often as the docs say: a lease outlives two signs that are lost.
#[tokio::test(start_paused = true)]
async fn a_running_round_gives_three_signs_of_life_for_each_lease() {
    let lease = Duration::from_millis(5400);
    for (time, signs) in [
        (lease / 3 - MS, 0),
        (lease, 2),
        (lease + MS, 3),
        (lease * 10, 29),
    ] {
        let (mut client, store) = client(|limits| limits.lease = lease);
        let handler = async |flow: &Flow| works(flow, time).await;
        client.send(json!(null), handler).await.asked();
        let done = client.send(json!({"sure": yes()}), handler).await;
        assert_eq!(done.complete(), Ok("done".to_owned()));
        assert_eq!(store.renewed.load(Ordering::SeqCst), signs, "{time:?}");
    }
}

#[mrtr_tool(single_use)]
async fn tells(length: usize) -> Result<String, Refused> {
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok("x".repeat(length))
}

/// What a repeat gets, and the length of the reply that was stored.
async fn repeated(limit: usize) -> (Reply<Result<String, Refused>>, usize) {
    let (mut client, store) = client(|limits| limits.reply_bytes = limit);
    let handler = async |flow: &Flow| tells(flow, 1000).await;
    client.send(json!(null), handler).await.asked();
    let (sent, log) = logged(client.send(json!({"sure": yes()}), handler)).await;
    assert_eq!(sent.complete().map(|text| text.len()), Ok(1000));
    let length = *store.reply.lock().unwrap();
    assert_eq!(log.contains("cannot be kept"), length < 1000, "{log}");
    let again = client.send(json!({"sure": yes()}), handler).await;
    (again, length)
}

/// One that is too long goes to its client all the same; a repeat is told that nobody knows.
#[tokio::test]
async fn reply_bytes() {
    let (again, length) = repeated(1024 * 1024).await;
    assert!(length > 1000 && again.complete().is_ok());
    let (again, at_limit) = repeated(length).await;
    assert_eq!(at_limit, length);
    assert_eq!(again.complete().map(|text| text.len()), Ok(1000));
    for limit in [length - 1, 0] {
        let (again, stored) = repeated(limit).await;
        assert!(stored < 1000, "what says that nobody knows is short");
        assert!(again.text().contains("outcome is unknown"), "{again:?}");
    }
}
