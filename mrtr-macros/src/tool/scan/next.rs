//! What follows a macro call, and what may end a body early.

use proc_macro2::{Delimiter, Ident, TokenTree};

use super::line::{Line, Sort};
use crate::tool::tokens::Level;

/// What is done with the call, as far as it shows.
#[derive(Clone)]
pub(crate) enum Next {
    /// Nothing: it is a statement of its own.
    Dropped,
    /// It is the condition of an `if`.
    Condition,
    /// `.await.unwrap()` or `.expect(..)`.
    Unwrapped(Ident),
    Other,
}

/// Whether the body may be left at the word here, or a later ask be left out (`can`).
pub(super) fn may_leave(level: Level, at: usize) -> bool {
    let is = |word| level.is_word(at, word);
    let is_method =
        at > 0 && level.is_punct(at - 1, '.') && level.is_group(at + 1, Delimiter::Parenthesis);
    let is_macro = level.is_punct(at + 1, '!');
    is("return") || (is("can") && is_method) || ((is("bail") || is("ensure")) && is_macro)
}

/// What is done with the macro call whose name is at `at`.
pub(super) fn next(line: &Line, at: usize) -> Next {
    let level = line.level;
    let after = at + 3;
    let mut start = at;
    while start >= 2 && level.is_punct(start - 1, ':') {
        start -= if level.ident(start.wrapping_sub(3)).is_some() {
            3
        } else {
            2
        };
    }
    let begins_statement = match level.before(start) {
        None => true,
        Some(TokenTree::Punct(punct)) => punct.as_char() == ';',
        Some(TokenTree::Group(group)) => group.delimiter() != Delimiter::Parenthesis,
        Some(_) => false,
    };
    if line.sort == Sort::Block && begins_statement && level.is_punct(after, ';') {
        return Next::Dropped;
    }
    if start > 0 && level.is_word(start - 1, "if") && level.is_brace(after) {
        return Next::Condition;
    }
    let is_awaited = level.is_punct(after, '.') && level.is_word(after + 1, "await");
    match level.ident(after + 3) {
        Some(name)
            if is_awaited
                && level.is_punct(after + 2, '.')
                && (name == "unwrap" || name == "expect") =>
        {
            Next::Unwrapped(name.clone())
        }
        _ => Next::Other,
    }
}
