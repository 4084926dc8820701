//! Where an ask or capture stands.

use super::Digest;
use crate::replay::{Cause, Claim, Class, Divergence, Flow, Location};
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

    /// The digest of `of` or `about`; none if the value cannot be serialized, which ends the flow.
    pub(crate) fn digest(&self, digest: Digest) -> Option<ShortDigest> {
        let refuse = |of| {
            self.flow.not_serializable(self.key, of, self.location());
        };
        digest.0.map_err(refuse).ok()
    }

    /// Takes the identity of this ask or capture (R3).
    pub(crate) fn claim(&self, of: Option<ShortDigest>, class: Class) -> Claim {
        self.claim_in(None, of, class)
    }

    /// The same for a step inside an ask, under the step's name.
    pub(crate) fn claim_in(
        &self,
        step: Option<&str>,
        of: Option<ShortDigest>,
        class: Class,
    ) -> Claim {
        let at = self.location();
        let mut key = self.flow.full_key(self.key);
        if let Some(step) = step {
            key = format!("{key}:{step}");
        }
        let of = self.flow.full_of(of);
        self.flow.with(|journal| {
            if !is_key(self.key) {
                journal.diverge(Divergence::new(&key, at, Cause::BadKey));
            }
            journal.claim(key, of, class, at)
        })
    }
}

/// `[A-Za-z_][A-Za-z0-9_]{0,47}`. An author's constants are checked while the program compiles.
#[must_use]
pub const fn is_key(key: &str) -> bool {
    match key.as_bytes().first() {
        None => false,
        Some(first) => {
            !first.is_ascii_digit() && key.len() <= KEY_BYTES && has_only_words(key.as_bytes())
        }
    }
}

const fn has_only_words(mut bytes: &[u8]) -> bool {
    while let [first, rest @ ..] = bytes {
        if !first.is_ascii_alphanumeric() && *first != b'_' {
            return false;
        }
        bytes = rest;
    }
    true
}

/// Whether two constants are one key.
#[must_use]
pub const fn is_same_key(one: &str, two: &str) -> bool {
    let (mut one, mut two) = (one.as_bytes(), two.as_bytes());
    while let ([a, one_rest @ ..], [b, two_rest @ ..]) = (one, two) {
        if *a != *b {
            return false;
        }
        (one, two) = (one_rest, two_rest);
    }
    one.is_empty() && two.is_empty()
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

    #[test]
    fn keys_are_one_if_all_their_bytes_are() {
        assert!(is_same_key("name", "name") && is_same_key("", ""));
        for (one, two) in [
            ("name", "names"),
            ("names", "name"),
            ("name", "nome"),
            ("", "a"),
        ] {
            assert!(!is_same_key(one, two), "{one} {two}");
        }
    }
}
