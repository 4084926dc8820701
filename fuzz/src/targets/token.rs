//! A token opens as it was sealed, and not at all once anything about it has changed.

use std::sync::LazyLock;

use arbitrary::{Arbitrary, Unstructured};
use mrtr_runtime::Keys;
use mrtr_runtime::fuzzing::Tokens;

const MAX_BYTES: usize = 4096;

/// One token and what happens to it on its way.
#[derive(Debug, Arbitrary)]
struct Sent<'a> {
    ring: Which,
    nonce: [u8; 24],
    changes: Vec<Change<'a>>,
    payload: &'a [u8],
}

#[derive(Debug, Arbitrary)]
enum Change<'a> {
    /// Another text altogether.
    Other(&'a str),
    Cut(u16),
    Append(&'a str),
    Insert(u16, char),
    Replace(u16, char),
    /// Its header over another body, or its body under another header.
    Header(Which),
    Body(Which),
    Upper,
    Twice,
}

#[derive(Debug, Clone, Copy, Arbitrary, PartialEq, Eq)]
enum Which {
    Sealed,
    Signed,
    Rotated,
    OtherKey,
    OtherAudience,
}

/// The rings; `Rotated` has the key of `Sealed` as its second one.
static RINGS: LazyLock<[Tokens; 5]> = LazyLock::new(|| {
    let keys = |bytes: &[[u8; 32]]| Keys::new(bytes.to_vec()).unwrap();
    [
        Tokens::new(&keys(&[[1; 32]]), "a"),
        Tokens::new(&keys(&[[1; 32]]).signed(), "a"),
        Tokens::new(&keys(&[[2; 32], [1; 32]]), "a"),
        Tokens::new(&keys(&[[3; 32]]), "a"),
        Tokens::new(&keys(&[[1; 32]]), "b"),
    ]
});

const ALL: [Which; 5] = [
    Which::Sealed,
    Which::Signed,
    Which::Rotated,
    Which::OtherKey,
    Which::OtherAudience,
];

/// Checks one input.
pub fn check(data: &[u8]) {
    let Ok(sent) = Sent::arbitrary_take_rest(Unstructured::new(data)) else {
        return;
    };
    let token = seal(sent.ring, &sent);
    let mut came = token.clone();
    for change in sent.changes.iter().take(6) {
        came = change.apply(came, &sent);
    }
    for ring in ALL {
        let opened = tokens(ring).open(&came, MAX_BYTES);
        match origin(ring, &came, &sent) {
            Some(payload) => assert_eq!(opened.as_deref(), Ok(payload), "{ring:?}: {came}"),
            None => assert!(opened.is_err(), "{ring:?} opened {came} for {token}"),
        }
    }
}

/// What a ring must open: a token that it, or the ring of an earlier key, has sealed; byte for byte.
fn origin<'a>(ring: Which, came: &str, sent: &Sent<'a>) -> Option<&'a [u8]> {
    let makers: &[Which] = match ring {
        Which::Rotated => &[Which::Rotated, Which::Sealed],
        _ => &[ring],
    };
    let is_ours = came.len() <= MAX_BYTES && makers.iter().any(|maker| seal(*maker, sent) == came);
    is_ours.then_some(sent.payload)
}

fn tokens(ring: Which) -> &'static Tokens {
    &RINGS[ring as usize]
}

fn seal(ring: Which, sent: &Sent<'_>) -> String {
    tokens(ring).seal(&sent.nonce, sent.payload.to_vec())
}

impl Change<'_> {
    fn apply(&self, token: String, sent: &Sent<'_>) -> String {
        match self {
            Self::Other(text) => (*text).to_owned(),
            Self::Cut(at) => token[..place(&token, *at)].to_owned(),
            Self::Append(text) => token + text,
            Self::Insert(at, c) => {
                let (before, after) = token.split_at(place(&token, *at));
                format!("{before}{c}{after}")
            }
            Self::Replace(at, c) => {
                let (before, after) = token.split_at(place(&token, *at));
                let after: String = after.chars().skip(1).collect();
                format!("{before}{c}{after}")
            }
            Self::Header(ring) => graft(&seal(*ring, sent), &token),
            Self::Body(ring) => graft(&token, &seal(*ring, sent)),
            Self::Upper => token.to_uppercase(),
            Self::Twice => format!("{token}{token}")
                .chars()
                .take(MAX_BYTES + 1)
                .collect(),
        }
    }
}

/// The end of the text's characters is a place too.
fn place(text: &str, at: u16) -> usize {
    let count = text.chars().count() + 1;
    let starts = text.char_indices().map(|(start, _)| start);
    starts
        .chain([text.len()])
        .nth(usize::from(at) % count)
        .unwrap()
}

fn graft(head: &str, body: &str) -> String {
    let header = head.rsplit_once('.').map_or("", |(header, _)| header);
    let body = body.rsplit_once('.').map_or(body, |(_, body)| body);
    format!("{header}.{body}")
}
