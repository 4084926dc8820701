//! `(ask!(..), ask!(..)).await`

use proc_macro2::{Delimiter, Group, Span, TokenTree};
use quote::quote;

use crate::tool::kind::Kind;
use crate::tool::tokens::{Level, comma_parts, flat};

/// Where a tuple is awaited.
pub(super) struct Awaited {
    /// Of `await`.
    pub(super) at: Span,
    pub(super) is_tried: bool,
    /// Behind its last token.
    pub(super) end: usize,
}

/// The tuple of asks at `at`, if it is awaited as one.
pub(super) fn awaited(level: Level, at: usize) -> Option<Awaited> {
    let group = level.group(at)?;
    let is_tuple = group.delimiter() == Delimiter::Parenthesis && !level.is_after_operand(at);
    let is_awaited = level.is_punct(at + 1, '.') && level.is_word(at + 2, "await");
    let is_it = is_tuple && is_awaited && level.macro_name(at).is_none() && holds_asks(group);
    let is_tried = level.is_punct(at + 3, '?');
    is_it.then(|| Awaited {
        at: level
            .get(at + 2)
            .map_or_else(|| group.span(), TokenTree::span),
        is_tried,
        end: at + 3 + usize::from(is_tried),
    })
}

/// Whether two or more stand in it, and each is an ask and nothing more.
pub(super) fn holds_asks(group: &Group) -> bool {
    let tokens = flat(group.stream());
    let parts = comma_parts(&tokens);
    let is_ask = |part: &std::ops::Range<usize>| {
        let part = Level(tokens.get(part.clone()).unwrap_or_default());
        let kind = part.ident(0).and_then(Kind::of);
        part.0.len() == 3 && part.is_punct(1, '!') && kind.is_some_and(|kind| kind != Kind::Capture)
    };
    parts.len() > 1 && parts.iter().all(is_ask)
}

pub(super) fn text(group: &Group) -> String {
    let tokens = flat(group.stream());
    let names = tokens.iter().filter_map(|token| match token {
        TokenTree::Ident(name) => Some(format!("{name}!(..)")),
        _ => None,
    });
    let names: Vec<_> = names.collect();
    let names = names.join(", ");
    format!(
        "a tuple of asks is no future. `join!` puts them in one round: `join!({names})`, and `?` behind each answer"
    )
}

/// What was meant: a tuple of what each of them gives.
pub(super) fn each_awaited(group: &Group, is_tried: bool) -> TokenTree {
    let tokens = flat(group.stream());
    let parts = comma_parts(&tokens).into_iter();
    let each = parts.map(|part| {
        let part = tokens.get(part).unwrap_or_default();
        let kind = Level(part).ident(0).and_then(Kind::of);
        let may_fail = is_tried && kind.is_some_and(Kind::can_be_refused);
        let sign = may_fail.then(|| quote!(?));
        quote!(#(#part)*.await #sign,)
    });
    Group::new(Delimiter::Parenthesis, each.collect()).into()
}
