//! What can be a key as it is, and which of it is too short to build.

use super::MIN_BYTES;

/// The raw bytes of one key, for [`Keys::new`](super::Keys::new).
///
/// Where the type says how many they are, as in `[u8; 32]` or `b"..."`, a key that is too short does not build.
/// Text is none: [`Keys::parse`](super::Keys::parse) reads base64.
pub trait KeyBytes {
    /// How many there are, where the type says it.
    const LENGTH: Option<usize> = None;

    /// The bytes.
    fn key_bytes(&self) -> &[u8];
}

/// What [`Keys::new`](super::Keys::new) takes: whatever there is to iterate over whose items are [`KeyBytes`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list of keys",
    label = "a list of raw keys is wanted here, for one key too: `[key]`",
    note = "a key is 32 bytes or more: `[u8; 32]`, `Vec<u8>` or a slice",
    note = "for base64 text use `Keys::parse`, or `Keys::from_env` for a variable that holds it"
)]
pub trait KeyList {
    /// One key.
    type Key: KeyBytes;

    /// The keys in their order.
    fn keys(self) -> impl Iterator<Item = Self::Key>;
}

#[diagnostic::do_not_recommend]
impl<I> KeyList for I
where
    I: IntoIterator,
    I::Item: KeyBytes,
{
    type Key = I::Item;

    fn keys(self) -> impl Iterator<Item = I::Item> {
        self.into_iter()
    }
}

/// Fails the build where a type cannot hold a key; one of unknown length is looked at when it comes.
#[track_caller]
pub(super) const fn assert_long_enough<K: KeyBytes>() {
    if let Some(length) = K::LENGTH {
        assert!(
            length >= MIN_BYTES,
            "a key has 32 bytes or more: make one with `openssl rand -base64 32`"
        );
    }
}

#[diagnostic::do_not_recommend]
impl<const N: usize> KeyBytes for [u8; N] {
    const LENGTH: Option<usize> = Some(N);

    fn key_bytes(&self) -> &[u8] {
        self
    }
}

#[diagnostic::do_not_recommend]
impl KeyBytes for [u8] {
    fn key_bytes(&self) -> &[u8] {
        self
    }
}

#[diagnostic::do_not_recommend]
impl KeyBytes for Vec<u8> {
    fn key_bytes(&self) -> &[u8] {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<K: KeyBytes + ?Sized> KeyBytes for Box<K> {
    const LENGTH: Option<usize> = K::LENGTH;

    fn key_bytes(&self) -> &[u8] {
        (**self).key_bytes()
    }
}

#[diagnostic::do_not_recommend]
impl<K: KeyBytes + ?Sized> KeyBytes for &K {
    const LENGTH: Option<usize> = K::LENGTH;

    fn key_bytes(&self) -> &[u8] {
        (**self).key_bytes()
    }
}
