//! What a link to a page of the server's holds: which flow it belongs to, and whom.
//!
//! A link stands in a question, so it must be the same in every round of its flow. Its nonce is therefore made
//! from the flow's seed, which only the sealed state holds: another flow, or another content, has another nonce.

use super::{Hasher, SealError, Sealer, ShortDigest};

const VERSION: u8 = 1;
/// Version, flow id, person, deadline.
const BYTES: usize = 1 + 16 + 16 + 8;
/// How long a token is: `m1.`, a key id and a point, then payload, tag and nonce as base64.
const TOKEN_BYTES: usize = 12 + (BYTES + 16 + 24) * 4 / 3;
/// How a token begins.
const START: &str = "m1.";

/// A link. The time is in milliseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LinkState {
    pub(crate) flow_id: [u8; 16],
    pub(crate) person: ShortDigest,
    pub(crate) deadline: u64,
}

impl LinkState {
    /// The token: letters, digits, `-`, `_` and two points.
    pub(crate) fn seal(&self, sealer: &Sealer, seed: [u8; 16]) -> Result<String, SealError> {
        let payload = self.encode();
        let mut hasher = Hasher::new("link nonce");
        hasher.field(&seed).field(&payload);
        let [nonce @ .., _, _, _, _, _, _, _, _] = hasher.finish();
        sealer.seal_with(&nonce, payload, TOKEN_BYTES)
    }

    /// None if no server with this audience and a key of this ring made it.
    pub(crate) fn open(sealer: &Sealer, token: &str) -> Option<Self> {
        Self::decode(&sealer.open(token, TOKEN_BYTES).ok()?)
    }

    /// The text ahead of the first link of a flow in it, made under any key of this ring, and what follows the link.
    pub(crate) fn cut<'t>(
        sealer: &Sealer,
        flow_id: &[u8; 16],
        text: &'t str,
    ) -> Option<(&'t str, &'t str)> {
        text.match_indices(START).find_map(|(at, _)| {
            let (before, from) = text.split_at_checked(at)?;
            let (token, after) = from.split_at_checked(TOKEN_BYTES)?;
            let link = Self::open(sealer, token)?;
            (link.flow_id == *flow_id).then_some((before, after))
        })
    }

    fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(BYTES + 64);
        bytes.push(VERSION);
        bytes.extend_from_slice(&self.flow_id);
        bytes.extend_from_slice(&self.person);
        bytes.extend_from_slice(&self.deadline.to_le_bytes());
        bytes
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let (version, rest) = bytes.split_first()?;
        let (flow_id, rest) = rest.split_first_chunk()?;
        let (person, rest) = rest.split_first_chunk()?;
        let deadline = u64::from_le_bytes(rest.try_into().ok()?);
        (*version == VERSION).then_some(Self {
            flow_id: *flow_id,
            person: *person,
            deadline,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]

    use super::*;
    use crate::state::Keys;

    fn sealer(key: u8, audience: &str) -> Sealer {
        Sealer::for_links(&Keys::new([[key; 32]]).unwrap(), audience)
    }

    const LINK: LinkState = LinkState {
        flow_id: [1; 16],
        person: [2; 16],
        deadline: 1_800_000_000_000,
    };

    #[test]
    fn a_link_is_one_for_each_flow_and_fits_an_address() {
        let sealer = sealer(7, "a");
        let token = LINK.seal(&sealer, [3; 16]).unwrap();
        assert_eq!(LINK.seal(&sealer, [3; 16]).unwrap(), token);
        assert_eq!(LinkState::open(&sealer, &token), Some(LINK));
        let is_safe = |sign: char| sign.is_ascii_alphanumeric() || "-_.".contains(sign);
        assert!(token.chars().all(is_safe) && token.len() == 120, "{token}");
    }

    #[test]
    fn no_nonce_is_used_for_two_contents() {
        let sealer = sealer(7, "a");
        let nonce = |link: LinkState, seed| {
            let token = link.seal(&sealer, [seed; 16]).unwrap();
            token.get(token.len() - 32..).unwrap().to_owned()
        };
        let others = [
            nonce(LINK, 4),
            nonce(
                LinkState {
                    deadline: 7,
                    ..LINK
                },
                3,
            ),
            nonce(
                LinkState {
                    person: [9; 16],
                    ..LINK
                },
                3,
            ),
            nonce(
                LinkState {
                    flow_id: [9; 16],
                    ..LINK
                },
                3,
            ),
        ];
        assert!(!others.contains(&nonce(LINK, 3)));
    }

    #[test]
    fn a_link_opens_under_its_own_keys_alone() {
        let token = LINK.seal(&sealer(7, "a"), [3; 16]).unwrap();
        let keys = Keys::new([[7; 32]]).unwrap();
        for other in [
            sealer(8, "a"),
            sealer(7, "b"),
            Sealer::new(&keys, "a"),
            Sealer::for_replies(&keys, "a"),
        ] {
            assert_eq!(LinkState::open(&other, &token), None);
        }
        let state = Sealer::new(&keys, "a").seal(LINK.encode(), 1000).unwrap();
        assert_eq!(LinkState::open(&sealer(7, "a"), &state), None);
    }

    #[test]
    fn every_changed_sign_is_refused() {
        let sealer = sealer(7, "a");
        let token = LINK.seal(&sealer, [3; 16]).unwrap();
        for place in 0..token.len() {
            let mut changed = token.clone().into_bytes();
            changed[place] = if changed[place] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            assert_eq!(LinkState::open(&sealer, &changed), None, "{place}");
        }
        for other in [
            "",
            ".",
            "m1..",
            &token[1..],
            &token[..119],
            &format!("{token}A"),
        ] {
            assert_eq!(LinkState::open(&sealer, other), None);
        }
    }

    #[test]
    fn another_version_or_length_is_none() {
        let bytes = LINK.encode();
        assert_eq!(LinkState::decode(&bytes), Some(LINK));
        assert_eq!(LinkState::decode(&bytes[..40]), None);
        assert_eq!(LinkState::decode(&[&*bytes, &[0]].concat()), None);
        assert_eq!(LinkState::decode(&[&[2], &bytes[1..]].concat()), None);
    }
}
