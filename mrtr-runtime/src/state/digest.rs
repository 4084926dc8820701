//! SHA-256 over parsed values: what a state is bound to, and which question an answer belongs to.
//!
//! Every digest is tagged with its purpose and every part carries its length, so that no two
//! different inputs feed the same bytes.

use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

mod number;
mod walk;

use super::finite::is_finite;
use walk::Walk;

/// A SHA-256 digest.
pub(crate) type Digest = [u8; 32];

/// The first 16 bytes of a SHA-256 digest.
pub(crate) type ShortDigest = [u8; 16];

/// Arguments that are nested deeper than allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", crate::texts::nested_arguments(*limit))]
pub(crate) struct TooDeep {
    pub(crate) limit: usize,
}

/// A tagged SHA-256 over length-prefixed fields.
#[derive(Clone)]
pub(crate) struct Hasher(Sha256);

impl Hasher {
    /// `tag` names what the digest is for; digests under two tags never meet.
    pub(crate) fn new(tag: &str) -> Self {
        let mut hasher = Self(Sha256::new());
        hasher.field(b"mrtr").field(tag.as_bytes());
        hasher
    }

    /// Adds one field, its length first.
    pub(crate) fn field(&mut self, bytes: &[u8]) -> &mut Self {
        self.count(bytes.len()).raw(bytes)
    }

    /// Adds fields that may be none or many, their number first.
    pub(crate) fn list<T: AsRef<[u8]>>(&mut self, fields: impl IntoIterator<Item = T>) {
        let fields: Vec<T> = fields.into_iter().collect();
        self.count(fields.len());
        for field in fields {
            self.field(field.as_ref());
        }
    }

    /// Adds a list of one field.
    pub(crate) fn one(&mut self, field: &[u8]) {
        self.count(1).field(field);
    }

    /// Adds a parsed JSON value; key order and the spelling of numbers make no difference.
    pub(crate) fn value(&mut self, value: &Value) -> &mut Self {
        Walk::new(self).value(value);
        self
    }

    pub(crate) fn finish(&self) -> Digest {
        self.0.clone().finalize().into()
    }

    pub(crate) fn short(&self) -> ShortDigest {
        let mut short = ShortDigest::default();
        for (byte, full) in short.iter_mut().zip(self.finish()) {
            *byte = full;
        }
        short
    }

    fn count(&mut self, count: usize) -> &mut Self {
        self.raw(&(count as u64).to_le_bytes())
    }

    fn raw(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.update(bytes);
        self
    }
}

/// What a state is bound to: the method, the name or uri, and the arguments. Absent arguments are
/// the same as `{}`. `max_depth` counts the arguments object itself.
pub(crate) fn operation_digest(
    method: &str,
    target: &str,
    arguments: Option<&Map<String, Value>>,
    max_depth: usize,
) -> Result<Digest, TooDeep> {
    let mut hasher = Hasher::new("operation");
    hasher.field(method.as_bytes()).field(target.as_bytes());
    Walk::new(&mut hasher).arguments(arguments, max_depth)?;
    Ok(hasher.finish())
}

/// The digest of a value of our own, at any depth.
pub(crate) fn value_digest(tag: &str, value: &Value) -> Digest {
    Hasher::new(tag).value(value).finish()
}

/// The digest of what an author gave for `of` or `about`. The order of a map makes no difference, and a number that is
/// not finite is an error: JSON has one word for all of them, `null`.
pub(crate) fn serialize_digest<T: Serialize + ?Sized>(
    tag: &str,
    value: &T,
) -> Result<ShortDigest, serde_json::Error> {
    if !is_finite(value) {
        return Err(serde::ser::Error::custom("a number that is not finite"));
    }
    let value = serde_json::to_value(value)?;
    Ok(Hasher::new(tag).value(&value).short())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod spelling;
#[cfg(test)]
mod tests;
