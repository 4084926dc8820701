//! Refusals that are logged and no more: `if let Err(no) = ask.await { warn!("{no}"); }`, and the handler goes on.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::{Arm, Block, Expr, ExprIf, ExprMatch, Pat, Stmt};

use super::calls::ours;
use crate::tool::kind::Kind;
use crate::tool::tokens::first_span;

/// Where a statement with more behind it drops a refusal, and the ask that may be refused.
pub(super) fn by_statement(statement: &Stmt) -> Option<(Span, Ident)> {
    match statement {
        Stmt::Expr(Expr::If(choice), _) => by_if(choice),
        Stmt::Expr(Expr::Match(choice), _) => by_match(choice),
        _ => None,
    }
}

fn by_if(choice: &ExprIf) -> Option<(Span, Ident)> {
    let Expr::Let(bound) = &*choice.cond else {
        return None;
    };
    let ask = confirmed(&bound.expr)?;
    let drops =
        choice.else_branch.is_none() && is_err(&bound.pat) && only_logs(&choice.then_branch);
    drops.then(|| (first_span(&bound.pat.to_token_stream()), ask))
}

/// Where a yes has an arm of its own that does something, a no does nothing.
fn by_match(choice: &ExprMatch) -> Option<(Span, Ident)> {
    let ask = confirmed(&choice.expr)?;
    let (no, yes): (Vec<_>, Vec<_>) = choice.arms.iter().partition(|arm| is_no(arm));
    let drops =
        no.iter().any(|arm| arm_only_logs(arm)) && yes.iter().all(|arm| is_nothing(&arm.body));
    let at = no.first()?;
    drops.then(|| (first_span(&at.pat.to_token_stream()), ask))
}

/// The ask of `ask.await` that gives no more than a yes.
fn confirmed(value: &Expr) -> Option<Ident> {
    let Expr::Await(awaited) = value else {
        return None;
    };
    let (kind, name, _) = ours(&awaited.base)?;
    (kind == Kind::Confirm).then_some(name)
}

fn is_err(pattern: &Pat) -> bool {
    match pattern {
        Pat::TupleStruct(variant) => variant.path.is_ident("Err"),
        _ => false,
    }
}

fn is_no(arm: &Arm) -> bool {
    is_err(&arm.pat) || matches!(arm.pat, Pat::Wild(_))
}

fn arm_only_logs(arm: &Arm) -> bool {
    match &*arm.body {
        Expr::Block(block) => only_logs(&block.block),
        Expr::Macro(logged) => is_log(&logged.mac.path),
        body => is_nothing(body),
    }
}

fn is_nothing(body: &Expr) -> bool {
    match body {
        Expr::Block(block) => block.block.stmts.is_empty(),
        Expr::Tuple(tuple) => tuple.elems.is_empty(),
        _ => false,
    }
}

fn only_logs(block: &Block) -> bool {
    block.stmts.iter().all(|statement| match statement {
        Stmt::Macro(logged) => is_log(&logged.mac.path),
        Stmt::Expr(Expr::Macro(logged), _) => is_log(&logged.mac.path),
        _ => false,
    })
}

fn is_log(path: &syn::Path) -> bool {
    const LOGS: [&str; 11] = [
        "print", "println", "eprint", "eprintln", "dbg", "trace", "debug", "info", "warn", "error",
        "log",
    ];
    let name = path.segments.last().map(|last| last.ident.to_string());
    name.is_some_and(|name| LOGS.contains(&&*name))
}
