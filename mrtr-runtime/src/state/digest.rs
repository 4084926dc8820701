//! Digests of parsed values.
pub(crate) type Digest = [u8; 32];
pub(crate) type ShortDigest = [u8; 16];
