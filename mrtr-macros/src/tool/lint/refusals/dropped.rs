//! Refusals that nobody looks at: `let _ = ask.await`, `let (_, b) = join!(ask, ..)`, `join_all(asks).await;`.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::parse::Parser;
use syn::{Expr, ExprMatch, Macro, Pat};

use super::super::bindings::Bindings;
use super::super::calls::ours;
use super::chain::looked_at;
use super::outcome::{Outcome, asks, looked_at_outcome, of_joined, of_macro, outcome, pairs};
use crate::tool::kind::Kind;
use crate::tool::tokens::first_span;

/// Where a refusal is dropped, and the ask that may be refused.
pub(super) type Dropped = (Span, Ident);

/// What `let PATTERN = VALUE` drops.
pub(super) fn by_pattern(pattern: &Pat, value: &Expr, known: &Bindings) -> Vec<Dropped> {
    let mut dropped = Vec::new();
    let part = looked_at(value, &part).map(Outcome::Refusal);
    let outcome = part.unwrap_or_else(|| looked_at_outcome(value, known));
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

fn drop_all(at: Span, outcome: &Outcome, dropped: &mut Vec<Dropped>) {
    let mut found = Vec::new();
    asks(outcome, &mut found);
    dropped.extend(found.into_iter().map(|(_, ask)| (at, ask)));
}
