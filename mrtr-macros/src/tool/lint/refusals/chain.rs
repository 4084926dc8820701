//! What still is the outcome of an ask, or only says which it was: `answer.as_ref().is_ok()`, `!answer`, `matches!(answer, Ok(_))`.

use syn::{Expr, ExprClosure, ExprMethodCall, Stmt, UnOp};

use super::super::calls::{self, Call};
use super::logs::is_quiet;

/// What `find` makes of the value that an expression does no more than look at.
pub(super) fn looked_at<T>(value: &Expr, find: &dyn Fn(&Expr) -> Option<T>) -> Option<T> {
    if let Some(found) = find(value) {
        return Some(found);
    }
    match value {
        Expr::MethodCall(call) if is_look(call) => looked_at(&call.receiver, find),
        Expr::Paren(inner) => looked_at(&inner.expr, find),
        Expr::Group(inner) => looked_at(&inner.expr, find),
        Expr::Reference(inner) => looked_at(&inner.expr, find),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => looked_at(&unary.expr, find),
        Expr::Binary(equal) if is_equality(&equal.op) && is_plain(&equal.right) => {
            looked_at(&equal.left, find)
        }
        Expr::Macro(mac) if calls::is(&mac.mac, &["matches", "dbg"]) => {
            let Call::Other(values) = Call::read(&mac.mac) else {
                return None;
            };
            looked_at(&values.first()?.expr, find)
        }
        _ => None,
    }
}

/// Whether an expression gives no more than which of the two it was.
pub(super) fn asks_which(value: &Expr) -> bool {
    const WHICH: [&str; 5] = ["is_ok", "is_err", "is_some", "is_none", "err"];
    match value {
        Expr::MethodCall(call) => {
            let is_which = WHICH.iter().any(|which| call.method == which);
            is_which || asks_which(&call.receiver)
        }
        Expr::Paren(inner) => asks_which(&inner.expr),
        Expr::Unary(unary) => asks_which(&unary.expr),
        Expr::Binary(binary) => is_equality(&binary.op),
        Expr::Macro(mac) => calls::is(&mac.mac, &["matches"]),
        _ => false,
    }
}

/// The sides of `&&` and `||`.
pub(super) fn conditions(condition: &Expr) -> Vec<&Expr> {
    match condition {
        Expr::Binary(both) if matches!(both.op, syn::BinOp::And(_) | syn::BinOp::Or(_)) => {
            let mut all = conditions(&both.left);
            all.extend(conditions(&both.right));
            all
        }
        Expr::Paren(inner) => conditions(&inner.expr),
        Expr::Let(bound) => vec![&bound.expr],
        _ => vec![condition],
    }
}

/// Methods behind which nothing has happened yet, whatever the user said.
fn is_look(call: &ExprMethodCall) -> bool {
    const BARE: [&str; 13] = [
        "is_ok",
        "is_err",
        "is_some",
        "is_none",
        "ok",
        "err",
        "as_ref",
        "as_mut",
        "as_deref",
        "clone",
        "cloned",
        "copied",
        "unwrap_or_default",
    ];
    const WITH_A_VALUE: [&str; 2] = ["unwrap_or", "or"];
    const WITH_A_CLOSURE: [&str; 9] = [
        "map",
        "map_err",
        "inspect",
        "inspect_err",
        "unwrap_or_else",
        "or_else",
        "is_ok_and",
        "is_some_and",
        "is_err_and",
    ];
    let is = |known: &[&str]| known.iter().any(|known| call.method == known);
    match call.args.first() {
        None => is(&BARE),
        Some(_) if call.args.len() > 1 => false,
        Some(Expr::Closure(closure)) => is(&WITH_A_CLOSURE) && says_nothing(closure),
        Some(value) => is(&WITH_A_VALUE) && is_plain(value),
    }
}

/// A closure that at most logs, and gives something plain.
fn says_nothing(closure: &ExprClosure) -> bool {
    let body = &*closure.body;
    let Expr::Block(block) = body else {
        return is_quiet(body) || is_plain(body);
    };
    let Some((Stmt::Expr(last, None), logs)) = block.block.stmts.split_last() else {
        return is_quiet(body);
    };
    let logs = logs.iter().all(|statement| match statement {
        Stmt::Macro(logged) => super::logs::is_log(&logged.mac),
        Stmt::Expr(expr, _) => is_quiet(expr),
        _ => false,
    });
    logs && (is_quiet(last) || is_plain(last))
}

/// A value in which nothing is done: `false`, `()`, `Ok(())`, `trip.city`.
fn is_plain(value: &Expr) -> bool {
    match value {
        Expr::Lit(_) => true,
        Expr::Path(path) => path.path.get_ident().is_some(),
        Expr::Field(field) => is_plain(&field.base),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_plain),
        Expr::Block(block) => block.block.stmts.is_empty(),
        Expr::Call(call) => {
            let name = super::super::habits::called(call);
            let is_variant = name.is_some_and(|name| name == "Ok" || name == "Some");
            is_variant && call.args.iter().all(is_plain)
        }
        _ => false,
    }
}

fn is_equality(op: &syn::BinOp) -> bool {
    matches!(op, syn::BinOp::Eq(_) | syn::BinOp::Ne(_))
}
