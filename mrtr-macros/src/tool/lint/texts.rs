//! What is said of a value that differs from round to round.

use super::names::Lint;
use super::source::Source;

/// Where such a value ends up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// In a message, or in what else makes the question.
    Question,
    Of,
    About,
    /// In `flow.key(..)`.
    Key,
    /// It decides whether something is asked.
    Branch,
}

/// What, why, and what instead.
pub(super) fn text(source: &Source, used: Use) -> String {
    let what = what(source);
    let why = why(source, used);
    match instead(source, used) {
        Some(instead) => format!("{what}, {why}. {instead}"),
        None => format!("{what}, {why}"),
    }
}

fn what(source: &Source) -> String {
    let shown = &source.shown;
    match source.lint {
        Lint::Clock if shown.ends_with("elapsed()") => {
            format!("`{shown}` grows from round to round")
        }
        Lint::Env => {
            format!("`{shown}` may differ in the next round, which another instance may serve")
        }
        Lint::MapOrder => format!("a `{shown}` has another order in every round"),
        _ if source.is_certain => format!("`{shown}` differs in every round"),
        _ => format!("`{shown}` may come out otherwise in the next round"),
    }
}

fn why(source: &Source, used: Use) -> &'static str {
    match (used, source.lint) {
        (Use::Question, _) if !source.is_certain => "so this question may not match its answer",
        (Use::Question, _) => "so this question would never match its answer",
        (Use::Of, _) => {
            "so the answer would not be found again: `of` names the thing that is asked about"
        }
        (Use::About, _) => {
            "so the answer would be about something else: `about` takes the revision of what is asked about"
        }
        (Use::Key, _) => {
            "so a repeated round makes another key and acts again: put only what the action is about into it"
        }
        (Use::Branch, Lint::MapOrder) => "so each round would ask about another entry first",
        (Use::Branch, _) => {
            "and decides here what is asked: the next round may go another way and lose an answer"
        }
    }
}

fn instead(source: &Source, used: Use) -> Option<String> {
    let shown = &source.shown;
    let is_elapsed = shown.ends_with("elapsed()");
    Some(match (source.lint, used) {
        (Lint::MapOrder, _) => "Sort first, or use a `BTreeMap`".to_owned(),
        (_, Use::Of | Use::About | Use::Key) => return None,
        (Lint::Env, _) => "Read it when the server starts, or record it with `capture!`".to_owned(),
        (Lint::Clock, Use::Question) if !is_elapsed => {
            format!(
                "Use `flow.started_at()`, with `flow: Flow` as a parameter, or record it: `capture!({shown})`"
            )
        }
        _ => "Record it with `capture!`".to_owned(),
    })
}
