//! Lists that outcomes are put into: `answers.push(ask.await)`.

use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{Expr, ExprMethodCall, Item, Stmt};

use super::super::bindings::Bindings;
use super::super::calls;
use super::super::habits::called;
use super::mentions::Place;
use super::outcome::{Outcome, asks, looked_at_outcome};

/// The ask whose outcomes are put into this list, which begins empty, in the statements behind it.
pub(super) fn pushed(
    list: &Place,
    value: &Expr,
    behind: &[Stmt],
    known: &Bindings,
) -> Option<Ident> {
    let mut pushes = Pushes {
        list,
        known,
        ask: None,
    };
    if is_empty_list(value) {
        behind
            .iter()
            .for_each(|statement| pushes.visit_stmt(statement));
    }
    pushes.ask
}

/// The ask whose outcome this call puts into a list.
pub(super) fn put(call: &ExprMethodCall, known: &Bindings) -> Option<Ident> {
    const PUTS: [&str; 3] = ["push", "push_back", "insert"];
    if !PUTS.iter().any(|put| call.method == put) {
        return None;
    }
    let mut found = Vec::new();
    for value in &call.args {
        match value {
            Expr::Tuple(parts) => {
                let parts = parts
                    .elems
                    .iter()
                    .map(|part| looked_at_outcome(part, known));
                asks(&Outcome::Tuple(parts.collect()), &mut found);
            }
            value => asks(&looked_at_outcome(value, known), &mut found),
        }
    }
    found.into_iter().next().map(|(_, ask)| ask)
}

struct Pushes<'a> {
    list: &'a Place,
    known: &'a Bindings,
    ask: Option<Ident>,
}

impl<'ast> Visit<'ast> for Pushes<'_> {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if self.list.is(&call.receiver) && self.ask.is_none() {
            self.ask = put(call, self.known);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}

/// `Vec::new()`, `vec![]`, `HashMap::with_capacity(3)`
fn is_empty_list(value: &Expr) -> bool {
    const LISTS: [&str; 5] = ["Vec", "VecDeque", "HashMap", "BTreeMap", "Default"];
    const NEW: [&str; 3] = ["new", "with_capacity", "default"];
    match value {
        Expr::Macro(mac) => calls::is(&mac.mac, &["vec"]) && mac.mac.tokens.is_empty(),
        Expr::Call(call) => {
            let Expr::Path(path) = &*call.func else {
                return false;
            };
            let owner = path.path.segments.iter().rev().nth(1);
            let is_list = owner.is_some_and(|owner| LISTS.iter().any(|list| owner.ident == list));
            is_list && called(call).is_some_and(|name| NEW.iter().any(|new| name == new))
        }
        _ => false,
    }
}
