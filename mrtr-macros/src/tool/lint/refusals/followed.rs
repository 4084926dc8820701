//! Refusals that a variable holds: `let answer = ask.await; if answer.is_err() { warn!("no"); }`, and the handler goes on.

use proc_macro2::Ident;
use syn::{Expr, ExprAsync, Local, Pat, Stmt};

use super::super::bindings::Bindings;
use super::super::calls::ours;
use super::chain::{asks_which, looked_at};
use super::effects::do_something;
use super::lists::pushed;
use super::looks::{Fate, Held, fate, name};
use super::mentions::Place;
use super::outcome::{Outcome, looked_at_outcome, of_joined, outcome, pairs};
use crate::tool::kind::Kind;

/// A variable on which nothing depends.
pub(super) struct Unheeded {
    pub(super) place: Place,
    pub(super) ask: Ident,
    pub(super) why: Why,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// It is looked at, and whatever is seen the handler goes on.
    LookedAt,
    /// It is written out by `{:?}`, a refusal like an answer.
    Debugged,
    /// It is an answer `false` that is not looked at, or changes nothing.
    No,
    /// It is never awaited.
    NotAwaited,
}

/// What a `let` binds that nothing depends on in the statements behind it.
pub(super) fn by_local(local: &Local, behind: &[Stmt], known: &Bindings) -> Vec<Unheeded> {
    let Some(init) = local.init.as_ref().filter(|init| init.diverge.is_none()) else {
        return Vec::new();
    };
    let value = &*init.expr;
    if let Some(found) = not_awaited(local, value, behind).or_else(|| no(local, value, behind)) {
        return vec![found];
    }
    let all = name(&local.pat);
    let bound = all.map(|name| Place { name, part: None });
    let held = bound
        .clone()
        .and_then(|place| list(place, value, behind, known));
    let mut bound_here: Vec<(Place, Ident, Held)> = held.into_iter().collect();
    if bound_here.is_empty() {
        let outcome = looked_at_outcome(value, known);
        bind(&local.pat, &outcome, asks_which(value), &mut bound_here);
    }
    let is_whole = !matches!(outcome(value, known), Outcome::Other);
    let unheeded = bound_here.into_iter().filter_map(|(place, ask, held)| {
        let why = match fate(&place, held, behind) {
            // Of what `.ok()` or `.unwrap_or(..)` gave it is an answer that is shown.
            Fate::Debugged if is_whole => Why::Debugged,
            Fate::LookedAt if do_something(behind) => Why::LookedAt,
            // Of `pair.0` where `pair.1` alone is used; of a name that is not used at all others tell.
            Fate::Unnamed if place.part.is_some() && is_named(&place, behind) => Why::LookedAt,
            _ => return None,
        };
        Some(Unheeded { place, ask, why })
    });
    unheeded.collect()
}

/// `let sure = ask_confirm!(..); warn!("{sure:?}");`, `let _sure = async { ask.await };`
fn not_awaited(local: &Local, value: &Expr, behind: &[Stmt]) -> Option<Unheeded> {
    let place = Place {
        name: name(&local.pat)?,
        part: None,
    };
    let (ask, is_block) = match value {
        Expr::Async(block) => (last_ask(block)?, true),
        value => (ours(value).filter(|(kind, ..)| kind.is_ask())?.1, false),
    };
    let is_left = match fate(&place, Held::Future, behind) {
        // Of a question that nothing names the scan tells, of a variable without `_` rustc.
        Fate::Unnamed => is_block && place.name.to_string().starts_with('_'),
        Fate::LookedAt => true,
        Fate::Heeded | Fate::Debugged => false,
    };
    let why = Why::NotAwaited;
    is_left.then_some(Unheeded { place, ask, why })
}

/// The ask that a block comes to.
fn last_ask(block: &ExprAsync) -> Option<Ident> {
    let Stmt::Expr(last, None) = block.block.stmts.last()? else {
        return None;
    };
    match last {
        Expr::Await(awaited) => Some(ours(&awaited.base).filter(|(kind, ..)| kind.is_ask())?.1),
        _ => None,
    }
}

/// `let _ok = ask_elicit!(bool, ..).await?;`, or only logged ahead of what it is about.
fn no(local: &Local, value: &Expr, behind: &[Stmt]) -> Option<Unheeded> {
    let ask = looked_at(value, &answered_by_bool)?;
    let name = match &local.pat {
        Pat::Wild(pattern) => Ident::new("_ignored", pattern.underscore_token.span),
        pattern => name(pattern)?,
    };
    let place = Place { name, part: None };
    let is_left = match fate(&place, Held::Consent, behind) {
        Fate::Unnamed => place.name.to_string().starts_with('_'),
        Fate::LookedAt => do_something(behind),
        Fate::Heeded | Fate::Debugged => false,
    };
    let why = Why::No;
    is_left.then_some(Unheeded { place, ask, why })
}

fn answered_by_bool(value: &Expr) -> Option<Ident> {
    let Expr::Try(tried) = value else {
        return None;
    };
    let Expr::Await(awaited) = &*tried.expr else {
        return None;
    };
    let (kind, name, args) = ours(&awaited.base)?;
    let is_bool = args.subject.is_some_and(|ty| ty.to_string() == "bool");
    (kind == Kind::Elicit && is_bool).then_some(name)
}

/// `let mut answers = Vec::new();` that is filled behind it, `let answers = join_all(asks).await;`
fn list(
    place: Place,
    value: &Expr,
    behind: &[Stmt],
    known: &Bindings,
) -> Option<(Place, Ident, Held)> {
    let joined = match value {
        Expr::Await(awaited) => match of_joined(&awaited.base, known) {
            Outcome::Refusal(ask) => Some(ask),
            _ => None,
        },
        _ => None,
    };
    let ask = joined.or_else(|| pushed(&place, value, behind, known))?;
    let with_answers = held(&ask)? == Held::Answer;
    Some((place, ask, Held::List { with_answers }))
}

fn bind(pattern: &Pat, outcome: &Outcome, is_which: bool, bound: &mut Vec<(Place, Ident, Held)>) {
    match (pattern, outcome) {
        (Pat::Tuple(tuple), Outcome::Tuple(parts)) => {
            for (pattern, outcome) in pairs(tuple.elems.iter().collect(), parts) {
                bind(pattern, outcome, is_which, bound);
            }
        }
        (pattern, Outcome::Refusal(ask)) => {
            let held = held(ask).map(|held| if is_which { Held::Consent } else { held });
            let place = name(pattern).map(|name| Place { name, part: None });
            bound.extend(
                place
                    .zip(held)
                    .map(|(place, held)| (place, ask.clone(), held)),
            );
        }
        (pattern, Outcome::Tuple(parts)) => {
            let Some(name) = name(pattern) else { return };
            for (part, outcome) in parts.iter().enumerate() {
                if let Outcome::Refusal(ask) = outcome
                    && let Some(held) = held(ask)
                {
                    let place = Place {
                        name: name.clone(),
                        part: Some(part),
                    };
                    bound.push((place, ask.clone(), held));
                }
            }
        }
        _ => {}
    }
}

/// What comes of an ask. Whoever only logs that a page was not wanted may go on without it.
fn held(ask: &Ident) -> Option<Held> {
    match Kind::of(ask)? {
        Kind::Confirm => Some(Held::Consent),
        Kind::Elicit | Kind::Pick => Some(Held::Answer),
        _ => None,
    }
}

fn is_named(place: &Place, statements: &[Stmt]) -> bool {
    let whole = Place {
        name: place.name.clone(),
        part: None,
    };
    whole.mentions(quote::quote!(#(#statements)*)) > 0
}
