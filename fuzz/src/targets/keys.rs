//! `MRTR_KEYS`: what is taken is base64 of 32 bytes or more, by a slow decoder of its own; what is refused is never shown.

use mrtr_runtime::fuzzing::Tokens;
use mrtr_runtime::{Keys, KeysError};

/// Checks one input.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let keys = Keys::parse(text);
    match (expected(text), keys) {
        (Some(expected), Ok(keys)) => same(&expected, &keys),
        (None, Err(error)) => says_nothing(text, &error),
        (expected, keys) => panic!("{text:?}: {keys:?}, expected {expected:?}"),
    }
}

/// The keys, or none where any of them is wrong.
fn expected(text: &str) -> Option<Vec<Vec<u8>>> {
    let keys: Option<Vec<_>> = text.split(',').map(|entry| decode(entry.trim())).collect();
    let keys = keys.filter(|keys| keys.len() <= 16 && keys.iter().all(|key| key.len() >= 32))?;
    let distinct = (1..keys.len()).all(|at| !keys[..at].contains(&keys[at]));
    distinct.then_some(keys)
}

/// Base64 of either alphabet but not both, no more padding than there may be, no bit left over.
fn decode(entry: &str) -> Option<Vec<u8>> {
    let text = entry.trim_end_matches('=');
    let padding = entry.len() - text.len();
    if padding > text.len().next_multiple_of(4) - text.len() {
        return None;
    }
    let standard = |c| b"+/".iter().position(|sign| *sign == c);
    let url_safe = |c| b"-_".iter().position(|sign| *sign == c);
    bits(text, standard).or_else(|| bits(text, url_safe))
}

fn bits(text: &str, sign: impl Fn(u8) -> Option<usize>) -> Option<Vec<u8>> {
    let mut bits = String::new();
    for c in text.bytes() {
        let value = match c {
            b'A'..=b'Z' => usize::from(c - b'A'),
            b'a'..=b'z' => usize::from(c - b'a') + 26,
            b'0'..=b'9' => usize::from(c - b'0') + 52,
            other => sign(other)? + 62,
        };
        bits += &format!("{value:06b}");
    }
    let over = bits.len() % 8;
    if over > 4 || bits[bits.len() - over..].contains('1') {
        return None;
    }
    let bytes = bits.as_bytes().chunks_exact(8);
    let byte = |bits| u8::from_str_radix(std::str::from_utf8(bits).unwrap(), 2).unwrap();
    Some(bytes.map(byte).collect())
}

/// Each of the keys seals what the ring opens, and the ring seals with the first.
fn same(expected: &[Vec<u8>], keys: &Keys) {
    let ring = Tokens::new(keys, "a");
    for (at, key) in expected.iter().enumerate() {
        let alone = Tokens::new(&Keys::new([key.clone()]).unwrap(), "a");
        let token = alone.seal(&[9; 24], b"payload".to_vec());
        assert_eq!(ring.open(&token, 4096).as_deref(), Ok(&b"payload"[..]));
        assert_eq!(ring.seal(&[9; 24], b"payload".to_vec()) == token, at == 0);
    }
}

fn says_nothing(text: &str, error: &KeysError) {
    let said = format!("{error} {error:?}");
    let secrets = text.split([',', ' ', '=']).filter(|part| part.len() > 15);
    for secret in secrets {
        assert!(!said.contains(secret), "{said} shows {secret}");
    }
}
