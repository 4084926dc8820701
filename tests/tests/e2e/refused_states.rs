//! Whatever is wrong with a state, the same bytes come over HTTP.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Clock, MemoryStore};
use mrtr_tests::answers::{decline, yes};
use mrtr_tests::{Hosted, Lab, Operation, Raw, RawAnswer, Wire, prompt, resource, tool};
use serde_json::{Value, json};

/// A clock that a test moves, in milliseconds.
#[derive(Clone)]
struct Moved(Arc<AtomicU64>);

impl Moved {
    fn new() -> Self {
        Self(Arc::new(AtomicU64::new(1_800_000_000_000)))
    }

    fn set(&self, millis: u64) {
        self.0.store(millis, Ordering::SeqCst);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }
}

impl Clock for Moved {
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_millis(self.get())
    }

    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(tokio::time::sleep(duration))
    }
}

async fn server(keys: Keys, audience: &str, clock: &Moved) -> Hosted<Lab> {
    let mrtr = Mrtr::builder()
        .keys(keys)
        .audience(audience)
        .principal(mrtr_examples::caller)
        .store(MemoryStore::new())
        .clock(clock.clone());
    Hosted::start(Lab::new(mrtr.build().unwrap()), Wire::Http).await
}

fn ring(keys: &[u8]) -> Keys {
    Keys::new(keys.iter().map(|key| [*key; 32])).unwrap()
}

fn order(item: &str) -> Operation {
    tool("signed_thrice", json!({"item": item}))
}

/// As Alice, whom all states are for.
fn alice(server: &Hosted<Lab>) -> Raw {
    server.raw().authorization("Bearer alice.1")
}

/// The states of a flow's three rounds; the last is not answered.
async fn rounds(raw: &Raw) -> [String; 3] {
    let state = |answer: RawAnswer| answer.result()["requestState"].as_str().unwrap().to_owned();
    let first = state(raw.send(&order("tea"), json!({})).await);
    let second = state(raw.send(&order("tea"), retry(&first, "first", yes())).await);
    let third = state(
        raw.send(&order("tea"), retry(&second, "second", yes()))
            .await,
    );
    [first, second, third]
}

fn retry(state: &str, key: &str, answer: Value) -> Value {
    json!({"requestState": state, "inputResponses": {key: answer}})
}

/// Replies that have to be one.
struct Refusals {
    raw: Raw,
    expected: RawAnswer,
    count: usize,
}

impl Refusals {
    async fn new(raw: Raw) -> Self {
        let expected = raw
            .send(&order("tea"), retry("m1.AAAAAAAA.AAAA", "third", yes()))
            .await;
        assert_eq!(expected.code(), -32602);
        let reason = &expected.body["error"]["data"]["reason"];
        assert_eq!(reason, "invalid_request_state");
        Self {
            raw,
            expected,
            count: 0,
        }
    }

    async fn check(&mut self, what: &str, raw: &Raw, operation: &Operation, more: Value) {
        let refused = raw.send(operation, more).await;
        assert_eq!(refused, self.expected, "{what}");
        self.count += 1;
    }

    async fn check_state(&mut self, what: &str, state: &str) {
        let raw = self.raw.clone();
        let more = retry(state, "third", yes());
        self.check(what, &raw, &order("tea"), more).await;
    }
}

/// Each byte changed, each place cut off, and something behind and in front.
async fn check_texts(refusals: &mut Refusals, good: &str) {
    for at in 0..good.len() {
        let letters = ["B", "C", "="].into_iter();
        for other in letters.filter(|other| other.as_bytes()[0] != good.as_bytes()[at]) {
            let changed = [&good[..at], other, &good[at + 1..]].concat();
            refusals.check_state("a changed byte", &changed).await;
        }
        refusals.check_state("cut off", &good[..at]).await;
    }
    for tail in ["A", "=", ".", ".A", "\n", " ", "\u{0}", "\u{e9}"] {
        refusals
            .check_state("extended", &format!("{good}{tail}"))
            .await;
        refusals
            .check_state("extended in front", &format!("{tail}{good}"))
            .await;
    }
    refusals
        .check_state("far too long", &"A".repeat(100_000))
        .await;
}

/// The key's id, and the mode, of another state.
async fn check_headers(refusals: &mut Refusals, good: &str, other: &str) {
    let (ours, theirs): (Vec<_>, Vec<_>) = (good.split('.').collect(), other.split('.').collect());
    for (version, id, body) in [
        (ours[0], theirs[1], ours[2]),
        (ours[0], ours[1], theirs[2]),
        ("m1s", ours[1], ours[2]),
        ("m2", ours[1], ours[2]),
        ("M1", ours[1], ours[2]),
    ] {
        let spliced = format!("{version}.{id}.{body}");
        refusals.check_state("another header", &spliced).await;
    }
}

/// The right state in another request.
async fn check_requests(refusals: &mut Refusals, server: &Hosted<Lab>, good: &str) {
    let raw = refusals.raw.clone();
    for operation in [
        order("coffee"),
        order("Tea"),
        tool("signed_thrice", json!({"item": "tea", "count": 2})),
        tool("instrumented_above", json!({"item": "tea"})),
        prompt("letter", json!({"topic": "tea"})),
        resource("lab://tea"),
    ] {
        let more = retry(good, "third", yes());
        refusals
            .check("another request", &raw, &operation, more)
            .await;
    }
    for bearer in ["Bearer bob.1", "Bearer Alice.1", "Bearer", "Basic alice.1"] {
        let raw = server.raw().authorization(bearer);
        let more = retry(good, "third", yes());
        refusals
            .check("another caller", &raw, &order("tea"), more)
            .await;
    }
    let more = retry(good, "third", yes());
    refusals
        .check("no caller", &server.raw(), &order("tea"), more)
        .await;
}

/// A round that was answered, with another answer and without.
async fn check_older(refusals: &mut Refusals, [first, second, _]: &[String; 3]) {
    let raw = refusals.raw.clone();
    for more in [
        retry(first, "first", decline()),
        retry(second, "second", decline()),
        json!({"requestState": first}),
        json!({"requestState": second, "inputResponses": {}}),
        retry(second, "third", yes()),
    ] {
        refusals
            .check("an older round", &raw, &order("tea"), more)
            .await;
    }
}

async fn check_servers(refusals: &mut Refusals, clock: &Moved, good: &str) {
    for other in [
        server(ring(&[9]), "lab", clock).await,
        server(ring(&[1, 2]), "shop", clock).await,
        server(ring(&[1, 2]).signed(), "lab", clock).await,
    ] {
        let raw = alice(&other);
        let [_, _, theirs] = rounds(&raw).await;
        refusals.check_state("of another server", &theirs).await;
        let more = retry(good, "third", yes());
        refusals
            .check("at another server", &raw, &order("tea"), more)
            .await;
    }
}

async fn check_times(refusals: &mut Refusals, clock: &Moved, good: &str) {
    let now = clock.get();
    for (what, at) in [
        ("expired", now + 600_000),
        ("long ago", now + 90_000_000),
        ("from the future", now - 60_001),
    ] {
        clock.set(at);
        refusals.check_state(what, good).await;
    }
    clock.set(now);
}

#[tokio::test]
async fn a30_a32_a33_a42_every_state_that_does_not_open_gets_the_same_bytes_over_http() {
    let clock = Moved::new();
    let here = server(ring(&[1, 2]), "lab", &clock).await;
    let rotated = server(ring(&[2, 1]), "lab", &clock).await;
    let raw = alice(&here);
    let states = rounds(&raw).await;
    let [_, _, other] = rounds(&alice(&rotated)).await;
    let good = &states[2];

    let mut refusals = Refusals::new(raw.clone()).await;
    check_texts(&mut refusals, good).await;
    check_headers(&mut refusals, good, &other).await;
    check_requests(&mut refusals, &here, good).await;
    check_older(&mut refusals, &states).await;
    check_servers(&mut refusals, &clock, good).await;
    check_times(&mut refusals, &clock, good).await;
    assert!(refusals.count > 1000, "{}", refusals.count);

    let done = raw.send(&order("tea"), retry(good, "third", yes())).await;
    assert_eq!(done.result()["content"][0]["text"], "tea");
}
