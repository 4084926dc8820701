#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::collections::HashSet;

use super::*;

const MAX: usize = 1024;

fn keys(bytes: &[u8]) -> Keys {
    Keys::new(bytes.iter().map(|byte| [*byte; 32])).unwrap()
}

fn sealed() -> Sealer {
    Sealer::new(&keys(&[1]), "incidents")
}

fn signed() -> Sealer {
    Sealer::new(&keys(&[1]).signed(), "incidents")
}

fn seal(sealer: &Sealer, payload: &[u8]) -> String {
    sealer.seal(payload.to_vec(), MAX).unwrap()
}

fn with_body(token: &str, change: impl Fn(&mut Vec<u8>)) -> String {
    let (header, body) = token.rsplit_once('.').unwrap();
    let mut body = URL_SAFE_NO_PAD.decode(body).unwrap();
    change(&mut body);
    format!("{header}.{}", URL_SAFE_NO_PAD.encode(body))
}

#[test]
fn a_token_opens_to_its_payload() {
    for sealer in [sealed(), signed()] {
        for payload in [&b""[..], b"x", &[0; 100], &[0xff; 500]] {
            assert_eq!(sealer.open(&seal(&sealer, payload), MAX).unwrap(), payload);
        }
    }
}

#[test]
fn a_token_has_the_form_that_its_mode_has() {
    assert!(seal(&sealed(), b"x").starts_with("m1."));
    assert!(seal(&signed(), b"x").starts_with("m1s."));
    assert_eq!(seal(&sealed(), b"x").matches('.').count(), 2);
}

#[test]
fn a_sealed_token_shows_nothing_and_a_signed_one_can_be_read() {
    let payload = vec![b'q'; 90];
    let body = |token: &str| {
        URL_SAFE_NO_PAD
            .decode(token.rsplit_once('.').unwrap().1)
            .unwrap()
    };
    assert!(
        !body(&seal(&sealed(), &payload))
            .windows(4)
            .any(|window| window == b"qqqq")
    );
    assert!(body(&seal(&signed(), &payload)).starts_with(&payload));
}

#[test]
fn nonces_are_never_used_again() {
    let sealer = sealed();
    let tokens: HashSet<_> = (0..500).map(|_| seal(&sealer, b"same")).collect();
    assert_eq!(tokens.len(), 500);
}

#[test]
fn length_is_checked_exactly_and_first() {
    let token = seal(&sealed(), b"payload");
    assert!(sealed().open(&token, token.len()).is_ok());
    assert_eq!(
        sealed().open(&token, token.len() - 1),
        Err(OpenError::TooLong)
    );
    assert_eq!(
        sealed().open(&"é".repeat(MAX), MAX),
        Err(OpenError::TooLong)
    );
    for sealer in [sealed(), signed()] {
        let bytes = seal(&sealer, b"payload").len();
        assert!(sealer.seal(b"payload".to_vec(), bytes).is_ok());
        let limit = bytes - 1;
        assert_eq!(
            sealer.seal(b"payload".to_vec(), limit),
            Err(SealError::TooLong { bytes, limit })
        );
    }
}

#[test]
fn the_announced_length_is_the_length() {
    for length in 0..10 {
        let token = seal(&sealed(), &vec![0; length]);
        let bytes = sealed().first.header().len() + encoded_len(length + 40);
        assert_eq!(token.len(), bytes);
    }
}

#[test]
fn every_single_changed_character_is_refused() {
    for sealer in [sealed(), signed()] {
        let token = seal(&sealer, b"a payload of some length");
        for at in 0..token.len() {
            for other in (0x20_u8..0x7f).filter(|other| *other != token.as_bytes()[at]) {
                let mut changed = token.clone().into_bytes();
                changed[at] = other;
                let changed = String::from_utf8(changed).unwrap();
                assert!(sealer.open(&changed, MAX).is_err(), "{at} {other}");
            }
        }
    }
}

#[test]
fn every_single_changed_bit_is_refused() {
    for sealer in [sealed(), signed()] {
        let token = seal(&sealer, b"payload");
        for bit in 0..(7 + sealer.mode.trailer()) * 8 {
            let changed = with_body(&token, |body| body[bit / 8] ^= 1 << (bit % 8));
            assert_eq!(
                sealer.open(&changed, MAX),
                Err(OpenError::Integrity),
                "{bit}"
            );
        }
    }
}

#[test]
fn every_truncation_and_extension_is_refused() {
    for sealer in [sealed(), signed()] {
        let token = seal(&sealer, b"payload");
        for length in 0..token.len() {
            assert!(sealer.open(&token[..length], MAX).is_err(), "{length}");
            assert!(sealer.open(&token[length + 1..], MAX).is_err(), "{length}");
        }
        for more in ["=", "==", "A", "AAAA", ".", ".A", " ", "\n", "\0", "é"] {
            assert!(
                sealer.open(&format!("{token}{more}"), MAX).is_err(),
                "{more:?}"
            );
            assert!(
                sealer.open(&format!("{more}{token}"), MAX).is_err(),
                "{more:?}"
            );
        }
        for cut in 0..=(7 + sealer.mode.trailer()) {
            let shorter = with_body(&token, |body| drop(body.drain(..=cut.min(body.len() - 1))));
            assert_eq!(
                sealer.open(&shorter, MAX),
                Err(OpenError::Integrity),
                "{cut}"
            );
        }
    }
}

/// The last character of a body may hold unused bits: only zero bits count.
#[test]
fn a_body_has_one_spelling() {
    for length in 0..3 {
        let token = seal(&sealed(), &vec![0; length]);
        let same_bytes = (b'-'..=b'z')
            .map(|last| format!("{}{}", &token[..token.len() - 1], last as char))
            .filter(|other| sealed().open(other, MAX).is_ok());
        assert_eq!(same_bytes.collect::<Vec<_>>(), [token]);
    }
}

#[test]
fn the_standard_alphabet_padding_and_white_space_are_refused() {
    let sealer = signed();
    let token = seal(&sealer, &[0xfb, 0xff, 0xfe].repeat(10));
    let (header, body) = token.rsplit_once('.').unwrap();
    let standard = body.replace('-', "+").replace('_', "/");
    assert_ne!(standard, body);
    for body in [
        &standard,
        &format!("{body}="),
        &format!(" {body}"),
        &body.replacen('_', "_\n", 1),
    ] {
        assert_eq!(
            sealer.open(&format!("{header}.{body}"), MAX),
            Err(OpenError::Encoding)
        );
    }
}

#[test]
fn each_refusal_has_its_reason() {
    let sealer = sealed();
    let token = seal(&sealer, b"x");
    let (_, rest) = token.split_once('.').unwrap();
    let (id, body) = rest.split_once('.').unwrap();
    let reason = |token: &str| sealer.open(token, MAX).unwrap_err();
    for header in [
        "",
        "m1",
        "m1.",
        &format!("m1.{id}"),
        &format!("m1.{id}x.{body}"),
        &format!("m1.ab/+cdef.{body}"),
    ] {
        assert_eq!(reason(header), OpenError::Header, "{header}");
    }
    for version in ["M1", "x", "m", "ms", "m1S", "m11111", "v1", " m1", "m1ss"] {
        assert_eq!(
            reason(&format!("{version}.{rest}")),
            OpenError::Header,
            "{version}"
        );
    }
    for version in ["m0", "m2", "m2s", "m01", "m10"] {
        assert_eq!(
            reason(&format!("{version}.{rest}")),
            OpenError::Version,
            "{version}"
        );
    }
    assert_eq!(reason(&format!("m1s.{rest}")), OpenError::Mode);
    assert_eq!(
        reason(&format!("m1.AAAAAAAA.{body}")),
        OpenError::UnknownKey
    );
    assert_eq!(reason(&format!("m1.{id}.{body}!")), OpenError::Encoding);
    assert_eq!(reason(&format!("m1.{id}.")), OpenError::Integrity);
}

#[test]
fn one_mode_never_opens_the_other() {
    assert_eq!(
        sealed().open(&seal(&signed(), b"x"), MAX),
        Err(OpenError::Mode)
    );
    assert_eq!(
        signed().open(&seal(&sealed(), b"x"), MAX),
        Err(OpenError::Mode)
    );
    let relabelled = seal(&sealed(), &[0; 64]).replacen("m1.", "m1s.", 1);
    assert_eq!(signed().open(&relabelled, MAX), Err(OpenError::UnknownKey));
    let id = signed().first.id().to_owned();
    let body = relabelled.rsplit_once('.').unwrap().1.to_owned();
    assert_eq!(
        signed().open(&format!("m1s.{id}.{body}"), MAX),
        Err(OpenError::Integrity)
    );
}

#[test]
fn another_audience_is_refused_even_under_its_key_id() {
    let other = Sealer::new(&keys(&[1]), "invoices");
    let token = seal(&sealed(), b"x");
    assert_eq!(other.open(&token, MAX), Err(OpenError::UnknownKey));
    let swapped = token.replacen(sealed().first.id(), other.first.id(), 1);
    assert_eq!(other.open(&swapped, MAX), Err(OpenError::Integrity));
}

#[test]
fn only_the_named_key_is_tried() {
    for signed in [false, true] {
        let ring = |bytes: &[u8]| {
            if signed {
                keys(bytes).signed()
            } else {
                keys(bytes)
            }
        };
        let both = Sealer::new(&ring(&[1, 2]), "incidents");
        let token = seal(&both, b"x");
        assert!(both.open(&token, MAX).is_ok());
        let swapped = token.replacen(both.first.id(), both.others[0].id(), 1);
        assert_eq!(both.open(&swapped, MAX), Err(OpenError::Integrity));
    }
}

/// While a deploy rolls out, its instances and those of the one before run side by side: each has to
/// open what the other seals.
#[test]
fn rotation_in_three_deploys_loses_no_token() {
    let deploy = |bytes: &[u8]| Sealer::new(&keys(bytes), "incidents");
    let deploys = [deploy(&[1]), deploy(&[1, 2]), deploy(&[2, 1])];
    for pair in deploys.windows(2) {
        assert_eq!(pair[0].open(&seal(&pair[1], b"x"), MAX).unwrap(), b"x");
        assert_eq!(pair[1].open(&seal(&pair[0], b"x"), MAX).unwrap(), b"x");
    }
    let last = deploy(&[2]);
    assert_eq!(last.open(&seal(&deploys[2], b"x"), MAX).unwrap(), b"x");
    assert_eq!(deploys[2].open(&seal(&last, b"x"), MAX).unwrap(), b"x");
    assert_eq!(
        last.open(&seal(&deploys[1], b"x"), MAX),
        Err(OpenError::UnknownKey)
    );
}

#[test]
fn a_key_of_any_length_seals() {
    let long = Keys::new([vec![1; 32], vec![1; 64], vec![2; 1000]]).unwrap();
    let ids: HashSet<_> = {
        let sealer = Sealer::new(&long, "a");
        iter::once(&sealer.first)
            .chain(&sealer.others)
            .map(|key| key.id().to_owned())
            .collect()
    };
    assert_eq!(ids.len(), 3);
}

#[test]
fn only_a_well_formed_key_id_may_be_logged() {
    let token = seal(&sealed(), b"x");
    assert_eq!(well_formed_key_id(&token), Some(sealed().first.id()));
    assert_eq!(well_formed_key_id("m1.AAAAAAAA.junk"), Some("AAAAAAAA"));
    for bad in [
        "",
        "m1",
        "m1.secret",
        "m1.\u{1b}[31mxxx.a",
        "m1.toolongkeyid.a",
        "m9.AAAAAAAA.a",
        "m1.éééé.a",
    ] {
        assert_eq!(well_formed_key_id(bad), None, "{bad}");
    }
}

#[test]
fn reasons_are_distinct() {
    use OpenError::*;
    let all = [
        TooLong,
        Header,
        Version,
        Mode,
        UnknownKey,
        Encoding,
        Integrity,
        Payload(PayloadError::Tag),
        IssuedInFuture,
        Expired,
        PastDeadline,
        Principal,
        Operation,
    ];
    assert_eq!(
        all.iter()
            .map(|error| error.reason())
            .collect::<HashSet<_>>()
            .len(),
        all.len()
    );
}

/// Tokens made elsewhere from the format's description, which every build has to open.
#[test]
fn tokens_of_other_builds_open() {
    assert_eq!(signed().open(SIGNED, MAX).unwrap(), b"a payload");
    assert_eq!(sealed().open(SEALED, MAX).unwrap(), b"a payload");
}

const SIGNED: &str = "m1s.R0DXNdhd.YSBwYXlsb2FkGhbLfdwLL76xkEWgI4NUEJnMzujzcLJH98SmI-reEg0";
const SEALED: &str =
    "m1.2YT_jASq.qB0DyUY_SbxASk08l0P1tFykrCAgyzseeAABAgMEBQYHCAkKCwwNDg8QERITFBUWFw";
