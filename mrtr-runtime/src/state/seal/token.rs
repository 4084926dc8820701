//! The readable head of a token.

use super::OpenError;

const KEY_ID_CHARS: usize = 8;

/// How a token is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Encrypted and authenticated.
    Sealed,
    /// Only authenticated.
    Signed,
}

impl Mode {
    pub(super) fn version(self) -> &'static str {
        match self {
            Self::Sealed => "m1",
            Self::Signed => "m1s",
        }
    }

    fn of(version: &str) -> Result<Self, OpenError> {
        match version {
            "m1" => Ok(Self::Sealed),
            "m1s" => Ok(Self::Signed),
            other if is_version(other) => Err(OpenError::Version),
            _ => Err(OpenError::Header),
        }
    }

    /// How many bytes stand behind the payload.
    pub(super) fn trailer(self) -> usize {
        match self {
            Self::Sealed => 16 + 24,
            Self::Signed => 32,
        }
    }
}

/// A token whose header is well formed.
pub(super) struct Token<'t> {
    pub(super) mode: Mode,
    pub(super) key_id: &'t str,
    pub(super) body: &'t str,
}

impl<'t> Token<'t> {
    pub(super) fn parse(token: &'t str) -> Result<Self, OpenError> {
        let (version, rest) = token.split_once('.').ok_or(OpenError::Header)?;
        let mode = Mode::of(version)?;
        let (key_id, body) = rest.split_once('.').ok_or(OpenError::Header)?;
        if !is_key_id(key_id) {
            return Err(OpenError::Header);
        }
        Ok(Self { mode, key_id, body })
    }
}

/// The key id of a token that did not open, where it looks like one: the only part of such a token
/// that may be logged.
pub(crate) fn well_formed_key_id(token: &str) -> Option<&str> {
    Token::parse(token).ok().map(|token| token.key_id)
}

/// `m` and a number, with or without an `s`: a format, if not of this build.
fn is_version(text: &str) -> bool {
    let digits = text
        .strip_prefix('m')
        .map(|text| text.strip_suffix('s').unwrap_or(text));
    digits.is_some_and(|digits| {
        (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn is_key_id(text: &str) -> bool {
    text.len() == KEY_ID_CHARS
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}
