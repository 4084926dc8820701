//! What is wrong with keys, without showing them.

use std::fmt;

use super::{MAX_KEYS, MIN_BYTES};

/// Why keys were refused. Names an entry by its place, counted from 1, and never its text.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeysError {
    /// There is no key at all.
    #[error("no keys: give at least one of {MIN_BYTES} bytes or more")]
    Empty,
    /// There are more keys than a ring may have.
    #[error(
        "{count} keys: at most {MAX_KEYS} are allowed, remove those that no state needs any more"
    )]
    TooMany {
        /// How many there are.
        count: usize,
    },
    /// A key is shorter than 32 bytes.
    #[error(
        "key {entry} has {bytes} bytes and needs {MIN_BYTES}: make one with `openssl rand -base64 32`"
    )]
    TooShort {
        /// The place of the key.
        entry: usize,
        /// Its length, decoded.
        bytes: usize,
    },
    /// A key stands in the list twice.
    #[error("key {entry} is the same as key {first}")]
    Duplicate {
        /// The place of the second one.
        entry: usize,
        /// The place of the first one.
        first: usize,
    },
    /// There is nothing between two commas, or before the first or after the last one.
    #[error("key {entry} is empty: separate keys by single commas")]
    EmptyEntry {
        /// The place of the key.
        entry: usize,
    },
    /// A key is not base64, neither of the standard nor of the url-safe alphabet.
    #[error("key {entry} is not base64")]
    NotBase64 {
        /// The place of the key.
        entry: usize,
    },
    /// The environment variable is not set.
    #[error(
        "the environment variable {var} is not set: it holds base64 keys separated by commas; `openssl rand -base64 32` makes one"
    )]
    NotSet {
        /// The name of the variable.
        var: String,
    },
    /// The environment variable is not Unicode.
    #[error(
        "the environment variable {var} is not Unicode: it holds base64 keys separated by commas"
    )]
    NotUnicode {
        /// The name of the variable.
        var: String,
    },
    /// The operating system gave no randomness for a key.
    #[error("the operating system gave no randomness")]
    Random,
}

/// As it displays: `fn main() -> Result<(), Box<dyn Error>>` prints the error that it returns in this way.
impl fmt::Debug for KeysError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
