//! What stands behind a `let`, as far as its name reaches, and what gives that name to something else there.

use std::ops::Range;

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

use crate::tool::tokens::{Level, flat};

/// The rest of the block behind `let name = ..;`.
pub(super) fn behind(body: &TokenStream, name: &Ident) -> Option<TokenStream> {
    let tokens = flat(body.clone());
    let level = Level(&tokens);
    let at = (0..tokens.len()).find(|at| binds_alone(level, *at, name));
    if let Some(at) = at {
        let end = (at..tokens.len()).find(|at| level.is_punct(*at, ';'))?;
        return Some(tokens.get(end + 1..)?.iter().cloned().collect());
    }
    let mut groups = (0..tokens.len()).filter_map(|at| level.group(at));
    groups.find_map(|group| behind(&group.stream(), name))
}

/// Whether `let name` stands at `at`, as a statement.
fn binds_alone(level: Level, at: usize, name: &Ident) -> bool {
    let is_statement = match level.before(at) {
        None | Some(TokenTree::Group(_)) => true,
        Some(TokenTree::Punct(punct)) => punct.as_char() == ';',
        Some(_) => false,
    };
    let named = at + 1 + usize::from(level.is_word(at + 1, "mut"));
    let is_it = level.ident(named).is_some_and(|word| word == name);
    is_statement && level.is_word(at, "let") && is_it
}

/// Whether a pattern may give the name to something else: `|sure| ..`, `for sure in ..`, `Some(sure) => ..`.
pub(crate) fn may_bind(tokens: &TokenStream, name: &Ident) -> bool {
    let tokens = flat(tokens.clone());
    let level = Level(&tokens);
    let is_in = |range: Range<usize>| tokens.get(range).is_some_and(|part| holds(part, name));
    let binds = |at: usize| match level.get(at) {
        Some(TokenTree::Group(group)) => may_bind(&group.stream(), name),
        _ => pattern(level, at).is_some_and(is_in),
    };
    (0..tokens.len()).any(binds)
}

fn holds(tokens: &[TokenTree], name: &Ident) -> bool {
    tokens.iter().any(|token| match token {
        TokenTree::Ident(word) => word == name,
        TokenTree::Group(group) => holds(&flat(group.stream()), name),
        _ => false,
    })
}

/// The pattern that the word or sign at `at` begins, or ends as `=>` does.
fn pattern(level: Level, at: usize) -> Option<Range<usize>> {
    let end = level.0.len();
    let until = |is_end: &dyn Fn(usize) -> bool| (at + 1..end).find(|at| is_end(*at));
    let is_sign = |sign: char| move |at: usize| level.is_punct(at, sign);
    if level.is_word(at, "let") {
        let is_over = |at| is_sign('=')(at) || is_sign(';')(at);
        return Some(at + 1..until(&is_over).unwrap_or(end));
    }
    if level.is_word(at, "for") {
        return Some(at + 1..until(&|at| level.is_word(at, "in"))?);
    }
    if level.is_word(at, "fn") || level.is_word(at, "matches") {
        let parameters = until(&|at| level.is_group(at, Delimiter::Parenthesis))?;
        return Some(parameters..parameters + 1);
    }
    if is_bar(level, at) {
        let close = until(&|at| is_bar(level, at) || is_sign(';')(at))?;
        return Some(at + 1..close).filter(|_| is_bar(level, close));
    }
    level.is_pair(at, '=', '>').then(|| arm(level, at))
}

/// Whether a `|` stands at `at` by itself, as around the parameters of a closure.
fn is_bar(level: Level, at: usize) -> bool {
    let is_lazy = |at| level.is_pair(at, '|', '|');
    let is_second = at.checked_sub(1).is_some_and(is_lazy);
    level.is_punct(at, '|') && !is_lazy(at) && !is_second
}

/// The pattern of the arm whose `=>` stands at `arrow`, without its guard.
fn arm(level: Level, arrow: usize) -> Range<usize> {
    let ends = |at: &usize| {
        let is_arrow = *at > 0 && level.is_pair(at - 1, '=', '>');
        level.is_punct(*at, ',') || is_arrow
    };
    let mut start = (0..arrow).rev().find(ends).map_or(0, |at| at + 1);
    if start > 0 && level.is_punct(start - 1, '>') && level.is_brace(start) {
        start += 1;
    }
    let guard = (start..arrow).find(|at| level.is_word(*at, "if"));
    start..guard.unwrap_or(arrow)
}
