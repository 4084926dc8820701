//! One key of the ring, derived for one audience and mode.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chacha20poly1305::{AeadInOut as _, KeyInit as _, XChaCha20Poly1305};
use hkdf::{Hkdf, HkdfExtract};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;
use zeroize::Zeroizing;

use super::{OpenError, SealError, token::Mode};

#[cfg(test)]
thread_local! {
    /// How often the operating system gives this thread no nonce.
    pub(crate) static NO_RANDOMNESS: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

const NONCE: usize = 24;
const TAG: usize = 16;
const MAC: usize = 32;

/// What is sealed: one never opens as the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A `requestState`.
    State,
    /// A reply that a store keeps for repeats.
    Reply,
    /// A link to a page of the server's.
    Link,
}

impl Purpose {
    /// What the key id and the secret are derived for.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::State => ("key id", "seal"),
            Self::Reply => ("reply key id", "reply"),
            Self::Link => ("link key id", "link"),
        }
    }
}

/// What a key does, ready to use: no key schedule is left for a call.
enum Cipher {
    Sealed(XChaCha20Poly1305),
    Signed(Hmac<Sha256>),
}

pub(super) struct Subkey {
    id: String,
    /// Version and id as they stand in front of a token, both points included.
    header: String,
    cipher: Cipher,
}

impl Subkey {
    pub(super) fn derive(key: &[u8], mode: Mode, purpose: Purpose, audience: &str) -> Self {
        let prk = Zeroizing::new(<[u8; 32]>::from(Hkdf::<Sha256>::extract(None, key).0));
        let expand = |purpose| expand(&prk, &info(mode, purpose, audience));
        let (id, secret) = purpose.names();
        let (id, secret) = (key_id(&expand(id)), expand(secret));
        let header = format!("{}.{id}.", mode.version());
        let cipher = match mode {
            Mode::Sealed => Cipher::Sealed(XChaCha20Poly1305::new((&*secret).into())),
            Mode::Signed => Cipher::Signed(hmac(&secret)),
        };
        Self { id, header, cipher }
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn header(&self) -> &str {
        &self.header
    }

    /// Protects `payload` in place and appends what opening needs.
    pub(super) fn seal(&self, payload: &mut Vec<u8>) -> Result<(), SealError> {
        match &self.cipher {
            Cipher::Sealed(cipher) => self.encrypt(cipher, payload),
            Cipher::Signed(mac) => {
                let mac = self.mac(mac, payload).finalize().into_bytes();
                payload.extend_from_slice(&mac);
                Ok(())
            }
        }
    }

    fn encrypt(&self, cipher: &XChaCha20Poly1305, payload: &mut Vec<u8>) -> Result<(), SealError> {
        let mut nonce = [0; NONCE];
        #[cfg(test)]
        if let Some(left) = NO_RANDOMNESS.get().checked_sub(1) {
            NO_RANDOMNESS.set(left);
            return Err(SealError::Random);
        }
        getrandom::fill(&mut nonce).map_err(|_| SealError::Random)?;
        self.encrypt_under(cipher, &nonce, payload)
    }

    fn encrypt_under(
        &self,
        cipher: &XChaCha20Poly1305,
        nonce: &[u8; NONCE],
        payload: &mut Vec<u8>,
    ) -> Result<(), SealError> {
        let tag = cipher
            .encrypt_inout_detached(
                nonce.into(),
                self.header.as_bytes(),
                payload.as_mut_slice().into(),
            )
            .map_err(|_| SealError::Cipher)?;
        payload.extend_from_slice(&tag);
        payload.extend_from_slice(nonce);
        Ok(())
    }

    /// As [`seal`](Self::seal), under a nonce that no other payload may have; a signature needs none.
    pub(super) fn seal_with(
        &self,
        nonce: &[u8; NONCE],
        payload: &mut Vec<u8>,
    ) -> Result<(), SealError> {
        match &self.cipher {
            Cipher::Sealed(cipher) => self.encrypt_under(cipher, nonce, payload),
            Cipher::Signed(_) => self.seal(payload),
        }
    }

    /// The payload of a token's `body`, in the same buffer.
    pub(super) fn open(&self, mut body: Vec<u8>) -> Result<Vec<u8>, OpenError> {
        let length = match &self.cipher {
            Cipher::Sealed(cipher) => self.decrypt(cipher, &mut body),
            Cipher::Signed(mac) => self.verify(mac, &body),
        };
        body.truncate(length.ok_or(OpenError::Integrity)?);
        Ok(body)
    }

    fn decrypt(&self, cipher: &XChaCha20Poly1305, body: &mut [u8]) -> Option<usize> {
        let (rest, nonce) = body.split_last_chunk_mut::<NONCE>()?;
        let (text, tag) = rest.split_last_chunk_mut::<TAG>()?;
        let length = text.len();
        cipher
            .decrypt_inout_detached(
                (&*nonce).into(),
                self.header.as_bytes(),
                text.into(),
                (&*tag).into(),
            )
            .ok()?;
        Some(length)
    }

    fn verify(&self, mac: &Hmac<Sha256>, body: &[u8]) -> Option<usize> {
        let (payload, tag) = body.split_last_chunk::<MAC>()?;
        self.mac(mac, payload).verify(tag.into()).ok()?;
        Some(payload.len())
    }

    fn mac(&self, mac: &Hmac<Sha256>, payload: &[u8]) -> Hmac<Sha256> {
        mac.clone()
            .chain_update(self.header.as_bytes())
            .chain_update(payload)
    }
}

/// Length-prefixed, so that no two derivations share their info.
fn info(mode: Mode, purpose: &str, audience: &str) -> Vec<u8> {
    let mut info = Vec::with_capacity(audience.len().saturating_add(64));
    for part in ["mrtr", "m1", mode.version(), purpose, audience] {
        info.extend_from_slice(&(part.len() as u64).to_le_bytes());
        info.extend_from_slice(part.as_bytes());
    }
    info
}

/// HKDF-Expand of 32 bytes. Its one block is the HMAC of the info and a counter, which is what
/// HKDF-Extract computes; unlike the general form this one cannot fail.
fn expand(prk: &[u8; 32], info: &[u8]) -> Zeroizing<[u8; 32]> {
    let mut block = HkdfExtract::<Sha256>::new(Some(prk));
    block.input_ikm(info);
    block.input_ikm(&[1]);
    Zeroizing::new(block.finalize().0.into())
}

/// HMAC pads a key with zeros to a block; given a whole block it cannot fail.
fn hmac(secret: &[u8; 32]) -> Hmac<Sha256> {
    let mut block = Zeroizing::new([0; 64]);
    for (byte, secret) in block.iter_mut().zip(secret) {
        *byte = *secret;
    }
    Hmac::new((&*block).into())
}

/// The first 6 bytes as 8 characters.
fn key_id(bytes: &[u8; 32]) -> String {
    let [a, b, c, d, e, f, ..] = *bytes;
    URL_SAFE_NO_PAD.encode([a, b, c, d, e, f])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// Stops to compile when a feature is lost that wipes keys.
    #[test]
    fn secrets_are_wiped_when_they_are_dropped() {
        fn wipes<T: zeroize::ZeroizeOnDrop>() {}
        wipes::<XChaCha20Poly1305>();
        // `Hmac<Sha256>` is two hash states and a buffer, which wipe themselves: it has no `Drop` of its own.
        wipes::<Sha256>();
        wipes::<Zeroizing<[u8; 32]>>();
        wipes::<Zeroizing<Vec<u8>>>();
    }

    #[test]
    fn subkeys_are_those_of_hkdf() {
        let (prk, hkdf) = Hkdf::<Sha256>::extract(None, b"some key material");
        let mut expected = [0; 32];
        hkdf.expand(b"info", &mut expected).unwrap();
        assert_eq!(*expand(&prk.into(), b"info"), expected);
    }

    #[test]
    fn the_mac_is_that_of_hmac_under_the_short_key() {
        let long = hmac(&[7; 32]).chain_update(b"text").finalize();
        let short = Hmac::<Sha256>::new_from_slice(&[7; 32])
            .unwrap()
            .chain_update(b"text")
            .finalize();
        assert_eq!(long.into_bytes(), short.into_bytes());
    }

    #[test]
    fn every_part_of_the_derivation_makes_other_keys() {
        let key = [1; 32];
        let of = |mode, purpose, audience| Subkey::derive(&key, mode, purpose, audience).id;
        let id = |mode, audience| of(mode, Purpose::State, audience);
        assert_ne!(id(Mode::Sealed, "a"), id(Mode::Signed, "a"));
        assert_ne!(id(Mode::Sealed, "a"), id(Mode::Sealed, "b"));
        let purposes = [Purpose::State, Purpose::Reply, Purpose::Link];
        let ids: std::collections::HashSet<_> = purposes
            .map(|purpose| of(Mode::Sealed, purpose, "a"))
            .into();
        assert_eq!(ids.len(), 3);
        assert_ne!(
            info(Mode::Sealed, "seal", "a"),
            info(Mode::Sealed, "key id", "a")
        );
        assert_ne!(
            info(Mode::Sealed, "seal", "a"),
            info(Mode::Sealed, "seala", "")
        );
    }

    #[test]
    fn a_header_fits_a_token() {
        let header = Subkey::derive(&[1; 32], Mode::Sealed, Purpose::State, "a").header;
        assert_eq!(header.len(), "m1.".len() + 8 + ".".len());
        assert!(super::super::well_formed_key_id(&header).is_some());
    }
}
