//! What an expression holds of the refusals of asks.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::{Expr, Macro, Pat, Stmt};

use super::super::bindings::Bindings;
use super::super::calls::{self, Call, not_awaited, ours};
use super::chain::looked_at;

/// What an expression holds of the refusals of asks.
pub(super) enum Outcome {
    /// That of this ask, alone or among others.
    Refusal(Ident),
    Tuple(Vec<Outcome>),
    Other,
}

/// The same where it is only looked at: `ask!(..).await.is_ok()`.
pub(super) fn looked_at_outcome(value: &Expr, known: &Bindings) -> Outcome {
    let find = |value: &Expr| match outcome(value, known) {
        Outcome::Other => None,
        found => Some(found),
    };
    looked_at(value, &find).unwrap_or(Outcome::Other)
}

/// `ask!(..).await` and what is made of such.
pub(super) fn outcome(value: &Expr, known: &Bindings) -> Outcome {
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
pub(super) fn of_macro(joined: &Macro, known: &Bindings) -> Outcome {
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
pub(super) fn of_joined(future: &Expr, known: &Bindings) -> Outcome {
    let Expr::Call(call) = future else {
        return Outcome::Other;
    };
    let name = super::super::habits::called(call);
    let is_joined = name.is_some_and(|name| name == "join_all" || name == "try_join_all");
    let held = call.args.first().and_then(|asks| known.ask(asks));
    let ask = held.or_else(|| not_awaited(call.args.to_token_stream()));
    ask.filter(|_| is_joined)
        .map_or(Outcome::Other, Outcome::Refusal)
}

/// Each part with its pattern; `..` goes with all that it stands for.
pub(in super::super) fn pairs<'a, T>(
    patterns: Vec<&'a Pat>,
    parts: &'a [T],
) -> Vec<(&'a Pat, &'a T)> {
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

/// The asks, each at its own place.
pub(super) fn asks(outcome: &Outcome, found: &mut Vec<(Span, Ident)>) {
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

/// `Err(..)`
pub(super) fn is_err(pattern: &Pat) -> bool {
    match pattern {
        Pat::TupleStruct(variant) => variant.path.is_ident("Err"),
        _ => false,
    }
}
