//! Sealing bytes into a token that only this server, for this audience, can have made.
//!
//! ```text
//! m1.<key id>.<base64url(ciphertext, tag, nonce)>     XChaCha20-Poly1305
//! m1s.<key id>.<base64url(payload, mac)>              HMAC-SHA256, when only signed
//! ```
//!
//! The header, its last point included, is authenticated with the payload. What stands behind the
//! payload is cut off in place, so that neither way copies it.

use std::iter;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use super::{Keys, payload::PayloadError};

mod subkey;
mod token;

#[cfg(test)]
pub(crate) use subkey::NO_RANDOMNESS;
pub(crate) use token::well_formed_key_id;

use subkey::{Purpose, Subkey};
use token::{Mode, Token};

/// Why a state was not sealed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SealError {
    #[error("the state would take {bytes} bytes of the {limit} allowed")]
    TooLong { bytes: usize, limit: usize },
    #[error(transparent)]
    ValueTooDeep(#[from] super::payload::ValueTooDeep),
    #[error("the operating system gave no randomness")]
    Random,
    #[error("the cipher refused the state")]
    Cipher,
}

/// Why a token was not opened. For logs and metrics only: on the wire all of them look the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OpenError {
    TooLong,
    Header,
    Version,
    Mode,
    UnknownKey,
    Encoding,
    Integrity,
    Payload(PayloadError),
    IssuedInFuture,
    Expired,
    PastDeadline,
    Principal,
    Operation,
}

impl OpenError {
    /// The name of the reason, for logs and metrics.
    pub(crate) fn reason(self) -> &'static str {
        match self {
            Self::TooLong => "too_long",
            Self::Header => "header",
            Self::Version => "version",
            Self::Mode => "mode",
            Self::UnknownKey => "unknown_key",
            Self::Encoding => "encoding",
            Self::Integrity => "integrity",
            Self::Payload(_) => "payload",
            Self::IssuedInFuture => "issued_in_future",
            Self::Expired => "expired",
            Self::PastDeadline => "past_deadline",
            Self::Principal => "principal",
            Self::Operation => "operation",
        }
    }
}

/// Seals and opens the tokens of one audience.
pub(crate) struct Sealer {
    mode: Mode,
    first: Subkey,
    others: Vec<Subkey>,
}

impl Sealer {
    pub(crate) fn new(keys: &Keys, audience: &str) -> Self {
        let mode = if keys.is_signed() {
            Mode::Signed
        } else {
            Mode::Sealed
        };
        Self::derive(keys, mode, Purpose::State, audience)
    }

    /// For the replies that a store keeps. They are encrypted even where states are only signed: a
    /// client may read its own state, and a reader of the store is somebody else.
    pub(crate) fn for_replies(keys: &Keys, audience: &str) -> Self {
        Self::derive(keys, Mode::Sealed, Purpose::Reply, audience)
    }

    /// For links to pages of the server's.
    pub(crate) fn for_links(keys: &Keys, audience: &str) -> Self {
        Self::derive(keys, Mode::Sealed, Purpose::Link, audience)
    }

    fn derive(keys: &Keys, mode: Mode, purpose: Purpose, audience: &str) -> Self {
        let derive = |key| Subkey::derive(key, mode, purpose, audience);
        Self {
            mode,
            first: derive(keys.first()),
            others: keys.others().map(derive).collect(),
        }
    }

    /// Seals `payload`, in its own buffer, into a token of at most `max_bytes`.
    pub(crate) fn seal(&self, payload: Vec<u8>, max_bytes: usize) -> Result<String, SealError> {
        self.seal_by(payload, max_bytes, |payload| self.first.seal(payload))
    }

    /// As [`seal`](Self::seal), under a nonce that no other payload may have.
    pub(crate) fn seal_with(
        &self,
        nonce: &[u8; 24],
        payload: Vec<u8>,
        max_bytes: usize,
    ) -> Result<String, SealError> {
        self.seal_by(payload, max_bytes, |payload| {
            self.first.seal_with(nonce, payload)
        })
    }

    fn seal_by(
        &self,
        mut payload: Vec<u8>,
        max_bytes: usize,
        seal: impl FnOnce(&mut Vec<u8>) -> Result<(), SealError>,
    ) -> Result<String, SealError> {
        let bytes = self.sealed_len(payload.len(), max_bytes)?;
        seal(&mut payload)?;
        let mut token = String::with_capacity(bytes);
        token.push_str(self.first.header());
        URL_SAFE_NO_PAD.encode_string(&payload, &mut token);
        Ok(token)
    }

    /// How long the token of a payload is, if it may be.
    pub(crate) fn sealed_len(&self, payload: usize, limit: usize) -> Result<usize, SealError> {
        let body = encoded_len(payload.saturating_add(self.mode.trailer()));
        let bytes = self.first.header().len().saturating_add(body);
        if bytes > limit {
            return Err(SealError::TooLong { bytes, limit });
        }
        Ok(bytes)
    }

    /// As [`seal`](Self::seal), under a nonce that a test fixes.
    #[cfg(any(test, fuzzing))]
    pub(crate) fn seal_under(&self, nonce: &[u8; 24], mut payload: Vec<u8>) -> String {
        assert_eq!(self.first.seal_with(nonce, &mut payload), Ok(()));
        format!(
            "{}{}",
            self.first.header(),
            URL_SAFE_NO_PAD.encode(&payload)
        )
    }

    /// The payload of a token of this audience, this mode and one of these keys. Costly work comes
    /// last: length, header and key are checked before anything is decoded.
    pub(crate) fn open(&self, token: &str, max_bytes: usize) -> Result<Vec<u8>, OpenError> {
        if token.len() > max_bytes {
            return Err(OpenError::TooLong);
        }
        let token = Token::parse(token)?;
        if token.mode != self.mode {
            return Err(OpenError::Mode);
        }
        let key = self.key(token.key_id).ok_or(OpenError::UnknownKey)?;
        let body = URL_SAFE_NO_PAD
            .decode(token.body)
            .map_err(|_| OpenError::Encoding)?;
        key.open(body)
    }

    fn key(&self, id: &str) -> Option<&Subkey> {
        iter::once(&self.first)
            .chain(&self.others)
            .find(|key| key.id() == id)
    }
}

/// The length of unpadded base64.
fn encoded_len(bytes: usize) -> usize {
    bytes.saturating_mul(4).div_ceil(3)
}

#[cfg(test)]
mod tests;
