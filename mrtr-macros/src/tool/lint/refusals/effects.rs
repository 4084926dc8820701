//! Whether statements do something, so that it matters whether they are reached.

use syn::visit::{self, Visit};
use syn::{Expr, ExprAssign, ExprAwait, ExprCall, ExprMethodCall, ExprTry, Item, Macro, Stmt};

use super::super::calls::{self, Call};
use super::super::habits::called;
use super::logs;
use crate::tool::kind::Kind;

pub(super) fn do_something(statements: &[Stmt]) -> bool {
    let mut effects = Effects(false);
    statements
        .iter()
        .for_each(|statement| effects.visit_stmt(statement));
    effects.0
}

struct Effects(bool);

impl<'ast> Visit<'ast> for Effects {
    fn visit_expr_await(&mut self, awaited: &'ast ExprAwait) {
        self.0 |= !is_ask(awaited);
        visit::visit_expr_await(self, awaited);
    }

    fn visit_expr_try(&mut self, tried: &'ast ExprTry) {
        let is_asked = matches!(&*tried.expr, Expr::Await(awaited) if is_ask(awaited));
        self.0 |= !is_asked;
        visit::visit_expr_try(self, tried);
    }

    fn visit_expr_assign(&mut self, _: &'ast ExprAssign) {
        self.0 = true;
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        const PURE: [&str; 8] = ["Ok", "Err", "Some", "drop", "from", "new", "log", "default"];
        let is_pure = called(call).is_some_and(|name| PURE.iter().any(|pure| name == pure));
        self.0 |= !is_pure;
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        const PURE: [&str; 12] = [
            "to_owned",
            "to_string",
            "into",
            "clone",
            "len",
            "is_empty",
            "ok",
            "err",
            "is_ok",
            "is_err",
            "map_err",
            "as_ref",
        ];
        self.0 |= !PURE.iter().any(|pure| call.method == pure);
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        let is_pure = logs::logs(mac) || calls::is(mac, &["format", "vec", "matches"]);
        match Call::read(mac) {
            Call::Ours(kind, args) if asks(kind) => {
                let inside = calls::inside(kind, &args);
                inside.iter().for_each(|expr| self.visit_expr(expr));
            }
            Call::Other(values) if is_pure => {
                values.iter().for_each(|value| self.visit_expr(&value.expr));
            }
            _ => self.0 = true,
        }
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}

/// Whether another question is all that happens.
fn is_ask(awaited: &ExprAwait) -> bool {
    calls::ours(&awaited.base).is_some_and(|(kind, ..)| asks(kind))
}

fn asks(kind: Kind) -> bool {
    kind.is_ask() && kind != Kind::Task
}
