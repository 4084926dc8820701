//! The test vectors of `docs/STATE-FORMAT.md`: made here, compared with the file, and made once more by
//! `.ci/check-vectors.py` from that document alone. `MRTR_BLESS=1` writes the file.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::path::Path;

use serde_json::{Value, json};

use super::testing::{keeps_numbers, second_round};
use super::{FlowState, Keys, Principal, Sealer, payload};

mod describe;
mod operations;
mod refused;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn encoded(state: &FlowState) -> Vec<u8> {
    let mut out = Vec::new();
    payload::encode(state, &mut out).unwrap();
    out
}

/// A nonce for each name, so that no two vectors share one.
fn nonce(name: &str) -> [u8; 24] {
    let digest = super::Hasher::new("test nonce")
        .field(name.as_bytes())
        .finish();
    *digest.first_chunk().unwrap()
}

fn sealer(keys: &[Vec<u8>], audience: &str, signed: bool) -> Sealer {
    let keys = Keys::new(keys).unwrap();
    Sealer::new(&if signed { keys.signed() } else { keys }, audience)
}

fn tokens() -> Vec<Value> {
    let token = |name: &str, key: Vec<u8>, audience: &str, signed: bool, state: &FlowState| {
        let payload = encoded(state);
        let sealer = sealer(std::slice::from_ref(&key), audience, signed);
        let token = sealer.seal_under(&nonce(name), payload.clone());
        assert_eq!(sealer.open(&token, usize::MAX).unwrap(), payload);
        json!({
            "name": name,
            "key": hex(&key),
            "audience": audience,
            "mode": if signed { "signed" } else { "sealed" },
            "nonce": if signed { Value::Null } else { hex(&nonce(name)).into() },
            "state": describe::state(state),
            "payload": hex(&payload),
            "token": token,
        })
    };
    let long = (0..=255).collect::<Vec<u8>>();
    vec![
        token("sealed", vec![1; 32], "incidents", false, &second_round()),
        token("signed", vec![1; 32], "incidents", true, &second_round()),
        token(
            "another audience",
            vec![1; 32],
            "paiements é",
            false,
            &second_round(),
        ),
        token("a long key", long, "incidents", false, &second_round()),
        token(
            "everything that a state can hold",
            vec![2; 32],
            "incidents",
            false,
            &describe::full(),
        ),
        token(
            "everything, signed",
            vec![2; 32],
            "incidents",
            true,
            &describe::full(),
        ),
        token(
            "nothing but what every state has",
            vec![2; 32],
            "incidents",
            false,
            &describe::bare(),
        ),
    ]
}

fn principals() -> Vec<Value> {
    let named = || Principal::new("https://login.example", "alice");
    let all = [
        Principal::anonymous(),
        Principal::local(),
        Principal::new("", ""),
        named(),
        named().client("desktop"),
        named().scope("tenant-7"),
        named().client("desktop").scope("tenant-7"),
        Principal::anonymous().scope(""),
    ];
    let describe = |principal: &Principal| {
        let kind = match principal {
            principal if principal.is_local() => "local",
            principal if principal.is_anonymous() => "anonymous",
            _ => "named",
        };
        json!({
            "kind": kind,
            "issuer": principal.issuer(),
            "subject": principal.subject(),
            "client": principal.client_id(),
            "scope": principal.scope_id(),
            "digest": hex(&principal.digest()),
        })
    };
    all.iter().map(describe).collect()
}

fn made() -> Value {
    json!({
        "tokens": tokens(),
        "principals": principals(),
        "operations": operations::all(),
        "opening": refused::opening(),
        "refused": refused::all(),
    })
}

/// Whoever changes the format on purpose blesses the file, and says so in the changelog: every open flow
/// ends at the deploy.
#[test]
fn the_vectors_of_the_format_never_change() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/state.json");
    let made = made();
    if std::env::var_os("MRTR_BLESS").is_some() {
        std::fs::write(&path, format!("{made:#}\n")).unwrap();
    }
    let mut file: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    if let Some(Value::Array(operations)) = file.get_mut("operations") {
        operations.retain(|line| line["numbers"] != "f64" || !keeps_numbers());
    }
    for (name, made) in made.as_object().unwrap() {
        let items = |value: &Value| value.as_array().cloned().unwrap_or_default();
        for (made, file) in items(made).iter().zip(items(&file[name])) {
            assert_eq!(*made, file, "{name}");
        }
        assert_eq!(*made, file[name], "{name}");
    }
}
