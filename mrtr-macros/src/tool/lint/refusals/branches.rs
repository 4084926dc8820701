//! Refusals that are logged and no more, right behind the ask: `if let Err(no) = ask.await { warn!("{no}"); }`.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Arm, Expr, ExprIf, ExprMatch, Macro, Pat, Stmt};

use super::super::calls::{Call, ours};
use super::chain::{conditions, looked_at};
use super::dropped::Dropped;
use super::logs::{is_quiet, logs};
use super::outcome::is_err;
use crate::tool::kind::Kind;
use crate::tool::tokens::first_span;

/// Where a statement with more behind it drops a refusal, and the ask that may be refused.
pub(super) fn by_statement(statement: &Stmt) -> Option<Dropped> {
    match statement {
        Stmt::Expr(Expr::If(choice), _) => by_if(choice),
        Stmt::Expr(Expr::Match(choice), _) => by_match(choice),
        Stmt::Macro(logged) => by_log(&logged.mac),
        _ => None,
    }
}

/// `if ask.await.is_err() { warn!("no"); }`
fn by_if(choice: &ExprIf) -> Option<Dropped> {
    if !is_quiet(&Expr::If(choice.clone())) {
        return None;
    }
    let ask = conditions(&choice.cond).into_iter().find_map(confirmed)?;
    let at = match &*choice.cond {
        Expr::Let(bound) => first_span(&bound.pat.to_token_stream()),
        _ => ask.span(),
    };
    Some((at, ask))
}

/// Where a yes has an arm of its own that does something, a no does nothing.
fn by_match(choice: &ExprMatch) -> Option<Dropped> {
    let ask = confirmed(&choice.expr)?;
    let (no, yes): (Vec<_>, Vec<_>) = choice.arms.iter().partition(|arm| is_no(arm));
    let drops =
        no.iter().any(|arm| is_quiet(&arm.body)) && yes.iter().all(|arm| is_quiet(&arm.body));
    let at = no.first()?;
    drops.then(|| (first_span(&at.pat.to_token_stream()), ask))
}

/// `println!("{:?}", ask.await);`
fn by_log(mac: &Macro) -> Option<Dropped> {
    let Call::Other(values) = Call::read(mac) else {
        return None;
    };
    let ask = values.iter().find_map(|value| confirmed(&value.expr))?;
    logs(mac).then(|| (ask.span(), ask))
}

/// The ask of `ask.await` that gives no more than a yes.
fn confirmed(value: &Expr) -> Option<Ident> {
    let find = |value: &Expr| {
        let Expr::Await(awaited) = value else {
            return None;
        };
        let (kind, name, _) = ours(&awaited.base)?;
        (kind == Kind::Confirm).then_some(name)
    };
    looked_at(value, &find)
}

fn is_no(arm: &Arm) -> bool {
    is_err(&arm.pat) || matches!(arm.pat, Pat::Wild(_))
}
