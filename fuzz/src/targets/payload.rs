//! The payload behind a seal: bytes that decode are the one encoding of what they decode to.

use mrtr_runtime::fuzzing::payload_again;

/// Checks one input.
pub fn check(data: &[u8]) {
    if let Some(again) = payload_again(data) {
        assert_eq!(data, again, "two encodings of one state");
    }
}
