//! Whatever is wrong with a state, the client sees the same bytes: thousands of ways, one reply.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Failure, Method, Request};
use serde_json::{Value, json};

use crate::harness::{Client, Seen, TestClock, yes};

#[mrtr_tool]
async fn two() -> Result<(), Refused> {
    ask_confirm!(key = "sure", "Sure?").await?;
    ask_confirm!(key = "really", "Really?").await
}

const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// A retry that may be changed before it is sent.
#[derive(Clone)]
struct Retry {
    mrtr: Mrtr,
    method: Method,
    target: &'static str,
    arguments: Value,
    principal: Option<Principal>,
    answers: Value,
    state: String,
}

impl Retry {
    /// What the client is told, in bytes; none if the state opens.
    fn refusal(self) -> Option<String> {
        let mut request = Request::new(self.method, self.target, self.arguments.as_object())
            .capabilities(crate::harness::ALL)
            .input_responses(self.answers.as_object().cloned())
            .request_state(Some(self.state));
        if let Some(principal) = self.principal {
            request = request.principal(principal);
        }
        match self.mrtr.open(request) {
            Ok(_) => None,
            Err(Failure::Rpc(error)) => Some(
                json!({"code": error.code, "message": error.message, "data": error.data})
                    .to_string(),
            ),
            Err(Failure::Tool(text)) => Some(text),
        }
    }
}

fn ring(keys: &[u8], signed: bool) -> Keys {
    let keys = Keys::new(keys.iter().map(|byte| [*byte; 32])).unwrap();
    if signed { keys.signed() } else { keys }
}

fn server(keys: Keys, audience: &str, clock: &TestClock) -> Mrtr {
    let builder = Mrtr::builder().keys(keys).audience(audience);
    let builder = builder.principal(|_: &()| Some(alice()));
    builder.clock(clock.clone()).build().unwrap()
}

fn alice() -> Principal {
    Principal::new("https://login.example", "alice")
        .client("desktop")
        .scope("tenant-7")
}

fn arguments() -> Value {
    json!({"incident": "INC-104", "count": 2, "tags": ["a", "b"], "nested": {"x": null}})
}

/// A flow of this server in its second round, as its client would go on.
async fn started(mrtr: &Mrtr, arguments: Value) -> Retry {
    let mut client = Client {
        mrtr: mrtr.clone(),
        principal: alice(),
        arguments: arguments.as_object().cloned(),
        ..Client::new()
    };
    let handler = async |flow: &Flow| two(flow).await;
    client.send(json!(null), handler).await.asked();
    client.send(json!({"sure": yes()}), handler).await.asked();
    Retry {
        mrtr: mrtr.clone(),
        method: Method::CallTool,
        target: client.target,
        arguments,
        principal: Some(alice()),
        answers: json!({"really": yes()}),
        state: client.state.unwrap(),
    }
}

/// All that was tried, and the replies that it got, with how often.
#[derive(Default)]
struct Tried {
    replies: BTreeMap<Option<String>, (usize, String)>,
    seen: HashSet<String>,
}

impl Tried {
    fn add(&mut self, name: &str, retry: Retry) {
        self.replies
            .entry(retry.refusal())
            .or_insert_with(|| (0, name.to_owned()))
            .0 += 1;
    }

    /// The same text twice is one try.
    fn add_state(&mut self, name: &str, good: &Retry, state: String) {
        if state != good.state && self.seen.insert(state.clone()) {
            self.add(
                name,
                Retry {
                    state,
                    ..good.clone()
                },
            );
        }
    }

    /// Whatever came with a bad state makes no difference either.
    fn add_with_other_answers(&mut self, good: &Retry, state: &str) {
        for answers in [
            json!(null),
            json!({}),
            json!({"really": 7}),
            json!({"x": yes()}),
        ] {
            let state = state.to_owned();
            self.add(
                "other answers",
                Retry {
                    answers,
                    state,
                    ..good.clone()
                },
            );
        }
    }
}

/// Each place with other bytes, cut off, and with something put in.
fn try_texts(tried: &mut Tried, good: &Retry) {
    let token = good.state.as_bytes();
    for at in 0..token.len() {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let others = [1, 7, 31].map(|shift| {
            let place = LETTERS
                .iter()
                .position(|letter| *letter == token[at])
                .unwrap_or(0);
            LETTERS[(place + shift) % LETTERS.len()]
        });
        for other in others.into_iter().chain(*b".=+/ ~\n\0") {
            let changed = [&token[..at], &[other], &token[at + 1..]].concat();
            tried.add_state("a changed byte", good, text(changed));
        }
        tried.add_state("cut off", good, text(token[..at].to_vec()));
        tried.add_state(
            "cut off in front",
            good,
            text(token[at..].to_vec()[1..].to_vec()),
        );
        tried.add_state(
            "left out",
            good,
            text([&token[..at], &token[at + 1..]].concat()),
        );
        tried.add_state(
            "put in",
            good,
            text([&token[..at], b"A", &token[at..]].concat()),
        );
        tried.add_state("doubled", good, text([&token[..at], token].concat()));
    }
    for tail in ["A", "=", "==", ".", ".A", "\n", " ", "\u{0}", "\u{e9}"] {
        tried.add_state("extended", good, format!("{}{tail}", good.state));
        tried.add_state("extended in front", good, format!("{tail}{}", good.state));
    }
    for state in ["", "null", "{}", "m1", "m1.", "m1..", "..", "\u{feff}"] {
        tried.add_state("no token", good, state.to_owned());
    }
    tried.add_state("far too long", good, "A".repeat(200_000));
}

/// Parts of two tokens put together, and headers that say something else.
fn try_splices(tried: &mut Tried, good: &Retry, other: &Retry) {
    let parts = |retry: &Retry| {
        retry
            .state
            .split('.')
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let (ours, theirs) = (parts(good), parts(other));
    for version in ["m0", "m1", "m1s", "m2", "m2s", "M1", "m1ss", "m10"] {
        for id in [
            &ours[1],
            &theirs[1],
            "AAAAAAAA",
            "________",
            "short",
            "too-long-id",
        ] {
            for body in [&ours[2], &theirs[2]] {
                if *body != theirs[2] || *id != theirs[1] || version != theirs[0] {
                    tried.add_state("other headers", good, format!("{version}.{id}.{body}"));
                }
            }
        }
    }
    for at in 1..ours[2].len().min(theirs[2].len()) {
        let body = format!("{}{}", &ours[2][..at], &theirs[2][at..]);
        if body != theirs[2] {
            tried.add_state("spliced", good, format!("{}.{}.{body}", ours[0], ours[1]));
        }
    }
}

/// The right state in a request of somebody else or for something else.
fn try_requests(tried: &mut Tried, good: &Retry) {
    for principal in principals() {
        tried.add(
            "another principal",
            Retry {
                principal,
                ..good.clone()
            },
        );
    }
    for method in [Method::GetPrompt, Method::ReadResource] {
        tried.add(
            "another method",
            Retry {
                method,
                ..good.clone()
            },
        );
    }
    for target in ["Tool", "tool ", "", "tool2", "tools/call"] {
        tried.add(
            "another target",
            Retry {
                target,
                ..good.clone()
            },
        );
    }
    for arguments in other_arguments() {
        tried.add(
            "other arguments",
            Retry {
                arguments,
                ..good.clone()
            },
        );
    }
}

/// Principals that change their shape, lose a part, or vanish.
fn principals() -> Vec<Option<Principal>> {
    let named = || Principal::new("https://login.example", "alice");
    vec![
        None,
        Some(Principal::anonymous()),
        Some(Principal::local()),
        Some(named()),
        Some(named().client("desktop")),
        Some(named().scope("tenant-7")),
        Some(named().client("desktop").scope("tenant-8")),
        Some(named().client("desktop").scope("")),
        Some(named().client("tenant-7").scope("desktop")),
        Some(named().client("laptop").scope("tenant-7")),
        Some(
            Principal::new("https://login.example", "Alice")
                .client("desktop")
                .scope("tenant-7"),
        ),
        Some(
            Principal::new("https://login.example/", "alice")
                .client("desktop")
                .scope("tenant-7"),
        ),
        Some(
            Principal::new("alice", "https://login.example")
                .client("desktop")
                .scope("tenant-7"),
        ),
        Some(Principal::anonymous().client("desktop").scope("tenant-7")),
    ]
}

fn other_arguments() -> Vec<Value> {
    let with = |change: fn(&mut Value)| {
        let mut arguments = arguments();
        change(&mut arguments);
        arguments
    };
    vec![
        json!(null),
        json!({}),
        with(|a| a["incident"] = json!("INC-105")),
        with(|a| a["incident"] = json!("inc-104")),
        with(|a| a["incident"] = json!(["INC-104"])),
        with(|a| a["count"] = json!(3)),
        with(|a| a["count"] = json!("2")),
        with(|a| a["count"] = json!(2.5)),
        with(|a| a["tags"] = json!(["b", "a"])),
        with(|a| a["tags"] = json!(["a", "b", "c"])),
        with(|a| a["nested"] = json!({})),
        with(|a| a["nested"]["x"] = json!(false)),
        with(|a| a["more"] = json!(null)),
    ]
}

/// The right request to a server with other keys, another audience or mode, or at another time.
async fn try_servers(tried: &mut Tried, good: &Retry, signed: bool, clock: &TestClock) {
    let others = [
        server(ring(&[9], signed), "incidents", clock),
        server(ring(&[9, 8], signed), "incidents", clock),
        server(ring(&[1, 2, 3], signed), "invoices", clock),
        server(ring(&[1, 2, 3], signed), "incidents ", clock),
        server(ring(&[1, 2, 3], !signed), "incidents", clock),
    ];
    for mrtr in others {
        // A state of theirs here, and one of ours there.
        let theirs = started(&mrtr, arguments()).await;
        tried.add_state("of another server", good, theirs.state.clone());
        tried.add(
            "at another server",
            Retry {
                mrtr,
                ..good.clone()
            },
        );
    }
    let elsewhere = started(&good.mrtr, json!({"incident": "INC-107"})).await;
    tried.add_state("of another flow", good, elsewhere.state);
    for (name, late) in [("expired", 600_000), ("long ago", 90_000_000)] {
        let late = Duration::from_millis(late);
        clock.advance(late);
        tried.add(name, good.clone());
        clock.set_back(late);
    }
    clock.set_back(Duration::from_millis(60_001));
    tried.add("in the future", good.clone());
    clock.advance(Duration::from_millis(60_001));
}

#[tokio::test]
async fn a30_a32_a33_every_state_that_does_not_open_is_refused_in_the_same_bytes() {
    for signed in [false, true] {
        let clock = TestClock::new();
        let mrtr = server(ring(&[1, 2, 3], signed), "incidents", &clock);
        let second = server(ring(&[2], signed), "incidents", &clock);
        let good = started(&mrtr, arguments()).await;
        let other = started(&second, arguments()).await;
        let mut tried = Tried::default();
        try_texts(&mut tried, &good);
        try_splices(&mut tried, &good, &other);
        try_requests(&mut tried, &good);
        try_servers(&mut tried, &good, signed, &clock).await;
        tried.add_with_other_answers(&good, "m1.AAAAAAAA.AAAA");
        tried.add_with_other_answers(&good, &good.state[..good.state.len() - 4]);

        let expected = json!({
            "code": -32602,
            "message": "Invalid or expired requestState. Call again without it.",
            "data": {"reason": "invalid_request_state"},
        });
        let told: Vec<_> = tried.replies.iter().collect();
        assert_eq!(told.len(), 1, "{told:?}");
        let (reply, (count, _)) = told[0];
        assert_eq!(*reply, Some(expected.to_string()));
        assert!(*count > 5000, "{count}");
        for honest in [good, other] {
            let honest = Retry {
                mrtr: mrtr.clone(),
                ..honest
            };
            assert_eq!(honest.refusal(), None, "the honest retry still opens");
        }
    }
}

#[mrtr_tool]
async fn four() -> Result<&'static str, Refused> {
    ask_confirm!(key = "one", "One?").await?;
    ask_confirm!(key = "two", "Two?").await?;
    ask_confirm!(key = "three", "Three?").await?;
    ask_confirm!(key = "four", "Four?").await?;
    Ok("done")
}

/// A flow that lives through a whole rotation. In each step the old and the new servers run side by side,
/// and every retry may come to either; the last step waits until the states of the old key have expired.
#[tokio::test]
async fn a36_a_rotation_in_three_deploys_loses_no_flow_in_flight() {
    let clock = TestClock::new();
    let rings: [&[u8]; 4] = [&[1], &[1, 2], &[2, 1], &[2]];
    let servers = rings.map(|keys| server(ring(keys, false), "incidents", &clock));
    let steps = [
        ("one", [0, 1]),
        ("two", [1, 2]),
        ("three", [2, 2]),
        ("four", [2, 3]),
    ];
    let handler = async |flow: &Flow| four(flow).await;
    for way in 0..16_usize {
        let mut client = Client {
            mrtr: servers[0].clone(),
            ..Client::new()
        };
        client.send(json!(null), handler).await.asked();
        for (step, (key, sides)) in steps.into_iter().enumerate() {
            client.mrtr = servers[sides[way >> step & 1]].clone();
            let reply = client.send(json!({key: yes()}), handler).await;
            if key == "four" {
                assert_eq!(reply.complete(), Ok("done"), "{way}");
            } else {
                assert_eq!(reply.asked().len(), 1, "{way}");
            }
        }
    }
}

/// Without the wait the third deploy drops what the second still sealed under the old key.
#[tokio::test]
async fn a36_the_third_deploy_has_to_wait() {
    let clock = TestClock::new();
    let second = server(ring(&[1, 2], false), "incidents", &clock);
    let last = server(ring(&[2], false), "incidents", &clock);
    let mut early = started(&second, arguments()).await;
    early.mrtr = last;
    assert!(early.refusal().is_some());
}
