//! What runs the tools of a sample gives a future.

use syn::{Expr, Stmt};

use crate::errors::Errors;
use crate::tool::kind::Kind;
use crate::tool::scan::Found;

pub(super) fn check(found: &Found, errors: &Errors) {
    if let Some(value) = no_future(found) {
        errors.on(
            value,
            "a tool is run as a future: `run = |call| async move { .. }`",
        );
    }
}

/// What a closure gives that is no future.
pub(crate) fn no_future(found: &Found) -> Option<Expr> {
    let run = found.args.option("run");
    let run = run.filter(|_| found.kind == Kind::Sample)?;
    match syn::parse2(run.value.clone()) {
        Ok(Expr::Closure(run)) if run.asyncness.is_none() && is_plain(&run.body) => Some(*run.body),
        _ => None,
    }
}

/// A value that is no future, as far as its spelling tells.
fn is_plain(value: &Expr) -> bool {
    match value {
        Expr::Lit(_) => true,
        Expr::Macro(made) => made.mac.path.is_ident("format") || made.mac.path.is_ident("json"),
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => ["Ok", "Err"].iter().any(|name| path.path.is_ident(name)),
            _ => false,
        },
        Expr::MethodCall(call) => ["to_string", "to_owned"]
            .iter()
            .any(|name| call.method == name),
        Expr::Block(block) => match block.block.stmts.last() {
            Some(Stmt::Expr(last, None)) => is_plain(last),
            _ => false,
        },
        _ => false,
    }
}
