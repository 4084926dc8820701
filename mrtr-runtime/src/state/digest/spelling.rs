//! Values and the ways to spell them: all spellings of a value have one digest, and no other value has it.

use std::collections::BTreeMap;

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;

use crate::state::testing::keeps_numbers;
use crate::state::value_digest;

/// A JSON value as it is meant. Decimals have no more digits than every `f64` keeps, since serde_json
/// rounds others before any digest, unless it is built with `arbitrary_precision`.
#[derive(Debug, Clone, PartialEq)]
enum Meant {
    Null,
    Bool(bool),
    Integer(i128),
    /// Digits without a zero at their end, or zero itself, times a power of ten.
    Decimal(i64, i32),
    Text(String),
    List(Vec<Meant>),
    Object(BTreeMap<String, Meant>),
}

/// The most that a digit string of a decimal may be, of 15 digits.
const DIGITS: i64 = 999_999_999_999_999;

fn decimal(mut digits: i64, mut exponent: i32) -> Meant {
    while digits != 0 && digits % 10 == 0 {
        digits /= 10;
        exponent += 1;
    }
    Meant::Decimal(digits, if digits == 0 { 0 } else { exponent })
}

/// A whole number that no `f64` has is another one where a point or an exponent makes it one.
fn read(decimal: Meant) -> Meant {
    match decimal {
        Meant::Decimal(digits, exponent @ 0..=19) => {
            let value = i128::from(digits) * 10_i128.pow(exponent as u32);
            let is_integer = i64::try_from(value).is_ok() || u64::try_from(value).is_ok();
            if is_integer && !is_a_double(value) {
                Meant::Integer(value)
            } else {
                decimal
            }
        }
        other => other,
    }
}

fn meant() -> impl Strategy<Value = Meant> {
    let text = || prop_oneof!["[a-c]{0,2}", ".{0,6}"];
    let leaf = prop_oneof![
        Just(Meant::Null),
        any::<bool>().prop_map(Meant::Bool),
        // Some of them from few, so that equal values are common.
        (-3_i64..3, -1_i32..2).prop_map(|(digits, exponent)| decimal(digits, exponent)),
        (-DIGITS..=DIGITS, -40_i32..40)
            .prop_map(|(digits, exponent)| read(decimal(digits, exponent))),
        (i128::from(i64::MIN)..=i128::from(u64::MAX)).prop_map(Meant::Integer),
        // Integers that are an `f64` too.
        (i64::MIN..=i64::MAX, 1_i128..=2).prop_map(|(value, times)| {
            let value = i128::from(value) >> 12 << 12;
            Meant::Integer(if value < 0 { value } else { value * times })
        }),
        text().prop_map(Meant::Text),
    ];
    leaf.prop_recursive(3, 16, 4, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Meant::List),
            btree_map(text(), inner, 0..4).prop_map(Meant::Object),
        ]
    })
}

/// Picks among the ways to spell something.
struct Choices<'c> {
    picks: std::iter::Cycle<std::slice::Iter<'c, Index>>,
}

impl Choices<'_> {
    fn of(&mut self, count: usize) -> usize {
        self.picks.next().map_or(0, |pick| pick.index(count))
    }

    fn space(&mut self) -> &'static str {
        ["", "", " ", "\n", "\t "][self.of(5)]
    }
}

fn spelled(meant: &Meant, choices: &mut Choices<'_>) -> String {
    match meant {
        Meant::Null => "null".to_owned(),
        Meant::Bool(value) => value.to_string(),
        Meant::Integer(value) if is_a_double(*value) => number(*value, 0, choices),
        Meant::Integer(value) => value.to_string(),
        Meant::Decimal(digits, exponent) => number((*digits).into(), *exponent, choices),
        Meant::Text(text) => string(text, choices),
        Meant::List(items) => {
            let items = items.iter().map(|item| spelled(item, choices));
            let items = items.collect::<Vec<_>>();
            format!(
                "[{}{}]",
                choices.space(),
                items.join(&format!("{},", choices.space()))
            )
        }
        Meant::Object(members) => object(members, choices),
    }
}

/// Whether it stays what it is when a point or an exponent makes it an `f64`.
fn is_a_double(value: i128) -> bool {
    keeps_numbers() || value as f64 as i128 == value
}

/// With zeros behind the digits, the point anywhere, and the exponent to match.
fn number(digits: i128, exponent: i32, choices: &mut Choices<'_>) -> String {
    let sign = if digits < 0 || (digits == 0 && choices.of(2) == 1) {
        "-"
    } else {
        ""
    };
    let zeros = if digits == 0 { 0 } else { choices.of(4) };
    let mut text = digits.unsigned_abs().to_string() + &"0".repeat(zeros);
    let mut exponent = exponent - zeros as i32;
    let behind = choices.of(text.len() + 2);
    if behind > 0 {
        while text.len() <= behind {
            text.insert(0, '0');
        }
        text.insert(text.len() - behind, '.');
        exponent += behind as i32;
    }
    let e = ["e", "E", "e+", "E+"][choices.of(4)];
    match exponent {
        0 if choices.of(2) == 0 => format!("{sign}{text}"),
        ..0 => format!("{sign}{text}{}{exponent}", &e[..1]),
        _ => format!("{sign}{text}{e}{exponent}"),
    }
}

/// Some characters escaped, each in one of its ways.
fn string(text: &str, choices: &mut Choices<'_>) -> String {
    let mut spelled = String::from("\"");
    for letter in text.chars() {
        let must = matches!(letter, '"' | '\\') || letter < ' ';
        if must || choices.of(4) == 0 {
            let mut units = [0; 2];
            for unit in letter.encode_utf16(&mut units) {
                let escape = if choices.of(2) == 0 {
                    format!("\\u{unit:04x}")
                } else {
                    format!("\\u{unit:04X}")
                };
                spelled.push_str(&escape);
            }
        } else {
            spelled.push(letter);
        }
    }
    spelled + "\""
}

/// The members in any order, and one more in front of each that a later one replaces.
fn object(members: &BTreeMap<String, Meant>, choices: &mut Choices<'_>) -> String {
    let mut texts: Vec<String> = Vec::new();
    for (key, value) in members {
        let member = format!(
            "{}{}{}:{}{}",
            choices.space(),
            string(key, choices),
            choices.space(),
            choices.space(),
            spelled(value, choices)
        );
        let place = choices.of(texts.len() + 1);
        texts.insert(place, member);
        if choices.of(6) == 0 {
            texts.insert(0, format!("{}:0", string(key, choices)));
        }
    }
    format!("{{{}}}", texts.join(","))
}

fn digest(text: &str) -> [u8; 32] {
    let parsed: Value = serde_json::from_str(text).unwrap();
    value_digest("t", &parsed)
}

/// The value with something else at a place in it.
fn changed(meant: &Meant, other: &Meant, picks: &mut Choices<'_>) -> Meant {
    let mut copy = meant.clone();
    match &mut copy {
        Meant::List(items) if !items.is_empty() && picks.of(5) > 0 => {
            let at = picks.of(items.len());
            items[at] = changed(&items[at], other, picks);
        }
        Meant::Object(members) if !members.is_empty() && picks.of(5) > 0 => {
            let at = picks.of(members.len());
            if let Some(member) = members.values_mut().nth(at) {
                *member = changed(member, other, picks);
            }
        }
        _ => copy = other.clone(),
    }
    copy
}

/// Integers and decimals are one kind of number.
fn canonical(meant: &Meant) -> Meant {
    match meant {
        Meant::Integer(value) => match i64::try_from(*value) {
            Ok(small) if small.unsigned_abs() <= DIGITS.unsigned_abs() => decimal(small, 0),
            _ => large(*value),
        },
        Meant::List(items) => Meant::List(items.iter().map(canonical).collect()),
        Meant::Object(members) => {
            let members = members
                .iter()
                .map(|(key, value)| (key.clone(), canonical(value)));
            Meant::Object(members.collect())
        }
        other => other.clone(),
    }
}

/// An integer whose digits are more than those of a decimal, unless zeros end it.
fn large(value: i128) -> Meant {
    let (mut digits, mut exponent) = (value, 0);
    while digits % 10 == 0 {
        digits /= 10;
        exponent += 1;
    }
    match i64::try_from(digits) {
        Ok(digits) if digits.unsigned_abs() <= DIGITS.unsigned_abs() => {
            Meant::Decimal(digits, exponent)
        }
        _ => Meant::Integer(value),
    }
}

fn picks() -> impl Strategy<Value = Vec<Index>> {
    vec(any::<Index>(), 32)
}

fn choices(picks: &[Index]) -> Choices<'_> {
    Choices {
        picks: picks.iter().cycle(),
    }
}

/// 43517640702615100 lies between two doubles: it is one value as an integer and another with an exponent.
#[test]
fn a_whole_number_that_no_double_has_is_meant_as_an_integer_alone() {
    let between = decimal(435_176_407_026_151, 2);
    let integer = Meant::Integer(43_517_640_702_615_100);
    assert_eq!(read(between.clone()) == integer, !keeps_numbers());
    assert_eq!(canonical(&integer), between);
    let is_one = digest("43517640702615100") == digest("4.35176407026151e16");
    assert_eq!(is_one, keeps_numbers());
}

proptest! {
    #[test]
    fn every_spelling_of_a_value_has_one_digest(meant in meant(), one in picks(), two in picks()) {
        let one = spelled(&meant, &mut choices(&one));
        let two = spelled(&meant, &mut choices(&two));
        prop_assert_eq!(digest(&one), digest(&two), "{} {}", one, two);
    }

    #[test]
    fn another_value_has_another_digest(
        meant in meant(),
        other in meant(),
        place in picks(),
        spelling in picks(),
    ) {
        let changed = changed(&meant, &other, &mut choices(&place));
        let is_equal = canonical(&meant) == canonical(&changed);
        let one = spelled(&meant, &mut choices(&spelling));
        let two = spelled(&changed, &mut choices(&place));
        prop_assert_eq!(digest(&one) == digest(&two), is_equal, "{} {}", one, two);
    }

    /// Only there; elsewhere serde_json rounds them first.
    #[test]
    fn numbers_of_any_length_are_exact_under_arbitrary_precision(
        digits in "[1-9][0-9]{15,60}",
        exponent in -400_i32..400,
        last in 1_u8..9,
    ) {
        if !keeps_numbers() {
            return Ok(());
        }
        let number = format!("{digits}{last}e{exponent}");
        let same = format!("0.{digits}{last}000E{}", exponent + digits.len() as i32 + 1);
        let other = format!("{digits}{}e{exponent}", last + 1);
        prop_assert_eq!(digest(&number), digest(&same));
        prop_assert_ne!(digest(&number), digest(&other));
    }
}
