//! A variable that only the round changes that runs the capture.

use proc_macro2::{Ident, Spacing, TokenStream, TokenTree};

use crate::errors::Errors;
use crate::tool::kind::Kind;
use crate::tool::scan::{Found, Locals};
use crate::tool::tokens::{Level, flat};

pub(super) fn check(found: &Found, locals: &Locals, errors: &Errors) {
    let value = found.args.subject.as_ref();
    let Some(value) = value.filter(|_| found.kind == Kind::Capture) else {
        return;
    };
    let inside = Locals::of(value);
    if let Some(name) = changed(value, &|name| {
        locals
            .variable(name)
            .filter(|_| inside.variable(name).is_none())
    }) {
        errors.on(&name, format!("`{name}` is changed only in the round that runs the capture; later rounds skip it. Let the capture give the value: `let {name} = capture!(..)`"));
    }
}

/// Whether a variable of this name is one of the handler's, and if so, whether it is plain data.
type Variables<'a> = dyn Fn(&Ident) -> Option<bool> + 'a;

fn changed(stream: &TokenStream, variables: &Variables) -> Option<Ident> {
    let tokens = flat(stream.clone());
    let level = Level(&tokens);
    tokens
        .iter()
        .enumerate()
        .find_map(|(at, token)| match token {
            TokenTree::Ident(name) if is_changed(level, at, variables(name)?) => Some(name.clone()),
            TokenTree::Group(group) => changed(&group.stream(), variables),
            _ => None,
        })
}

/// A connection is lent mutably and changes nothing that the handler sees; a number or a list does.
fn is_changed(level: Level, at: usize, is_data: bool) -> bool {
    let is_part = at > 0 && (level.is_punct(at - 1, '.') || level.is_punct(at - 1, ':'));
    let is_lent = at > 1 && level.is_word(at - 1, "mut") && level.is_punct(at - 2, '&');
    let is_pushed_to =
        level.is_punct(at + 1, '.') && CHANGING.iter().any(|name| level.is_word(at + 2, name));
    !is_part && (is_assigned(level, at + 1) || (is_data && (is_lent || is_pushed_to)))
}

/// Whether `=` or an operator like `+=` stands at `at`.
fn is_assigned(level: Level, at: usize) -> bool {
    let joint = |at| matches!(level.get(at), Some(TokenTree::Punct(punct)) if punct.spacing() == Spacing::Joint);
    let is_operator = "+-*/%&|^".chars().any(|sign| level.is_punct(at, sign)) && joint(at);
    let equals = at + usize::from(is_operator);
    level.is_punct(equals, '=') && !joint(equals)
}

/// Methods of strings and collections that change them.
const CHANGING: [&str; 14] = [
    "push",
    "push_str",
    "push_back",
    "push_front",
    "insert",
    "insert_str",
    "extend",
    "append",
    "clear",
    "pop",
    "remove",
    "retain",
    "truncate",
    "get_or_insert",
];
