//! Refusals that nobody looks at: `let _ = ask.await`, `let (_, b) = join!(ask, ..)`, `join_all(asks).await;`.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::parse::Parser;
use syn::{Expr, ExprMatch, Macro, Pat, Stmt};

use super::bindings::Bindings;
use super::calls::{self, Call, not_awaited, ours};
use crate::tool::kind::Kind;
use crate::tool::tokens::first_span;

/// Where a refusal is dropped, and the ask that may be refused.
type Dropped = (Span, Ident);

/// What an expression holds of the refusals of asks.
enum Outcome {
    /// That of this ask, alone or among others.
    Refusal(Ident),
    Tuple(Vec<Outcome>),
    Other,
}

/// What `let PATTERN = VALUE` drops.
pub(super) fn by_pattern(pattern: &Pat, value: &Expr, known: &Bindings) -> Vec<Dropped> {
    let mut dropped = Vec::new();
    let value = asked(value);
    let outcome = part(value).map_or_else(|| outcome(value, known), Outcome::Refusal);
    bind(pattern, &outcome, known, &mut dropped);
    dropped
}

/// `part!(..).await` alone: in it something may be refused. Among others a part is taken for one that gives no `Result`.
fn part(value: &Expr) -> Option<Ident> {
    let Expr::Await(awaited) = value else {
        return None;
    };
    let (kind, name, _) = ours(&awaited.base)?;
    (kind == Kind::Part).then_some(name)
}

/// What `match VALUE { PATTERN => .. }` drops, where it has one arm.
pub(super) fn by_match(choice: &ExprMatch, known: &Bindings) -> Vec<Dropped> {
    match choice.arms.as_slice() {
        [arm] => by_pattern(&arm.pat, &choice.expr, known),
        _ => Vec::new(),
    }
}

/// `ask.await` of `ask.await.is_ok()`, `ask.await.map_err(..).ok()`.
fn asked(value: &Expr) -> &Expr {
    const SAME: [&str; 8] = [
        "is_ok",
        "is_err",
        "ok",
        "err",
        "map",
        "map_err",
        "inspect",
        "inspect_err",
    ];
    match value {
        Expr::MethodCall(call) if SAME.iter().any(|name| call.method == name) => {
            asked(&call.receiver)
        }
        _ => value,
    }
}

/// What `LEFT = VALUE` drops.
pub(super) fn by_assignment(left: &Expr, value: &Expr, known: &Bindings) -> Vec<Dropped> {
    let pattern = Pat::parse_single.parse2(left.to_token_stream());
    pattern.map_or_else(|_| Vec::new(), |pattern| by_pattern(&pattern, value, known))
}

/// What `CALL(VALUE)` drops, where the call is one of `drop`.
pub(super) fn by_call(name: &Ident, value: &Expr, known: &Bindings) -> Vec<Dropped> {
    let mut dropped = Vec::new();
    drop_all(name.span(), &outcome(value, known), &mut dropped);
    dropped
}

/// What `VALUE;` drops and rustc says nothing of: what came out of a `join!` or a `join_all`.
pub(super) fn by_statement(value: &Expr, known: &Bindings) -> Vec<Dropped> {
    let outcome = match value {
        Expr::Macro(joined) => of_macro(&joined.mac, known),
        Expr::Await(awaited) => of_joined(&awaited.base, known),
        _ => Outcome::Other,
    };
    let mut dropped = Vec::new();
    asks(&outcome, &mut dropped);
    dropped
}

/// The same of a macro that stands as a statement.
pub(super) fn by_macro(joined: &Macro, known: &Bindings) -> Vec<Dropped> {
    let mut dropped = Vec::new();
    asks(&of_macro(joined, known), &mut dropped);
    dropped
}

/// `ask!(..).await` and what is made of such.
fn outcome(value: &Expr, known: &Bindings) -> Outcome {
    match value {
        Expr::Await(awaited) => match of_future(&awaited.base, known) {
            Outcome::Other => of_joined(&awaited.base, known),
            found => found,
        },
        Expr::Macro(joined) => of_macro(&joined.mac, known),
        Expr::Tuple(tuple) => Outcome::Tuple(
            tuple
                .elems
                .iter()
                .map(|part| outcome(part, known))
                .collect(),
        ),
        Expr::Paren(inner) => outcome(&inner.expr, known),
        Expr::Group(inner) => outcome(&inner.expr, known),
        _ => Outcome::Other,
    }
}

/// What comes of awaiting this: an ask, or a block that ends with one.
fn of_future(future: &Expr, known: &Bindings) -> Outcome {
    if let Some((kind, name, _)) = ours(future) {
        return if kind.can_be_refused() {
            Outcome::Refusal(name)
        } else {
            Outcome::Other
        };
    }
    match future {
        Expr::Async(block) => match block.block.stmts.last() {
            Some(Stmt::Expr(last, None)) => outcome(last, known),
            _ => Outcome::Other,
        },
        Expr::Paren(inner) => of_future(&inner.expr, known),
        _ => Outcome::Other,
    }
}

/// `join!(..)`, `try_join!(..)`
fn of_macro(joined: &Macro, known: &Bindings) -> Outcome {
    let Call::Other(futures) = Call::read(joined) else {
        return Outcome::Other;
    };
    let parts = futures.iter().map(|future| of_future(&future.expr, known));
    if calls::is(joined, &["join"]) {
        Outcome::Tuple(parts.collect())
    } else if calls::is(joined, &["try_join"]) {
        first(&Outcome::Tuple(parts.collect())).map_or(Outcome::Other, Outcome::Refusal)
    } else {
        Outcome::Other
    }
}

/// `join_all(..)`, `try_join_all(..)` over asks.
fn of_joined(future: &Expr, known: &Bindings) -> Outcome {
    let Expr::Call(call) = future else {
        return Outcome::Other;
    };
    let name = super::habits::called(call);
    let is_joined = name.is_some_and(|name| name == "join_all" || name == "try_join_all");
    let held = call.args.first().and_then(|asks| known.ask(asks));
    let ask = held.or_else(|| not_awaited(call.args.to_token_stream()));
    ask.filter(|_| is_joined)
        .map_or(Outcome::Other, Outcome::Refusal)
}

fn bind(pattern: &Pat, outcome: &Outcome, known: &Bindings, dropped: &mut Vec<Dropped>) {
    match (pattern, outcome) {
        (Pat::Wild(_) | Pat::Rest(_), _) => {
            drop_all(first_span(&pattern.to_token_stream()), outcome, dropped);
        }
        (Pat::Ident(named), _) if known.is_unused(&named.ident) => {
            drop_all(named.ident.span(), outcome, dropped);
        }
        (Pat::Type(typed), _) => bind(&typed.pat, outcome, known, dropped),
        (Pat::Paren(inner), _) => bind(&inner.pat, outcome, known, dropped),
        (Pat::Tuple(tuple), Outcome::Tuple(parts)) => {
            for (pattern, outcome) in pairs(tuple.elems.iter().collect(), parts) {
                bind(pattern, outcome, known, dropped);
            }
        }
        _ => {}
    }
}

/// Each part with its pattern; `..` goes with all that it stands for.
pub(super) fn pairs<'a, T>(patterns: Vec<&'a Pat>, parts: &'a [T]) -> Vec<(&'a Pat, &'a T)> {
    let rest = patterns
        .iter()
        .position(|pattern| matches!(pattern, Pat::Rest(_)));
    let Some(rest) = rest else {
        return patterns.into_iter().zip(parts).collect();
    };
    let behind = patterns.len() - rest - 1;
    let stands_for = parts.len().saturating_sub(rest + behind);
    let repeated = patterns.iter().enumerate().flat_map(|(at, pattern)| {
        let times = if at == rest { stands_for } else { 1 };
        std::iter::repeat_n(*pattern, times)
    });
    repeated.zip(parts).collect()
}

fn drop_all(at: Span, outcome: &Outcome, dropped: &mut Vec<Dropped>) {
    let mut found = Vec::new();
    asks(outcome, &mut found);
    dropped.extend(found.into_iter().map(|(_, ask)| (at, ask)));
}

/// The asks, each at its own place.
fn asks(outcome: &Outcome, found: &mut Vec<Dropped>) {
    match outcome {
        Outcome::Refusal(ask) => found.push((ask.span(), ask.clone())),
        Outcome::Tuple(parts) => parts.iter().for_each(|part| asks(part, found)),
        Outcome::Other => {}
    }
}

fn first(outcome: &Outcome) -> Option<Ident> {
    let mut found = Vec::new();
    asks(outcome, &mut found);
    found.into_iter().next().map(|(_, ask)| ask)
}
