//! What fuzz targets reach and authors do not. It is there only under `--cfg fuzzing`, which no package sets.
#![allow(missing_docs)]

use serde_json::{Map, Value};

use crate::Keys;
use crate::form::Form;
use crate::state::{Digest, Sealer, decode, encode, operation_digest};

/// The tokens of one audience.
pub struct Tokens(Sealer);

impl Tokens {
    pub fn new(keys: &Keys, audience: &str) -> Self {
        Self(Sealer::new(keys, audience))
    }

    pub fn seal(&self, nonce: &[u8; 24], payload: Vec<u8>) -> String {
        self.0.seal_under(nonce, payload)
    }

    /// The payload, or the reason as it stands in the log.
    pub fn open(&self, token: &str, max_bytes: usize) -> Result<Vec<u8>, &'static str> {
        self.0
            .open(token, max_bytes)
            .map_err(|error| error.reason())
    }
}

/// What these bytes decode to, encoded again.
pub fn payload_again(payload: &[u8]) -> Option<Vec<u8>> {
    let mut again = Vec::new();
    encode(&decode(payload).ok()?, &mut again).ok()?;
    Some(again)
}

/// What a state is bound to; none where the arguments are nested deeper than `max_depth`.
pub fn operation(
    method: &str,
    target: &str,
    arguments: Option<&Map<String, Value>>,
    max_depth: usize,
) -> Option<Digest> {
    operation_digest(method, target, arguments, max_depth).ok()
}

/// What of an answer is kept.
pub fn kept(form: &Form, content: &Map<String, Value>) -> Map<String, Value> {
    form.normalize(content)
}

/// The form that is asked again after such an answer.
pub fn filled_in(form: &Form, content: &Map<String, Value>) -> Form {
    form.with_defaults(content)
}
