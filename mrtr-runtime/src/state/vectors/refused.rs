//! Tokens that do not open, each with its reason.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Map, Value, json};

use super::{encoded, hex, nonce, sealer};
use crate::Limits;
use crate::state::testing::{accepted, second_round};
use crate::state::{Binding, FlowState, Kind, OpenError, Pending, open_state};

const AUDIENCE: &str = "incidents";

fn keys() -> Vec<Vec<u8>> {
    vec![vec![1; 32], vec![2; 32]]
}

/// How tokens are opened, where a case does not say otherwise.
pub(super) fn opening() -> Value {
    let state = second_round();
    json!({
        "keys": keys().iter().map(|key| hex(key)).collect::<Vec<_>>(),
        "audience": AUDIENCE,
        "mode": "sealed",
        "now": state.issued_at + 1,
        "skew": 60_000,
        "state_bytes": 32 * 1024,
        "principal": hex(&state.principal),
        "operation": hex(&state.operation),
        "token": sealed("a token that opens", &state),
    })
}

fn sealed(name: &str, state: &FlowState) -> String {
    of_bytes(name, encoded(state))
}

fn of_bytes(name: &str, payload: Vec<u8>) -> String {
    sealer(&keys(), AUDIENCE, false).seal_under(&nonce(name), payload)
}

struct Case {
    name: String,
    token: String,
    reason: &'static str,
    detail: Option<&'static str>,
    /// What differs from `opening`.
    change: Value,
}

pub(super) fn all() -> Vec<Value> {
    let mut cases = texts();
    cases.extend(keys_and_modes());
    cases.extend(bodies());
    cases.extend(payloads());
    cases.extend(members());
    cases.extend(paths());
    cases.extend(times_and_bindings());
    cases.iter().map(checked).collect()
}

/// Opens a token as its case says and looks whether it is refused for that reason.
fn checked(case: &Case) -> Value {
    let Value::Object(mut opening) = opening() else {
        panic!()
    };
    opening.extend(case.change.as_object().cloned().unwrap_or_default());
    let error = open(&case.token, &opening).expect_err(&case.name);
    assert_eq!(error.reason(), case.reason, "{}", case.name);
    let detail = match error {
        OpenError::Payload(error) => Some(format!("{error:?}").to_lowercase()),
        _ => None,
    };
    assert_eq!(detail.as_deref(), case.detail, "{}", case.name);
    let mut line = Map::from_iter([
        ("name".to_owned(), json!(case.name)),
        ("token".to_owned(), json!(case.token)),
        ("reason".to_owned(), json!(case.reason)),
    ]);
    line.extend(
        case.detail
            .map(|detail| ("detail".to_owned(), json!(detail))),
    );
    line.extend(case.change.as_object().cloned().unwrap_or_default());
    Value::Object(line)
}

fn open(token: &str, opening: &Map<String, Value>) -> Result<FlowState, OpenError> {
    let text = |name: &str| opening[name].as_str().unwrap();
    let keys: Vec<Vec<u8>> = opening["keys"]
        .as_array()
        .unwrap()
        .iter()
        .map(|key| unhex(key.as_str().unwrap()))
        .collect();
    let binding = Binding {
        principal: unhex(text("principal")).try_into().unwrap(),
        operation: unhex(text("operation")).try_into().unwrap(),
    };
    let limits = Limits {
        state_bytes: usize::try_from(opening["state_bytes"].as_u64().unwrap()).unwrap(),
        ..Limits::default()
    };
    let sealer = sealer(&keys, text("audience"), text("mode") == "signed");
    open_state(
        &sealer,
        token,
        &binding,
        opening["now"].as_u64().unwrap(),
        &limits,
    )
}

fn unhex(text: &str) -> Vec<u8> {
    let digit = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
    (0..text.len()).step_by(2).map(digit).collect()
}

fn case(name: &str, token: String, reason: &'static str) -> Case {
    Case {
        name: name.to_owned(),
        token,
        reason,
        detail: None,
        change: Value::Null,
    }
}

fn good() -> String {
    sealed("a token that opens", &second_round())
}

fn parts(token: &str) -> [String; 3] {
    let parts: Vec<String> = token.split('.').map(str::to_owned).collect();
    parts.try_into().unwrap()
}

fn texts() -> Vec<Case> {
    let token = good();
    let [_, id, body] = parts(&token);
    let of = |name: &str, token: &str, reason| case(name, token.to_owned(), reason);
    let mut cases = vec![
        of("nothing", "", "header"),
        of("no point", "m1", "header"),
        of("one point", &format!("m1.{id}"), "header"),
        of(
            "a key id that is too long",
            &format!("m1.{id}A.{body}"),
            "header",
        ),
        of(
            "a key id that is too short",
            &format!("m1.{}.{body}", &id[1..]),
            "header",
        ),
        of(
            "a key id outside its alphabet",
            &format!("m1.AAAA+AAA.{body}"),
            "header",
        ),
        of("white space in front", &format!(" {token}"), "header"),
        of("a large letter", &format!("M1.{id}.{body}"), "header"),
        of("no version", &format!("m.{id}.{body}"), "header"),
        of(
            "another kind of token",
            &format!("eyJhbGciOiJIUzI1NiJ9.{id}.{body}"),
            "header",
        ),
        of("a later version", &format!("m2.{id}.{body}"), "version"),
        of(
            "a later version, signed",
            &format!("m2s.{id}.{body}"),
            "version",
        ),
        of(
            "a version with a zero in front",
            &format!("m01.{id}.{body}"),
            "version",
        ),
    ];
    let mut short = case("one byte over the limit", token.clone(), "too_long");
    short.change = json!({"state_bytes": token.len() - 1});
    cases.push(short);
    cases
}

fn keys_and_modes() -> Vec<Case> {
    let token = good();
    let [_, id, body] = parts(&token);
    let signed = sealer(&keys(), AUDIENCE, true).seal_under(&[0; 24], encoded(&second_round()));
    let [_, signed_id, signed_body] = parts(&signed);
    let second = sealer(&[vec![2; 32]], AUDIENCE, false);
    let second = second.seal_under(&nonce("second key"), encoded(&second_round()));
    let [_, second_id, _] = parts(&second);
    let other = |change| Case {
        change,
        ..case("", token.clone(), "unknown_key")
    };
    vec![
        case(
            "an unknown key id",
            format!("m1.AAAAAAAA.{body}"),
            "unknown_key",
        ),
        case(
            "the id of another key of the ring",
            format!("m1.{second_id}.{body}"),
            "integrity",
        ),
        case("called signed", format!("m1s.{id}.{body}"), "mode"),
        case("signed, where states are sealed", signed.clone(), "mode"),
        case(
            "signed, called sealed",
            format!("m1.{signed_id}.{signed_body}"),
            "unknown_key",
        ),
        case(
            "signed, called sealed, with the sealed key's id",
            format!("m1.{id}.{signed_body}"),
            "integrity",
        ),
        Case {
            name: "sealed, where states are signed".into(),
            reason: "mode",
            ..other(json!({"mode": "signed"}))
        },
        Case {
            name: "a signed token with a changed byte".into(),
            token: format!(
                "m1s.{signed_id}.{}{}",
                if signed_body.starts_with('A') {
                    "B"
                } else {
                    "A"
                },
                &signed_body[1..]
            ),
            reason: "integrity",
            ..other(json!({"mode": "signed"}))
        },
        Case {
            name: "another audience".into(),
            ..other(json!({"audience": "invoices"}))
        },
        Case {
            name: "the key was taken out of the ring".into(),
            ..other(json!({"keys": [hex(&[2; 32])]}))
        },
        Case {
            name: "another key".into(),
            ..other(json!({"keys": [hex(&[3; 32])]}))
        },
    ]
}

fn bodies() -> Vec<Case> {
    let [_, id, body] = parts(&good());
    let of = |name: &str, body: &str, reason| case(name, format!("m1.{id}.{body}"), reason);
    let changed = |at: usize| {
        let mut bytes = URL_SAFE_NO_PAD.decode(&body).unwrap();
        let at = at % bytes.len();
        bytes[at] ^= 1;
        URL_SAFE_NO_PAD.encode(bytes)
    };
    let bytes = URL_SAFE_NO_PAD.decode(&body).unwrap();
    let length = bytes.len();
    vec![
        of("no body", "", "integrity"),
        of(
            "a body shorter than tag and nonce",
            &URL_SAFE_NO_PAD.encode([0; 39]),
            "integrity",
        ),
        of("padding", &format!("{body}="), "encoding"),
        of("a line feed behind", &format!("{body}\n"), "encoding"),
        of("the standard alphabet", &format!("{body}++//"), "encoding"),
        of("a third point", &format!("{body}.AAAA"), "encoding"),
        of(
            "one character alone behind whole groups",
            &"A".repeat(57),
            "encoding",
        ),
        of(
            "bits that no byte has",
            &format!("{}B", "A".repeat(57)),
            "encoding",
        ),
        of("the first byte changed", &changed(0), "integrity"),
        of("the tag changed", &changed(length - 25), "integrity"),
        of("the nonce changed", &changed(length - 1), "integrity"),
        of(
            "a byte cut off",
            &URL_SAFE_NO_PAD.encode(&bytes[..length - 1]),
            "integrity",
        ),
        of(
            "a byte added",
            &URL_SAFE_NO_PAD.encode([&bytes[..], &[0]].concat()),
            "integrity",
        ),
    ]
}

/// Sealed under the right key: only a bug or another build makes such bytes.
fn payloads() -> Vec<Case> {
    let whole = encoded(&second_round());
    let of = |name: &str, payload: &[u8], detail| Case {
        detail: Some(detail),
        ..case(name, of_bytes(name, payload.to_vec()), "payload")
    };
    let with = |at: usize, bytes: &[u8]| [&whole[..at], bytes, &whole[at + 1..]].concat();
    let mut twice = second_round();
    twice.records.push(accepted("preference", json!(1)));
    vec![
        of("an empty payload", b"", "truncated"),
        of("a payload of version 2", &with(0, &[2]), "version"),
        of("a payload that ends in a digest", &whole[..80], "truncated"),
        of(
            "a payload that ends in a text",
            &whole[..whole.len() - 1],
            "count",
        ),
        of(
            "a payload that goes on",
            &[&whole[..], &[0]].concat(),
            "trailing",
        ),
        of("a number in a longer form", &with(17, &[0x81, 0]), "number"),
        of(
            "a number over 32 bits",
            &with(17, &[0xff, 0xff, 0xff, 0xff, 0x10]),
            "number",
        ),
        of(
            "more capabilities than bytes",
            &with(68, &[0xff, 0x7f]),
            "count",
        ),
        of("a flag that no entry has", &with(136, &[0x90]), "tag"),
        of("a haste of an accepted answer", &with(136, &[0x50]), "tag"),
        of("a haste of a capture", &with(136, &[0x40]), "tag"),
        of("a key that is not UTF-8", &with(138, &[0xff]), "utf8"),
        of("two records of one name", &encoded(&twice), "duplicate"),
        of("a value that is nested too deeply", &too_deep(), "depth"),
    ]
}

/// What a pending question says that its form holds.
fn members() -> Vec<Case> {
    let of = |name: &str, payload: Vec<u8>, detail| Case {
        detail: Some(detail),
        ..case(name, of_bytes(name, payload), "payload")
    };
    let mut none = with_members(Kind::Form, &["a"]);
    let end = none.len() - 5;
    none.splice(end..end + 3, [0]);
    let mut many = with_members(Kind::Form, &["a"]);
    many[end] = 9;
    vec![
        of("a form without members that says so", none, "tag"),
        of("more members than bytes", many, "count"),
        of(
            "a member twice",
            with_members(Kind::Form, &["a", "a"]),
            "duplicate",
        ),
        of(
            "members of a sample",
            with_members(Kind::Sample, &["a"]),
            "tag",
        ),
    ]
}

fn with_members(kind: Kind, members: &[&str]) -> Vec<u8> {
    let pending = Pending {
        kind,
        members: members.iter().map(|&name| name.to_owned()).collect(),
        ..second_round().pending.remove(0)
    };
    encoded(&FlowState {
        pending: vec![pending],
        ..super::describe::bare()
    })
}

/// Where a record says that it was made.
fn paths() -> Vec<Case> {
    let of = |name: &str, made_in: &[&[u8]], detail| {
        let payload = with_captures(made_in);
        Case {
            detail: Some(detail),
            ..case(name, of_bytes(name, payload), "payload")
        }
    };
    let (handler, part) = (
        [[1; 16].as_slice(), &[1]].concat(),
        [[9; 16].as_slice(), &[2]].concat(),
    );
    let new = |head: u8, functions: &[&[u8]]| [&[1, head], functions.concat().as_slice()].concat();
    let first = new(1 << 1 | 1, &[&part]);
    let again = [&[2], &first[1..]].concat();
    let elsewhere = new(2 << 1, &[&part, &handler]);
    vec![
        of("a place beyond the list of paths", &[&[2]], "count"),
        of(
            "a place far beyond the list of paths",
            &[&[0], &[0xff, 0x7f]],
            "count",
        ),
        of("an empty path", &[&new(0, &[])], "duplicate"),
        of("the handler again, as a path", &[&new(1, &[])], "duplicate"),
        of(
            "the handler again, written out",
            &[&new(1 << 1, &[&handler])],
            "duplicate",
        ),
        of(
            "a part of the handler, written out",
            &[&new(2 << 1, &[&handler, &part])],
            "duplicate",
        ),
        of("one path twice", &[&first, &again], "duplicate"),
        of(
            "one path elsewhere twice",
            &[&elsewhere, &[&[2], &elsewhere[1..]].concat()],
            "duplicate",
        ),
        of("more functions than bytes", &[&[1, 0xff, 0x7f]], "count"),
        of(
            "a path that ends in a function",
            &[&new(1 << 1 | 1, &[&part[..15]])],
            "count",
        ),
        of(
            "a version over 32 bits",
            &[&new(3, &[&part[..16], &[0xff, 0xff, 0xff, 0xff, 0x10]])],
            "number",
        ),
    ]
}

/// A state that holds a capture for each of these, which were made in these places.
fn with_captures(made_in: &[&[u8]]) -> Vec<u8> {
    let mut bytes = encoded(&super::describe::bare());
    bytes.pop();
    bytes.push(u8::try_from(made_in.len()).unwrap());
    for (key, made_in) in (b'a'..).zip(made_in) {
        bytes.extend([0, 1, key, 1]);
        bytes.extend(*made_in);
        bytes.push(0);
    }
    bytes
}

fn too_deep() -> Vec<u8> {
    let state = super::describe::bare();
    let mut bytes = encoded(&state);
    bytes.pop();
    // One record: a capture `a` of the handler, an array in an array, 129 times.
    bytes.extend([1, 0, 1, b'a', 1, 0]);
    bytes.extend([3 << 5 | 1; 129]);
    bytes.push(0);
    bytes
}

fn times_and_bindings() -> Vec<Case> {
    let state = second_round();
    let of = |name: &str, reason, change| Case {
        change,
        ..case(name, good(), reason)
    };
    let ended = FlowState {
        deadline: state.issued_at + 1,
        ..state.clone()
    };
    vec![
        of(
            "expired to the millisecond",
            "expired",
            json!({"now": state.expires_at}),
        ),
        of(
            "expired long ago",
            "past_deadline",
            json!({"now": u64::MAX}),
        ),
        of(
            "issued in the future by more than the skew",
            "issued_in_future",
            json!({"now": state.issued_at - 60_001}),
        ),
        case(
            "the flow is over",
            sealed("the flow is over", &ended),
            "past_deadline",
        ),
        of(
            "another principal",
            "principal",
            json!({"principal": hex(&[0; 32])}),
        ),
        of(
            "another operation",
            "operation",
            json!({"operation": hex(&[0; 32])}),
        ),
        of(
            "another principal and operation",
            "principal",
            json!({"principal": hex(&[0; 32]), "operation": hex(&[0; 32])}),
        ),
    ]
}
