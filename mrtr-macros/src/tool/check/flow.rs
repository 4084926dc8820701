//! A body that names `flow` where nothing is called so.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Token, Type};

use crate::errors::Errors;
use crate::tool::item::FnItem;
use crate::tool::tokens::{Level, flat};

const NAME: &str = "flow";

/// The first `flow` whose method is called while nothing binds that name; it is reported.
pub(crate) fn missing(item: &FnItem, errors: &Errors) -> Option<Ident> {
    let used = used(&item.body.stream())?;
    let parameters = item.signature.inputs.to_token_stream();
    if is_bound(&parameters) || is_bound(&item.body.stream()) {
        return None;
    }
    errors.on(&used, "nothing is called `flow` here. Name it as a parameter, `flow: Flow`, anywhere among the others: who calls does not give it");
    Some(used)
}

/// `flow: &mut Flow`
pub(crate) fn shared(item: &FnItem, errors: &Errors) {
    for flow in item.flows() {
        if let Some(mutable) = mutability(&flow.ty) {
            errors.on(mutable, "the flow is shared, and nothing in it is changed by hand: write `flow: Flow`, or `flow: &Flow`");
        }
    }
}

fn mutability(ty: &Type) -> Option<Token![mut]> {
    match ty {
        Type::Reference(lent) => lent.mutability,
        _ => None,
    }
}

/// The first `flow` that a method is called of.
fn used(stream: &TokenStream) -> Option<Ident> {
    let tokens = flat(stream.clone());
    let level = Level(&tokens);
    tokens
        .iter()
        .enumerate()
        .find_map(|(at, token)| match token {
            TokenTree::Ident(word) if word == NAME => {
                let is_part =
                    at > 0 && (level.is_punct(at - 1, '.') || level.is_punct(at - 1, ':'));
                let is_used = level.is_punct(at + 1, '.') && level.ident(at + 2).is_some();
                (is_used && !is_part).then(|| word.clone())
            }
            TokenTree::Group(group) => used(&group.stream()),
            _ => None,
        })
}

/// Whether a pattern, or what may be one, holds the name.
fn is_bound(stream: &TokenStream) -> bool {
    let tokens = flat(stream.clone());
    let level = Level(&tokens);
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Ident(word) if word == NAME => is_binding(level, at),
        TokenTree::Group(group) => is_bound(&group.stream()),
        _ => false,
    })
}

/// Whether the name at `at` may be given there. What is no pattern may be taken for one: rustc has a word for that too.
fn is_binding(level: Level, at: usize) -> bool {
    const BEFORE: [&str; 6] = ["let", "mut", "ref", "for", "static", "const"];
    if level.is_punct(at + 1, '.') {
        return false;
    }
    let is_lent = at > 1 && level.is_word(at - 1, "mut") && level.is_punct(at - 2, '&');
    let is_declared = BEFORE
        .iter()
        .any(|word| at > 0 && level.is_word(at - 1, word));
    let is_first = at == 0
        || ['|', ',', ':']
            .iter()
            .any(|sign| level.is_punct(at - 1, *sign));
    let is_followed = ['|', ':', '=', ',', '@']
        .iter()
        .any(|sign| level.is_punct(at + 1, *sign));
    is_first || is_followed || (is_declared && !is_lent)
}
