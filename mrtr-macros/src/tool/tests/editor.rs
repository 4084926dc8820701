//! What an editor sees of code that is still being written: the author's tokens, then the errors.

use super::tokens;
use crate::tool::{Attribute, expand};

/// The expansion as text, and where in it the first error is.
fn expansion(attribute: Attribute, options: &str, item: &str) -> (String, Option<usize>) {
    let text = expand(attribute, tokens(options), tokens(item)).to_string();
    let error = text.find(":: core :: compile_error");
    (text, error)
}

#[track_caller]
fn comes_first(attribute: Attribute, options: &str, item: &str, kept: &str) {
    let (text, error) = expansion(attribute, options, item);
    let kept = tokens(kept).to_string();
    let at = text
        .find(&kept)
        .unwrap_or_else(|| panic!("{kept} is lost: {text}"));
    let error = error.unwrap_or_else(|| panic!("no error: {text}"));
    assert!(at < error, "{text}");
}

#[test]
fn what_does_not_parse_comes_first_then_the_error() {
    let half = [
        "async fn pay(&self) -> R",
        "async fn pay(&self, args: ) -> R { self.db. }",
        "async fn pay(&self) -> { self.db. }",
        "async fn (&self) { self.db. }",
        "struct Pay { amount: }",
    ];
    for item in half {
        for attribute in [Attribute::Tool, Attribute::Prompt, Attribute::Part] {
            comes_first(attribute, "", item, item);
        }
    }
    comes_first(
        Attribute::Handler,
        "",
        "impl ServerHandler for { fn get_info(&self) }",
        "impl ServerHandler for",
    );
}

#[test]
fn a_body_that_does_not_parse_is_kept_without_an_error_of_ours() {
    let item =
        "async fn pay() -> R { let hold = self.db. ; ask_confirm!(\"Pay {hold}?\").await?; self. }";
    let (text, error) = expansion(Attribute::Tool, "", item);
    for kept in ["let hold = self . db . ;", "self . }"] {
        assert!(text.contains(kept), "{text}");
    }
    assert_eq!(error, None, "{text}");
}

#[test]
fn options_that_do_not_parse_leave_the_function_as_it_is_without_them() {
    for options in ["version = ", "version 2", "=", "strict,,"] {
        comes_first(
            Attribute::Tool,
            options,
            "async fn pay() -> R { self.db.load() }",
            "self.db.load()",
        );
    }
}

#[test]
fn an_ask_that_does_not_parse_stays_a_macro_with_the_authors_tokens() {
    for ask in [
        "ask_elicit!(Prefer)",
        "ask_elicit!(Preference, ab)",
        "ask_confirm!(about = self., \"Go?\")",
        "ask_confirm!(\"Go {}?\", self.)",
        "capture!(self.db.)",
        "part!(self.)",
    ] {
        let item = format!("async fn pay() -> R {{ let hold = {ask}.await?; hold }}");
        let (text, _) = expansion(Attribute::Tool, "", &item);
        let name = ask.split('!').next().unwrap_or_default();
        assert!(text.contains(&format!("let hold = {name} ! (")), "{text}");
        let inside = tokens(ask)
            .into_iter()
            .last()
            .map(|group| group.to_string());
        let inside = inside.unwrap_or_default();
        let last = inside
            .trim_matches(['(', ')'])
            .rsplit(',')
            .next()
            .unwrap_or_default();
        assert!(text.contains(last.trim()), "{last} is lost: {text}");
    }
}
