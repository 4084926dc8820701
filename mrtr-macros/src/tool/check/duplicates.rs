//! Two sites that would share a key (R3).

use proc_macro2::Span;
use quote::ToTokens;

use crate::errors::Errors;
use crate::tool::keys::{Key, Source};
use crate::tool::kind::Kind;
use crate::tool::scan::{Found, Scan};

pub(super) fn check(scan: &Scan, keys: &[Key], errors: &Errors) {
    let sites: Vec<(&Found, &Key)> = scan.found.iter().zip(keys).collect();
    for (number, (found, key)) in sites.iter().enumerate() {
        let earlier = sites.iter().take(number);
        let same =
            earlier.filter(|(other, _)| (other.kind == Kind::Part) == (found.kind == Kind::Part));
        let mut clashes = same
            .filter(|(other, other_key)| clash(other_key, key) && !found.may_share_a_key(other));
        if let Some((first, _)) = clashes.next() {
            report(first, found, key, errors);
        }
    }
}

fn clash(one: &Key, two: &Key) -> bool {
    match (&one.text, &two.text) {
        (Some(one), Some(two)) => one == two,
        // Constants are equal at least to themselves.
        (None, None) => one.value.to_string() == two.value.to_string(),
        _ => false,
    }
}

fn report(first: &Found, found: &Found, key: &Key, errors: &Errors) {
    let text = key.text.clone().unwrap_or_else(|| key.value.to_string());
    let first_at = line(first.name.span())
        .map(|line| format!(" (the first is in line {line})"))
        .unwrap_or_default();
    let (one, both) = words(first, found);
    match key.source {
        Source::Function => errors.on(
            &found.name,
            format!("this handler calls `{text}` twice, so an answer of one call could be taken for the other{first_at}. Write `part!(key = \"...\", ..)` here"),
        ),
        Source::Binding => errors.on(
            &found.name,
            format!("both {both} take their key from `let {text}`{first_at}. Give one of them `key = \"...\"`"),
        ),
        Source::Option | Source::Number => errors.on(
            place(found),
            format!("two {both} of this handler would share the key `{text}`, so one {one} could be taken for the other. Give one of them another key{first_at}"),
        ),
    }
}

fn words(first: &Found, found: &Found) -> (&'static str, &'static str) {
    match (first.kind, found.kind) {
        (Kind::Capture, Kind::Capture) => ("value", "captures"),
        (Kind::Part, _) => ("answer", "parts"),
        (Kind::Capture, _) | (_, Kind::Capture) => ("value", "asks or captures"),
        _ => ("answer", "asks"),
    }
}

/// The author's key, or the ask that has none.
fn place(found: &Found) -> proc_macro2::TokenStream {
    match found.args.option("key") {
        Some(option) => option.value.clone(),
        None => found.name.to_token_stream(),
    }
}

/// The line in the author's file, which only a running compiler knows.
fn line(span: Span) -> Option<usize> {
    proc_macro::is_available().then(|| span.unwrap().line())
}
