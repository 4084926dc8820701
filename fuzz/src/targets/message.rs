//! A value in a message: nothing in it can change how the text around it is read, and nothing else of it changes.

use std::fmt;

use arbitrary::{Arbitrary, Unstructured};
use mrtr_runtime::__private::escaped;

#[derive(Debug, Arbitrary)]
struct Shown<'a> {
    width: u8,
    precision: u8,
    text: &'a str,
}

/// Whose `Debug` is its text, as an author's may be.
struct Raw<'a>(&'a str);

impl fmt::Debug for Raw<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Whose text comes in pieces.
struct Pieces<'a>(&'a str);

impl fmt::Display for Pieces<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| write!(f, "{c}"))
    }
}

/// Checks one input.
pub fn check(data: &[u8]) {
    let Ok(shown) = Shown::arbitrary_take_rest(Unstructured::new(data)) else {
        return;
    };
    let (text, width, precision) = (shown.text, shown.width.into(), shown.precision.into());
    let once = format!("{}", escaped(text));
    assert_eq!(once, slow(text));
    assert_eq!(format!("{}", escaped(&once)), once, "escaped twice");
    assert_eq!(format!("{}", escaped(&Pieces(text))), once);
    assert_eq!(format!("{:?}", escaped(&Raw(text))), once);
    options(text, width, precision);
    debug(text);
}

fn options(text: &str, width: usize, precision: usize) {
    let cut: String = text.chars().take(precision).collect();
    assert_eq!(format!("{:.*}", precision, escaped(text)), slow(&cut));
    for (padded, plain) in [
        (
            format!("{:1$}", escaped(text), width),
            format!("{:1$}", slow(text), width),
        ),
        (
            format!("{:>1$}", escaped(text), width),
            format!("{:>1$}", slow(text), width),
        ),
        (
            format!("{:*^1$}", escaped(text), width),
            format!("{:*^1$}", slow(text), width),
        ),
        (
            format!("{:-<2$.1$}", escaped(text), precision, width),
            format!("{:-<1$}", slow(&cut), width),
        ),
    ] {
        assert_eq!(padded, plain, "{text:?}");
    }
}

/// Only the line breaks that `{:#?}` itself makes may stay.
fn debug(text: &str) {
    for value in [
        format!("{:?}", escaped(text)),
        format!("{:?}", escaped(&[text])),
    ] {
        assert!(!value.contains(is_deceptive), "{value:?}");
    }
    let pretty = format!("{:#?}", escaped(&[text, text]));
    assert!(pretty.split('\n').all(|line| !line.contains(is_deceptive)));
    assert_eq!(pretty.matches('\n').count(), 3);
}

fn slow(text: &str) -> String {
    let escape = |c: char| match is_deceptive(c) {
        true => format!("\\u{{{:x}}}", u32::from(c)),
        false => c.to_string(),
    };
    text.chars().map(escape).collect()
}

/// By the names of the characters, not by the ranges of the product.
fn is_deceptive(c: char) -> bool {
    let code = u32::from(c);
    let control = code < 0x20 || (0x7f..0xa0).contains(&code);
    let bidi = "\u{061c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";
    let breaks = "\u{2028}\u{2029}";
    let tag = (0xe0000..0xe0080).contains(&code);
    control || tag || bidi.contains(c) || breaks.contains(c)
}
