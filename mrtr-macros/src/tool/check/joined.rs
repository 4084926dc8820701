//! An ask that is awaited or tried inside of `join!`, which awaits it itself; and a tuple of asks, which awaits nothing.

use std::ops::Range;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;

use crate::errors::Errors;
use crate::tool::args::Args;
use crate::tool::item::FnItem;
use crate::tool::kind::Kind;
use crate::tool::paths::Paths;
use crate::tool::scan::join_parts;
use crate::tool::tokens::{Level, flat, regroup};

mod tuple;

/// The function with each such `join!` reported and made a tuple of what its parts give.
pub(crate) fn without_joined_awaits(item: &FnItem, paths: &Paths, errors: &Errors) -> FnItem {
    let body = item.body.stream();
    if !has_join(&body) {
        return item.clone();
    }
    let walk = Walk { paths, errors };
    let body = regroup(&item.body, walk.harmless(body));
    FnItem {
        body,
        ..item.clone()
    }
}

/// Whether a `join!` holds an ask that is awaited in it, or a tuple of asks is awaited.
fn has_join(stream: &TokenStream) -> bool {
    let tokens = flat(stream.clone());
    let level = Level(&tokens);
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Group(group) => {
            (is_join(level, at) && parts(group).iter().any(|part| part.awaited.is_some()))
                || behind(level, at).is_some()
                || is_taken_apart(level, at)
                || tuple::awaited(level, at).is_some()
                || has_join(&group.stream())
        }
        _ => false,
    })
}

struct Walk<'a> {
    paths: &'a Paths,
    errors: &'a Errors,
}

impl Walk<'_> {
    fn harmless(&self, stream: TokenStream) -> TokenStream {
        let tokens = flat(stream);
        let level = Level(&tokens);
        let mut done: Vec<TokenTree> = Vec::new();
        let mut told = 0..0;
        for (at, token) in tokens.iter().enumerate() {
            if told.contains(&at) {
                continue;
            }
            let TokenTree::Group(group) = token else {
                done.push(token.clone());
                continue;
            };
            if let Some(awaited) = tuple::awaited(level, at) {
                self.errors.at(awaited.at, tuple::text(group));
                let inner = regroup(group, self.harmless(group.stream()));
                done.push(tuple::each_awaited(&inner, awaited.is_tried));
                told = at..awaited.end;
                continue;
            }
            if is_taken_apart(level, at) {
                self.errors.on(
                    level.macro_name(at),
                    "`try_join!` gives one `Result` of all answers: write `?` behind it",
                );
                done.push(regroup(group, self.harmless(group.stream())).into());
                done.extend(quote!(?));
                continue;
            }
            if let Some(awaited) = behind(level, at) {
                let name = level.macro_name(at);
                let name = name.map(ToString::to_string).unwrap_or_default();
                self.errors
                    .at(awaited.at, behind_text(&name, awaited.is_tried));
                let inner = regroup(group, self.harmless(group.stream()));
                if name == "try_join" {
                    done.push(inner.into());
                    told = at + 1..at + 3;
                } else {
                    done.truncate(done.len().saturating_sub(path_length(level, at)));
                    done.push(tuple::each_awaited(&inner, awaited.is_tried));
                    told = at..awaited.end;
                }
                continue;
            }
            let parts = if is_join(level, at) {
                parts(group)
            } else {
                Vec::new()
            };
            match level.macro_name(at) {
                Some(name) if parts.iter().any(|part| part.awaited.is_some()) => {
                    done.truncate(done.len().saturating_sub(path_length(level, at)));
                    done.push(self.tuple(name, parts));
                }
                _ => done.push(regroup(group, self.harmless(group.stream())).into()),
            }
        }
        done.into_iter().collect()
    }

    /// What the `join!` would give: each answer as it is written.
    fn tuple(&self, name: &Ident, parts: Vec<Part>) -> TokenTree {
        let may_fail = name == "try_join";
        let values = parts.into_iter().map(|part| {
            let is_tried = part
                .awaited
                .as_ref()
                .is_some_and(|awaited| awaited.is_tried);
            let sign = (may_fail && !is_tried).then(|| quote!(?));
            let value = self.harmless(part.tokens);
            match part.awaited {
                Some(awaited) => {
                    self.errors.at(awaited.at, text(name, &awaited));
                    quote!(#value #sign,)
                }
                None => quote!((#value).await #sign,),
            }
        });
        let values: TokenStream = values.collect();
        let root = &self.paths.root;
        let tuple = if may_fail {
            quote!(::core::result::Result::<_, #root::Refused>::Ok((#values)))
        } else {
            quote!((#values))
        };
        Group::new(Delimiter::Parenthesis, tuple).into()
    }
}

/// Where a `join!` of asks at `at` is awaited once more.
fn behind(level: Level, at: usize) -> Option<tuple::Awaited> {
    let group = level.group(at).filter(|_| is_join(level, at))?;
    let is_awaited = level.is_punct(at + 1, '.') && level.is_word(at + 2, "await");
    let is_tried = level.is_punct(at + 3, '?');
    (is_awaited && tuple::holds_asks(group)).then(|| tuple::Awaited {
        at: level
            .get(at + 2)
            .map_or_else(|| group.span(), TokenTree::span),
        is_tried,
        end: at + 3 + usize::from(is_tried),
    })
}

/// Whether it is `let (a, b) = try_join!(..);`, of asks.
fn is_taken_apart(level: Level, at: usize) -> bool {
    if level.macro_name(at).is_none_or(|name| name != "try_join") {
        return false;
    }
    let start = at.saturating_sub(path_length(level, at)).max(3);
    let is_pattern = level.is_punct(start - 1, '=')
        && level.is_group(start - 2, Delimiter::Parenthesis)
        && level.is_word(start - 3, "let");
    let holds_asks = level.group(at).is_some_and(tuple::holds_asks);
    is_pattern && level.is_punct(at + 1, ';') && holds_asks
}

fn behind_text(join: &str, is_tried: bool) -> String {
    let instead = match (join, is_tried) {
        ("try_join", _) => "`let (a, b) = try_join!(..)?;`",
        (_, true) => "`let (a, b) = join!(..);`, and `?` behind each answer, `a?`",
        (_, false) => "`let (a, b) = join!(..);`",
    };
    format!("`{join}!` awaits its asks itself: write {instead}")
}

fn text(join: &Ident, awaited: &Awaited) -> String {
    let ask = &awaited.ask;
    let tail = awaited.tail;
    // Behind a `try_join!` its own `?` stands.
    let behind = if awaited.is_tried && awaited.can_fail && join == "join" {
        ", and `?` behind its answer"
    } else {
        ""
    };
    format!(
        "`{join}!` awaits its asks itself, all in one round: write `{ask}!(..)` without `{tail}`{behind}"
    )
}

/// One part of a `join!`.
struct Part {
    tokens: TokenStream,
    awaited: Option<Awaited>,
}

/// An ask that is awaited as a part.
struct Awaited {
    ask: Ident,
    /// Of `await`, or of the `?` where there is none.
    at: Span,
    is_tried: bool,
    /// Whether its answer is a `Result`.
    can_fail: bool,
    /// How many tokens it is, without what is too much.
    length: usize,
    /// What is too much, and how many tokens it is.
    tail: &'static str,
    tail_length: usize,
}

impl Awaited {
    /// The part as it may stand outside of the `join!`. One error is enough: a `?` behind what never fails is none more.
    fn harmless(&self, tokens: &[TokenTree]) -> TokenStream {
        let ask = tokens.get(..self.length).unwrap_or_default();
        let rest = tokens.get(self.length + self.tail_length..);
        let rest = rest.unwrap_or_default();
        let sign = (self.is_tried && self.can_fail).then(|| quote!(?));
        quote!(#(#ask)*.await #sign #(#rest)*)
    }
}

fn parts(group: &Group) -> Vec<Part> {
    let tokens = flat(group.stream());
    let part = |range: Range<usize>| {
        let tokens = tokens.get(range).unwrap_or_default();
        let awaited = awaited(Level(tokens));
        let tokens = awaited.as_ref().map_or_else(
            || tokens.iter().cloned().collect(),
            |awaited| awaited.harmless(tokens),
        );
        Part { tokens, awaited }
    };
    join_parts(&tokens).into_iter().map(part).collect()
}

/// The ask that the part begins with, if it is awaited.
fn awaited(part: Level) -> Option<Awaited> {
    let bang = (0..part.0.len()).find(|at| !is_in_path(part, *at))?;
    let ask = part.ident_before(bang)?;
    let kind = Kind::of(ask).filter(|_| part.is_punct(bang, '!'))?;
    let is_awaited = part.is_punct(bang + 2, '.') && part.is_word(bang + 3, "await");
    let (at, is_tried, tail, tail_length) = match part.get(bang + 2)? {
        sign if part.is_punct(bang + 2, '?') => (sign.span(), true, "?", 1),
        _ if is_awaited && part.is_punct(bang + 4, '?') => {
            (part.get(bang + 3)?.span(), true, ".await?", 3)
        }
        _ if is_awaited => (part.get(bang + 3)?.span(), false, ".await", 2),
        _ => return None,
    };
    let arguments = part.get(bang + 1)?;
    // `ask.await?.reserve()`: what is joined is the future that the answer gives.
    let makes_a_future =
        is_tried && can_fail(kind, arguments) && is_call(part, bang + 2 + tail_length);
    (kind != Kind::Capture && !makes_a_future).then(|| Awaited {
        ask: ask.clone(),
        at,
        is_tried,
        can_fail: can_fail(kind, arguments),
        length: bang + 2,
        tail,
        tail_length,
    })
}

/// What a part returns is the author's; one that is tried can fail.
fn can_fail(kind: Kind, arguments: &TokenTree) -> bool {
    let TokenTree::Group(group) = arguments else {
        return false;
    };
    match kind {
        Kind::Roots | Kind::Task => false,
        Kind::Sample => Args::read(kind, &group.stream()).subject.is_some(),
        _ => true,
    }
}

/// `.method(..)`
fn is_call(level: Level, at: usize) -> bool {
    level.is_punct(at, '.')
        && level.ident(at + 1).is_some()
        && level.is_group(at + 2, Delimiter::Parenthesis)
}

fn is_in_path(level: Level, at: usize) -> bool {
    level.ident(at).is_some() || level.is_punct(at, ':')
}

fn is_join(level: Level, at: usize) -> bool {
    let name = level.macro_name(at);
    name.is_some_and(|name| name == "join" || name == "try_join")
}

/// How many tokens stand between the beginning of the macro's path and its group at `at`.
fn path_length(level: Level, at: usize) -> usize {
    let mut start = at - 2;
    while start >= 2 && level.is_punct(start - 1, ':') && level.is_punct(start - 2, ':') {
        start -= 2;
        start -= usize::from(start > 0 && level.ident(start - 1).is_some());
    }
    at - start
}
