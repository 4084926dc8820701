#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};

use super::*;

/// Bytes whose base64 uses both characters in which the alphabets differ.
const KEY: [u8; 32] = [0xfb; 32];

fn key(byte: u8) -> Vec<u8> {
    vec![byte; 32]
}

fn text(byte: u8) -> String {
    STANDARD.encode(key(byte))
}

fn error(keys: Result<Keys, KeysError>) -> KeysError {
    keys.unwrap_err()
}

#[test]
fn the_first_key_seals_and_all_open() {
    let keys = Keys::new([key(1), key(2), key(3)]).unwrap();
    assert_eq!(keys.first(), key(1));
    assert_eq!(keys.others().collect::<Vec<_>>(), [key(2), key(3)]);
}

#[test]
fn a_key_has_32_bytes_or_more() {
    assert_eq!(
        error(Keys::new([key(1), vec![2; 31]])),
        KeysError::TooShort {
            entry: 2,
            bytes: 31
        }
    );
    assert!(Keys::new([vec![2; 64]]).is_ok());
}

#[test]
fn bytes_are_a_key_whatever_holds_them() {
    let slice: &[u8] = &KEY;
    assert_eq!(Keys::new([slice]).unwrap().first(), KEY);
    assert_eq!(Keys::new([&KEY]).unwrap().first(), KEY);
    assert_eq!(Keys::new([Box::new(slice)]).unwrap().first(), KEY);
}

#[test]
fn an_error_prints_as_main_shows_it() {
    let error = KeysError::TooMany { count: 17 };
    assert_eq!(format!("{error:?}"), error.to_string());
}

#[test]
fn a_ring_has_one_to_sixteen_keys() {
    assert_eq!(error(Keys::new(Vec::<Vec<u8>>::new())), KeysError::Empty);
    assert!(Keys::new((1..=16).map(key)).is_ok());
    assert_eq!(
        error(Keys::new((1..=17).map(key))),
        KeysError::TooMany { count: 17 }
    );
}

#[test]
fn duplicates_are_refused_by_their_places() {
    let duplicate = KeysError::Duplicate { entry: 3, first: 1 };
    assert_eq!(error(Keys::new([key(1), key(2), key(1)])), duplicate);
    let mixed = format!(
        "{},{},{}",
        STANDARD.encode(KEY),
        text(2),
        URL_SAFE_NO_PAD.encode(KEY)
    );
    assert_eq!(error(Keys::parse(&mixed)), duplicate);
}

#[test]
fn both_alphabets_parse_padded_or_not() {
    for text in [
        STANDARD.encode(KEY),
        STANDARD_NO_PAD.encode(KEY),
        URL_SAFE.encode(KEY),
        URL_SAFE_NO_PAD.encode(KEY),
    ] {
        assert_eq!(Keys::parse(&text).unwrap().first(), KEY, "{text}");
    }
}

#[test]
fn white_space_around_a_key_is_ignored() {
    let keys = Keys::parse(&format!(" {} ,\t{}\n", text(1), text(2))).unwrap();
    assert_eq!(keys.others().collect::<Vec<_>>(), [key(2)]);
}

#[test]
fn empty_entries_are_errors() {
    let one = text(1);
    for (text, entry) in [
        (format!(",{one}"), 1),
        (format!("{one}, "), 2),
        (format!("{one},,{}", text(2)), 2),
    ] {
        assert_eq!(error(Keys::parse(&text)), KeysError::EmptyEntry { entry });
    }
    assert_eq!(error(Keys::parse(" ")), KeysError::Empty);
}

#[test]
fn what_is_not_base64_is_named_by_its_place_and_never_shown() {
    let one = text(1);
    for bad in [
        "secret!",
        "+_".repeat(22).as_str(),
        &one[1..],
        &one.replace('=', "*"),
    ] {
        let error = error(Keys::parse(&format!("{one},{bad}")));
        assert_eq!(error, KeysError::NotBase64 { entry: 2 });
        assert!(!format!("{error} {error:?}").contains(bad));
    }
    let short = error(Keys::parse("c2VjcmV0"));
    assert_eq!(short, KeysError::TooShort { entry: 1, bytes: 6 });
    assert!(!format!("{short} {short:?}").contains("c2VjcmV0"));
}

#[test]
fn a_variable_that_is_not_set_is_its_own_error() {
    let var = "MRTR_TEST_KEYS_THAT_NOBODY_SETS";
    assert_eq!(
        error(Keys::from_env(var)),
        KeysError::NotSet { var: var.into() }
    );
}

#[test]
fn a_variable_that_is_set_is_parsed() {
    assert_eq!(
        error(Keys::from_env("PATH")),
        KeysError::NotBase64 { entry: 1 }
    );
}

#[test]
fn debug_shows_no_key() {
    let shown = format!("{:?}", Keys::new([key(0x41), key(0x42)]).unwrap().signed());
    assert_eq!(shown, "Keys { count: 2, signed: true, ephemeral: false }");
}

#[test]
fn the_ephemeral_key_is_one_per_process_and_says_so() {
    let made = |_| std::thread::spawn(|| Keys::ephemeral().unwrap());
    let made: Vec<_> = (0..8).map(made).collect();
    let made: Vec<Keys> = made.into_iter().map(|keys| keys.join().unwrap()).collect();
    for keys in &made {
        assert!(keys.is_ephemeral() && keys.clone().signed().is_ephemeral());
        assert_eq!(keys.first(), made[0].first());
        assert_eq!((keys.first().len(), keys.others().count()), (MIN_BYTES, 0));
    }
    assert_ne!(made[0].first(), [0; MIN_BYTES], "it is random");
    assert!(!Keys::new([key(1)]).unwrap().is_ephemeral());
}
