//! Where an ask or capture stands.

use crate::replay::{Claim, Class, Divergence, Flow, Location};
use crate::state::ShortDigest;

/// The flow, key and place of an ask or capture, as its macro passes them on.
#[derive(Debug, Clone, Copy)]
pub struct At<'f> {
    /// The flow of the handler around it.
    pub flow: &'f Flow,
    /// The default key, or the one that the author gave.
    pub key: &'static str,
    /// `file!()`
    pub file: &'static str,
    /// `line!()`
    pub line: u32,
}

/// The longest key.
const KEY_BYTES: usize = 48;

impl At<'_> {
    pub(crate) fn location(&self) -> Location {
        Location {
            file: self.file,
            line: self.line,
        }
    }

    /// Takes the identity of this ask or capture (R3).
    pub(crate) fn claim(&self, of: Option<ShortDigest>, class: Class) -> Claim {
        let at = self.location();
        let key = self.flow.full_key(self.key);
        let of = self.flow.full_of(of);
        self.flow.with(|journal| {
            if !is_key(self.key) {
                journal.diverge(Divergence::BadKey {
                    key: key.clone(),
                    at,
                });
            }
            journal.claim(key, of, class, at)
        })
    }
}

/// `[A-Za-z_][A-Za-z0-9_]{0,47}`
fn is_key(key: &str) -> bool {
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    key.len() <= KEY_BYTES
        && key.bytes().all(word)
        && !key.starts_with(|first: char| first.is_ascii_digit())
        && !key.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_1_to_48_letters_digits_and_underscores_and_no_leading_digit() {
        for key in ["a", "_", "user_name", "A9", &"k".repeat(48)] {
            assert!(is_key(key), "{key}");
        }
        for key in ["", "9a", "a-b", "a.b", "a#2", "é", "a b", &"k".repeat(49)] {
            assert!(!is_key(key), "{key}");
        }
    }
}
