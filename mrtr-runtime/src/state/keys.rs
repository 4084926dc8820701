//! The keys that seal states, and how a server comes by them.

use std::{
    env, fmt, iter,
    sync::{Arc, OnceLock},
};

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD_PAD_INDIFFERENT, URL_SAFE_PAD_INDIFFERENT},
};
use zeroize::Zeroizing;

mod bytes;
mod error;

pub use bytes::{KeyBytes, KeyList};
pub use error::KeysError;

type Key = Zeroizing<Vec<u8>>;

/// The fewest bytes of a key.
const MIN_BYTES: usize = 32;

/// The most keys of a ring.
const MAX_KEYS: usize = 16;

/// The keys of a server: the first one seals, each of them opens.
///
/// All instances of a server need the same keys. To replace a key without losing a flow, deploy
/// `old,new`, then `new,old`, then, once the last state of the old key has expired, `new`.
///
/// States are encrypted and authenticated (XChaCha20-Poly1305) unless [`signed`](Self::signed) says
/// otherwise. Keys are never printed, and wiped from memory on drop, but for an
/// [`ephemeral`](Self::ephemeral) one, which lives as long as the process.
///
/// ```
/// use mrtr_runtime::{Keys, KeysError};
///
/// let keys = Keys::parse("q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k=")?;
/// assert_eq!(format!("{keys:?}"), "Keys { count: 1, signed: false, ephemeral: false }");
/// assert_eq!(Keys::parse("dG9vIHNob3J0").unwrap_err(), KeysError::TooShort { entry: 1, bytes: 9 });
/// # Ok::<(), KeysError>(())
/// ```
#[derive(Clone)]
pub struct Keys {
    ring: Arc<Ring>,
    signed: bool,
    ephemeral: bool,
}

struct Ring {
    first: Key,
    others: Vec<Key>,
}

impl Keys {
    /// Keys as raw bytes, 32 or more each. The first seals.
    ///
    /// Where the type says the length, one that is too short does not build (`cargo check` does not see it):
    ///
    /// ```compile_fail
    /// # use mrtr_runtime::Keys;
    /// let keys = Keys::new([b"dev-secret"]);
    /// // error: a key has 32 bytes or more: make one with `openssl rand -base64 32`
    /// ```
    ///
    /// # Errors
    /// No key, more than 16, one that is too short, or the same one twice.
    pub fn new<L: KeyList>(keys: L) -> Result<Self, KeysError> {
        const { bytes::assert_long_enough::<L::Key>() };
        let keys = keys.keys();
        Self::of(keys.map(|key| Key::new(key.key_bytes().to_vec())).collect())
    }

    /// Keys as base64 text, separated by commas; the form of `MRTR_KEYS`. Both alphabets are
    /// accepted, padded or not, and white space around a key is ignored.
    ///
    /// # Errors
    /// As [`new`](Self::new); also an entry that is empty or not base64.
    pub fn parse(text: &str) -> Result<Self, KeysError> {
        if text.trim().is_empty() {
            return Err(KeysError::Empty);
        }
        let keys = (1..)
            .zip(text.split(','))
            .map(|(entry, text)| decode(entry, text.trim()));
        Self::of(keys.collect::<Result<_, _>>()?)
    }

    /// Keys from an environment variable, in the form of [`parse`](Self::parse).
    ///
    /// # Errors
    /// The variable is not set or not Unicode; also as [`parse`](Self::parse).
    pub fn from_env(var: &str) -> Result<Self, KeysError> {
        match env::var(var) {
            Ok(text) => Self::parse(&Zeroizing::new(text)),
            Err(env::VarError::NotPresent) => Err(KeysError::NotSet {
                var: var.to_owned(),
            }),
            Err(env::VarError::NotUnicode(_)) => Err(KeysError::NotUnicode {
                var: var.to_owned(),
            }),
        }
    }

    /// The random key of this process, the same in each call: however many servers and routers a process
    /// builds, they go on with each other's flows. It dies with the process: open flows end at a restart, and
    /// no other instance can go on with them. Logs a warning that says so.
    ///
    /// ```
    /// use mrtr_runtime::{Keys, Mrtr};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mrtr = Mrtr::builder().keys(Keys::ephemeral()?).audience("files").single_user().build()?;
    /// # let _ = mrtr;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// The operating system gave no randomness.
    pub fn ephemeral() -> Result<Self, KeysError> {
        let ring = ring_of_this_process()?;
        tracing::warn!(
            "MRTR KEYS ARE EPHEMERAL: they are made up for this process. A restart or another instance \
             cannot open the states that it seals, so open flows will fail. Set MRTR_KEYS to base64 keys \
             of {MIN_BYTES} bytes or more (`openssl rand -base64 32`)."
        );
        Ok(Self {
            ring,
            signed: false,
            ephemeral: true,
        })
    }

    /// Only signs states (HMAC-SHA256) and does not encrypt them: clients can read the answers and
    /// captured values in them, but not change them.
    #[must_use]
    pub fn signed(mut self) -> Self {
        self.signed = true;
        self
    }

    /// Whether states are only [`signed`](Self::signed).
    pub fn is_signed(&self) -> bool {
        self.signed
    }

    /// Whether these keys were made up for this process.
    pub fn is_ephemeral(&self) -> bool {
        self.ephemeral
    }

    fn of(mut keys: Vec<Key>) -> Result<Self, KeysError> {
        check(&keys)?;
        let others = keys.split_off(keys.len().min(1));
        let first = keys.pop().ok_or(KeysError::Empty)?;
        Ok(Self {
            ring: Arc::new(Ring { first, others }),
            signed: false,
            ephemeral: false,
        })
    }

    /// The key that seals.
    pub(super) fn first(&self) -> &[u8] {
        &self.ring.first
    }

    /// The keys that only open.
    pub(super) fn others(&self) -> impl Iterator<Item = &[u8]> {
        self.ring.others.iter().map(|key| key.as_slice())
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keys")
            .field(
                "count",
                &iter::once(self.first()).chain(self.others()).count(),
            )
            .field("signed", &self.signed)
            .field("ephemeral", &self.ephemeral)
            .finish()
    }
}

/// Made at the first call. Where two threads come first at once, both get the one that was kept.
fn ring_of_this_process() -> Result<Arc<Ring>, KeysError> {
    static RING: OnceLock<Arc<Ring>> = OnceLock::new();
    if let Some(ring) = RING.get() {
        return Ok(ring.clone());
    }
    let mut first = Key::new(vec![0; MIN_BYTES]);
    getrandom::fill(&mut first).map_err(|_| KeysError::Random)?;
    let others = Vec::new();
    Ok(RING
        .get_or_init(|| Arc::new(Ring { first, others }))
        .clone())
}

fn check(keys: &[Key]) -> Result<(), KeysError> {
    if keys.len() > MAX_KEYS {
        return Err(KeysError::TooMany { count: keys.len() });
    }
    for (entry, key) in (1..).zip(keys) {
        if key.len() < MIN_BYTES {
            return Err(KeysError::TooShort {
                entry,
                bytes: key.len(),
            });
        }
        match (1..entry).zip(keys).find(|(_, earlier)| *earlier == key) {
            Some((first, _)) => return Err(KeysError::Duplicate { entry, first }),
            None => continue,
        }
    }
    Ok(())
}

fn decode(entry: usize, text: &str) -> Result<Key, KeysError> {
    if text.is_empty() {
        return Err(KeysError::EmptyEntry { entry });
    }
    [STANDARD_PAD_INDIFFERENT, URL_SAFE_PAD_INDIFFERENT]
        .iter()
        .find_map(|engine| {
            // Room from the start: a buffer that grows leaves its old bytes behind.
            let mut key = Key::new(Vec::with_capacity(text.len().saturating_add(4)));
            engine.decode_vec(text, &mut key).ok()?;
            Some(key)
        })
        .ok_or(KeysError::NotBase64 { entry })
}

#[cfg(test)]
mod tests;
