//! What differs from round to round: clocks, randomness, the environment.

use proc_macro2::{Ident, Span};
use syn::Path;
use syn::spanned::Spanned;

use super::names::Lint;

/// A call whose value another round does not get again.
#[derive(Clone)]
pub(super) struct Source {
    /// One call is reported once, wherever its value goes.
    pub(super) id: usize,
    pub(super) lint: Lint,
    /// Whether it comes out otherwise in each round, and not only in some.
    pub(super) is_certain: bool,
    /// The call as a text shows it.
    pub(super) shown: String,
    pub(super) from: Span,
    pub(super) to: Span,
}

/// A last word that any path may have, and the words before it that are needed otherwise.
const CALLS: [(Lint, &[&str], &[&str]); 9] = [
    (Lint::Clock, &[], &["now", "now_utc", "now_local"]),
    (Lint::Clock, &["Utc", "Local"], &["today"]),
    (
        Lint::Random,
        &["Uuid"],
        &["new_v4", "now_v1", "now_v6", "now_v7"],
    ),
    (Lint::Random, &["Ulid", "RandomState"], &["new"]),
    (Lint::Random, &["rand"], &RAND),
    (
        Lint::Random,
        &["getrandom"],
        &["fill", "getrandom", "u32", "u64"],
    ),
    (
        Lint::Random,
        &[],
        &["thread_rng", "from_entropy", "from_os_rng"],
    ),
    (Lint::Env, &["env"], &["var", "var_os", "vars", "vars_os"]),
    (Lint::Env, &["dotenvy", "dotenv"], &["var"]),
];

const RAND: [&str; 7] = [
    "rng",
    "random",
    "random_iter",
    "random_range",
    "random_bool",
    "random_ratio",
    "fill",
];

/// Functions of `rand` that are clear without their crate.
const BARE: [&str; 2] = ["rng", "random"];

/// What a call of this function, with so many arguments, is.
pub(super) fn of_call(path: &Path, arguments: usize) -> Option<Lint> {
    let words: Vec<String> = path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect();
    let (name, before) = words.split_last()?;
    let before = before.last().map(String::as_str);
    let is_it = |(_, owners, names): &&(Lint, &[&str], &[&str])| {
        let is_owned = owners.is_empty() || before.is_some_and(|before| owners.contains(&before));
        is_owned && names.contains(&name.as_str())
    };
    if before.is_none() && arguments == 0 && BARE.contains(&name.as_str()) {
        return Some(Lint::Random);
    }
    if words.first().is_some_and(|first| first == "fastrand") && !name.contains("seed") {
        return Some(Lint::Random);
    }
    let (lint, ..) = CALLS.iter().find(is_it)?;
    // A clock takes nothing; `now(zone)` of a library is left alone.
    (*lint != Lint::Clock || arguments == 0).then_some(*lint)
}

/// What a call of this method is: `self.clock.now()`, `started.elapsed()`.
pub(super) fn of_method(name: &Ident, arguments: usize) -> Option<Lint> {
    let is_clock = ["now", "now_utc", "now_local", "elapsed"]
        .iter()
        .any(|known| name == known);
    (is_clock && arguments == 0).then_some(Lint::Clock)
}

/// `Utc::now` as a text shows it, and where it begins and ends.
pub(super) fn shown(path: &Path) -> (String, Span, Span) {
    let words = path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string());
    let words: Vec<String> = words.collect();
    let span = |segment: Option<&syn::PathSegment>| {
        segment.map_or_else(|| path.span(), |segment| segment.ident.span())
    };
    let (from, to) = (span(path.segments.first()), span(path.segments.last()));
    (words.join("::"), from, to)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn call(text: &str, arguments: usize) -> Option<&'static str> {
        of_call(&syn::parse_str(text).unwrap(), arguments).map(Lint::name)
    }

    #[test]
    fn clocks_are_known_whatever_their_library() {
        for text in [
            "now",
            "Utc::now",
            "chrono::Local::now",
            "std::time::SystemTime::now",
            "tokio::time::Instant::now",
            "OffsetDateTime::now_utc",
            "jiff::Zoned::now",
        ] {
            assert_eq!(call(text, 0), Some("clock"), "{text}");
        }
        assert_eq!(call("schedule::now", 1), None);
    }

    #[test]
    fn randomness_is_known() {
        for text in [
            "rand::random::<u8>",
            "rand::rng",
            "rng",
            "thread_rng",
            "Uuid::new_v4",
            "uuid::Uuid::now_v7",
            "fastrand::u32",
            "StdRng::from_os_rng",
        ] {
            assert_eq!(call(text, 0), Some("random"), "{text}");
        }
        assert_eq!(call("getrandom::fill", 1), Some("random"));
        assert_eq!(call("StdRng::seed_from_u64", 1), None);
        assert_eq!(call("fastrand::Rng::with_seed", 1), None);
        assert_eq!(call("Uuid::new_v5", 2), None);
        assert_eq!(call("Invoice::random", 0), None);
    }

    #[test]
    fn the_environment_is_known() {
        assert_eq!(call("std::env::var", 1), Some("env"));
        assert_eq!(call("env::var_os", 1), Some("env"));
        assert_eq!(call("config::var", 1), None);
    }

    #[test]
    fn a_method_is_a_clock_by_its_name() {
        let method = |text: &str, arguments| of_method(&syn::parse_str(text).unwrap(), arguments);
        assert_eq!(method("elapsed", 0), Some(Lint::Clock));
        assert_eq!(method("now", 0), Some(Lint::Clock));
        assert_eq!(method("now", 1), None);
        assert_eq!(method("started_at", 0), None);
    }
}
