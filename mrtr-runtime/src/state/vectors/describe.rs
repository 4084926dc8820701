//! States in words, from which the format's document makes their bytes.

use serde_json::{Value, json};

use super::hex;
use crate::state::testing::{accepted, handler, identity, second_round};
use crate::state::{Entry, FlowState, FunctionId, Held, Identity, Kind, Outcome, Pending, Record};

pub(super) fn state(state: &FlowState) -> Value {
    json!({
        "function": function(state.function),
        "flow_id": hex(&state.flow_id),
        "seed": hex(&state.seed),
        "started_at": state.started_at,
        "issued_at": state.issued_at,
        "expires_at": state.expires_at,
        "deadline": state.deadline,
        "requests": state.requests,
        "drops": state.drops,
        "can": state.can,
        "principal": hex(&state.principal),
        "operation": hex(&state.operation),
        "pending": state.pending.iter().map(pending).collect::<Vec<_>>(),
        "held": state.held.iter().map(held).collect::<Vec<_>>(),
        "records": state.records.iter().map(record).collect::<Vec<_>>(),
    })
}

fn function(function: FunctionId) -> Value {
    json!({"fingerprint": hex(&function.fingerprint), "version": function.version})
}

fn named(identity: &Identity) -> Value {
    json!({
        "key": identity.key,
        "of": identity.of.map(|of| hex(&of)),
        "occurrence": identity.occurrence,
    })
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Form => "form",
        Kind::Url => "url",
        Kind::Sample => "sample",
        Kind::Roots => "roots",
    }
}

fn pending(pending: &Pending) -> Value {
    json!({
        "identity": named(&pending.identity),
        "wire_key": pending.wire_key,
        "kind": kind(pending.kind),
        "question": hex(&pending.question),
        "retries": pending.retries,
        "since": pending.since,
        "members": pending.members,
    })
}

fn held(held: &Held) -> Value {
    json!({
        "identity": named(&held.identity),
        "kind": kind(held.kind),
        "question": hex(&held.question),
        "retries": held.retries,
        "haste": held.haste,
        "answer": held.answer.to_string(),
    })
}

fn record(record: &Record) -> Value {
    let entry = match &record.entry {
        Entry::Capture(value) => json!({"capture": value.to_string()}),
        Entry::Answer {
            kind: of,
            question,
            outcome,
        } => {
            let (outcome, haste, answer) = match outcome {
                Outcome::Accepted(answer) => ("accepted", None, Some(answer.to_string())),
                Outcome::Declined(haste) => ("declined", *haste, None),
                Outcome::Cancelled(haste) => ("cancelled", *haste, None),
            };
            json!({
                "kind": kind(*of),
                "question": hex(question),
                "outcome": outcome,
                "haste": haste,
                "answer": answer,
            })
        }
    };
    json!({
        "identity": named(&record.identity),
        "functions": record.functions.iter().copied().map(function).collect::<Vec<_>>(),
        "entry": entry,
    })
}

/// A state without any entry.
pub(super) fn bare() -> FlowState {
    FlowState {
        can: vec![],
        pending: vec![],
        records: vec![],
        ..second_round()
    }
}

/// A state in which every form that the encoding has occurs. Members are sorted, as a build without
/// `preserve_order` would write them.
pub(super) fn full() -> FlowState {
    FlowState {
        function: full_handler(),
        requests: 7,
        drops: 2,
        can: vec![(0, true), (1, false), (5, true)],
        pending: open_questions(),
        held: came(),
        records: recorded(),
        ..second_round()
    }
}

fn came() -> Vec<Held> {
    let held = |key, haste, answer| Held {
        identity: identity(key),
        kind: Kind::Form,
        question: [8; 16],
        retries: 3,
        haste,
        answer,
    };
    vec![
        held(
            "pick.language",
            None,
            json!({"action": "accept", "content": {"value": "日本語"}}),
        ),
        held("pick.size", Some(200), json!({"action": "decline"})),
    ]
}

fn full_handler() -> FunctionId {
    FunctionId {
        fingerprint: [0xab; 16],
        version: 300,
    }
}

fn open_questions() -> Vec<Pending> {
    let kinds = [Kind::Form, Kind::Url, Kind::Sample, Kind::Roots];
    let pending = |(number, kind): (u8, Kind)| Pending {
        wire_key: if number == 0 {
            "sure".into()
        } else {
            format!("sure:{number}")
        },
        identity: Identity {
            of: (number > 0).then_some([number; 16]),
            occurrence: 1 + 200 * u32::from(number),
            ..identity("sure")
        },
        kind,
        question: [0x60 + number; 16],
        retries: number,
        since: (number % 2 == 0).then(|| second_round().issued_at - 1_000 * u64::from(number + 1)),
        members: match kind {
            Kind::Form => vec!["value".into(), "é".into()],
            Kind::Url | Kind::Sample | Kind::Roots => vec![],
        },
    };
    (0..).zip(kinds).map(pending).collect()
}

fn recorded() -> Vec<Record> {
    let part = FunctionId {
        fingerprint: [9; 16],
        version: 2,
    };
    let within = [full_handler(), part];
    let value = json!({
        "array": [null, false, true, [], {}],
        "integers": [0, 30, 31, 32, -1, -31, -32, i64::MIN, u64::MAX],
        "numbers": [0.5, -1.25e-7, 1e300, 1.0, 0.1],
        "text": format!("{}é\u{1F600}\u{0}", "x".repeat(29)),
    });
    let refused = |key: &str, outcome| Record {
        entry: Entry::Answer {
            kind: Kind::Url,
            question: [3; 16],
            outcome,
        },
        ..accepted(key, Value::Null)
    };
    let capture = |key: &str, functions: &[FunctionId], value| Record {
        identity: identity(key),
        functions: functions.into(),
        entry: Entry::Capture(value),
    };
    vec![
        accepted("preference", json!({"language": "French", "omit": "names"})),
        refused("declined", Outcome::Declined(None)),
        refused("cancelled", Outcome::Cancelled(None)),
        refused("declined_unseen", Outcome::Declined(Some(0))),
        refused("cancelled_unseen", Outcome::Cancelled(Some(499))),
        capture("pick.hold", &within, value),
        capture("pick.again", &within, json!("a second record of the part")),
        capture("handler", &[handler()], json!(null)),
        capture("pick.older", &[handler(), part], json!(0)),
    ]
}
