//! States and values for the tests of this directory.
#![allow(clippy::unwrap_used)]

use proptest::{collection::vec, option, prelude::*, sample::Index};
use serde_json::{Map, Number, Value, json};

use super::{
    Entry, FlowState, FunctionId, Haste, Held, Identity, Kind, Outcome, Pending, Record,
    ShortDigest,
};

pub(crate) fn json_value() -> BoxedStrategy<Value> {
    let floats = any::<f64>()
        .prop_filter_map("finite", Number::from_f64)
        .prop_map(Value::Number);
    nested(prop_oneof![4 => plain(), 1 => floats].boxed())
}

pub(crate) fn json_without_floats() -> BoxedStrategy<Value> {
    nested(plain())
}

fn plain() -> BoxedStrategy<Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-40_i64..40).prop_map(Value::from),
        ".{0,40}".prop_map(Value::from),
    ]
    .boxed()
}

fn nested(leaf: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    leaf.prop_recursive(4, 24, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            vec(("[a-z]{0,3}|.{0,40}", inner), 0..6)
                .prop_map(|members| Value::Object(Map::from_iter(members))),
        ]
    })
    .boxed()
}

/// Whether maps of this build keep the order in which their members came (`preserve_order`).
pub(crate) fn keeps_order() -> bool {
    json!({"b": 1, "a": 2}).to_string().starts_with(r#"{"b""#)
}

/// Whether numbers of this build stay as they were spelled (`arbitrary_precision`).
pub(crate) fn keeps_numbers() -> bool {
    let number: Value = serde_json::from_str("1.50").unwrap();
    number.to_string().ends_with('0')
}

/// Some dependency may turn on a feature of serde_json for a whole build, unseen. `.ci/run` says in
/// `MRTR_SERDE_JSON` which it means to test.
#[test]
fn serde_json_has_the_features_that_it_is_to_be_tested_with() {
    if let Ok(features) = std::env::var("MRTR_SERDE_JSON") {
        assert_eq!(keeps_order(), features.contains("preserve_order"));
        assert_eq!(keeps_numbers(), features.contains("arbitrary_precision"));
    }
}

pub(crate) fn identity(key: &str) -> Identity {
    Identity {
        key: key.into(),
        of: None,
        occurrence: 1,
    }
}

pub(crate) fn accepted(key: &str, answer: Value) -> Record {
    let outcome = Outcome::Accepted(answer);
    let entry = Entry::Answer {
        kind: Kind::Form,
        question: [7; 16],
        outcome,
    };
    Record {
        identity: identity(key),
        functions: [handler()].into(),
        entry,
    }
}

pub(crate) fn handler() -> FunctionId {
    FunctionId {
        fingerprint: [1; 16],
        version: 1,
    }
}

/// A flow in its second round: one answer recorded, one question open.
pub(crate) fn second_round() -> FlowState {
    FlowState {
        function: handler(),
        flow_id: [2; 16],
        seed: [3; 16],
        started_at: 1_790_000_000_000,
        issued_at: 1_790_000_060_000,
        expires_at: 1_790_000_660_000,
        deadline: 1_790_003_600_000,
        requests: 2,
        drops: 0,
        can: vec![(0, true), (2, false)],
        principal: [4; 32],
        operation: [5; 32],
        pending: vec![Pending {
            wire_key: "summary".into(),
            identity: identity("summary"),
            kind: Kind::Sample,
            question: [6; 16],
            retries: 0,
            since: None,
            members: Vec::new(),
        }],
        held: vec![],
        records: vec![accepted(
            "preference",
            json!({"language": "French", "omit": "names"}),
        )],
    }
}

pub(crate) fn flow_state() -> impl Strategy<Value = FlowState> {
    let lists = (vec(pending(), 0..5), vec(held(), 0..5), vec(record(), 0..8));
    (heads(), lists, vec(any::<bool>(), 0..5)).prop_map(|(state, lists, can)| {
        let (mut pending, mut held, mut records) = lists;
        pending.dedup_distinct(|pending: &Pending| pending.identity.clone());
        pending.dedup_distinct(|pending: &Pending| pending.wire_key.clone());
        held.dedup_distinct(|held: &Held| held.identity.clone());
        records.dedup_distinct(|record: &Record| record.identity.clone());
        let can = (0..)
            .map(|number: u8| number.wrapping_mul(85))
            .zip(can)
            .collect();
        FlowState {
            can,
            pending,
            held,
            records,
            ..state
        }
    })
}

trait DedupDistinct<T> {
    fn dedup_distinct<K: Eq + std::hash::Hash>(&mut self, name: impl Fn(&T) -> K);
}

impl<T> DedupDistinct<T> for Vec<T> {
    fn dedup_distinct<K: Eq + std::hash::Hash>(&mut self, name: impl Fn(&T) -> K) {
        let mut seen = std::collections::HashSet::new();
        self.retain(|entry| seen.insert(name(entry)));
    }
}

fn heads() -> impl Strategy<Value = FlowState> {
    let ids = any::<([u8; 16], [u8; 16], [u8; 32], [u8; 32])>();
    let times = any::<[u64; 4]>();
    (function(), ids, times, any::<(u32, u32)>()).prop_map(|(function, ids, times, counts)| {
        let (flow_id, seed, principal, operation) = ids;
        let [started_at, issued_at, expires_at, deadline] = times;
        let (requests, drops) = counts;
        let base = second_round();
        FlowState {
            function,
            flow_id,
            seed,
            started_at,
            issued_at,
            expires_at,
            deadline,
            requests,
            drops,
            principal,
            operation,
            ..base
        }
    })
}

fn function() -> impl Strategy<Value = FunctionId> {
    (0_u8..4, prop_oneof![Just(1), any::<u32>()]).prop_map(|(byte, version)| FunctionId {
        fingerprint: [byte; 16],
        version,
    })
}

fn an_identity() -> impl Strategy<Value = Identity> {
    (
        "[a-z]{1,6}|.{0,12}",
        option::of(any::<ShortDigest>()),
        prop_oneof![4 => Just(1), 1 => any::<u32>()],
    )
        .prop_map(|(key, of, occurrence)| Identity {
            key,
            of,
            occurrence,
        })
}

fn kind() -> impl Strategy<Value = Kind> {
    any::<Index>().prop_map(|index| *index.get(&[Kind::Form, Kind::Url, Kind::Sample, Kind::Roots]))
}

fn pending() -> impl Strategy<Value = Pending> {
    (
        option::of("[a-z]{1,6}"),
        an_identity(),
        kind(),
        any::<(ShortDigest, u8, Option<u64>)>(),
        prop::collection::hash_set(".{0,8}", 0..4),
    )
        .prop_map(
            |(wire_key, identity, kind, (question, retries, since), members)| {
                let wire_key = wire_key.unwrap_or_else(|| identity.key.clone());
                Pending {
                    wire_key,
                    identity,
                    kind,
                    question,
                    retries,
                    since,
                    members: match kind {
                        Kind::Form => members.into_iter().collect(),
                        Kind::Url | Kind::Sample | Kind::Roots => Vec::new(),
                    },
                }
            },
        )
}

fn held() -> impl Strategy<Value = Held> {
    (
        an_identity(),
        kind(),
        any::<(ShortDigest, u8, Haste)>(),
        json_value(),
    )
        .prop_map(
            |(identity, kind, (question, retries, haste), answer)| Held {
                identity,
                kind,
                question,
                retries,
                haste,
                answer,
            },
        )
}

fn record() -> impl Strategy<Value = Record> {
    let outcome = prop_oneof![
        json_value().prop_map(Outcome::Accepted),
        any::<Haste>().prop_map(Outcome::Declined),
        any::<Haste>().prop_map(Outcome::Cancelled),
    ];
    let answer = (kind(), any::<ShortDigest>(), outcome).prop_map(|(kind, question, outcome)| {
        Entry::Answer {
            kind,
            question,
            outcome,
        }
    });
    let entry = prop_oneof![answer, json_value().prop_map(Entry::Capture)];
    (an_identity(), vec(function(), 1..4), entry).prop_map(|(identity, functions, entry)| Record {
        identity,
        functions: functions.into(),
        entry,
    })
}
