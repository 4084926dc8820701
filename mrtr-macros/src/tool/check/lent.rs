//! Names of what is lent for this round: parameters and variables that a capture is the first to name.
//!
//! Until something else names them, nothing else can have taken their name.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

use super::borrowed::is_borrowed;
use crate::tool::item::FnItem;
use crate::tool::tokens::{Level, flat};

/// Whether the first to name a parameter or variable that is borrowed is a capture of it.
pub(super) fn is_lent(item: &FnItem, name: &str) -> bool {
    let body = flat(item.body.stream());
    let mut parameters = item.parameters().into_iter();
    let is_parameter = parameters.any(|parameter| {
        let written = parameter.written;
        written.pat.to_token_stream().to_string() == name
            && has_reference(written.ty.to_token_stream())
    });
    (is_parameter && is_first(&body, name)) || is_variable(&body, name)
}

fn has_reference(ty: TokenStream) -> bool {
    ty.into_iter().any(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '&',
        TokenTree::Group(group) => has_reference(group.stream()),
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    })
}

/// Whether `let NAME = ..;` with a borrowed value stands here, and a capture is the first to name it behind that.
fn is_variable(tokens: &[TokenTree], name: &str) -> bool {
    tokens
        .iter()
        .enumerate()
        .any(|(at, token)| match (token, value(tokens, at, name)) {
            (_, Some((value, rest))) => is_borrowed_value(value) && is_first(rest, name),
            (TokenTree::Group(group), None) => is_variable(&flat(group.stream()), name),
            _ => false,
        })
}

fn is_borrowed_value(value: &[TokenTree]) -> bool {
    let value: TokenStream = value.iter().cloned().collect();
    syn::parse2(value).is_ok_and(|value| is_borrowed(&value))
}

/// The value of `let NAME = ..;` whose name is at `at`, and what follows.
fn value<'t>(
    tokens: &'t [TokenTree],
    at: usize,
    name: &str,
) -> Option<(&'t [TokenTree], &'t [TokenTree])> {
    let level = Level(tokens);
    let is_let = level.is_word(at.checked_sub(1)?, "let") && level.is_word(at, name);
    let behind = tokens.get(at + 2..)?;
    let end = behind.iter().position(|token| token.to_string() == ";")?;
    (is_let && level.is_punct(at + 1, '=')).then(|| behind.split_at(end))
}

/// Whether `capture!(NAME)` is the first to name it.
fn is_first(tokens: &[TokenTree], name: &str) -> bool {
    first_use(tokens, name) == Some(true)
}

fn first_use(tokens: &[TokenTree], name: &str) -> Option<bool> {
    tokens
        .iter()
        .enumerate()
        .find_map(|(at, token)| match token {
            TokenTree::Ident(word) if word == name => {
                // `let name = capture!(name);` names the new one first.
                Some(value(tokens, at, name).is_some_and(|(value, _)| is_first(value, name)))
            }
            TokenTree::Group(_) if is_capture_of(Level(tokens), at, name) => Some(true),
            TokenTree::Group(group) => first_use(&flat(group.stream()), name),
            _ => None,
        })
}

/// Whether the arguments at `at` are those of `capture!(NAME)`.
fn is_capture_of(level: Level, at: usize, name: &str) -> bool {
    let is_capture = at
        .checked_sub(2)
        .is_some_and(|at| level.is_word(at, "capture"));
    let arguments = level.group(at).map(|group| group.stream().to_string());
    is_capture && arguments.is_some_and(|arguments| arguments == name)
}
