//! More questions one after another than a flow has requests.

use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{
    Block, ExprAsync, ExprClosure, ExprForLoop, ExprIf, ExprLoop, ExprMatch, ExprWhile, Item, Macro,
};

use super::calls::{self, Call};
use super::names::Lint;
use crate::tool::kind::Kind;
use crate::warning::Warning;

/// The requests of a flow where the author has not said another number, as in `Limits`.
const REQUESTS: u32 = 8;

pub(super) fn warnings(block: &Block, max_requests: Option<u32>) -> Vec<(Lint, Warning)> {
    let mut asks = Asks::default();
    asks.visit_block(block);
    let limit = max_requests.unwrap_or(REQUESTS);
    let number = asks.0.len();
    // `limit` requests carry one question less: the last one brings the last answer.
    let too_many = usize::try_from(limit.saturating_sub(1)).ok();
    let Some(first) = too_many.and_then(|fit| asks.0.get(fit)) else {
        return Vec::new();
    };
    let requests = number + 1;
    let text = format!(
        "{number} questions one after another need {requests} requests; the limit is {limit}. Put several into one form, join them (`tokio::join!`), or raise `max_requests`"
    );
    let warning = Warning::at(first.span(), Lint::ManyAsks.headline(), text);
    vec![(Lint::ManyAsks, warning)]
}

/// The asks that each run comes by, those of a `join!` counted once.
#[derive(Default)]
struct Asks(Vec<Ident>);

impl<'ast> Visit<'ast> for Asks {
    fn visit_macro(&mut self, mac: &'ast Macro) {
        match Call::read(mac) {
            Call::Ours(kind, _) if kind.is_ask() && kind != Kind::Task => {
                self.0.extend(calls::name(mac))
            }
            Call::Other(_) if calls::is(mac, &["join", "try_join"]) => {
                self.0.extend(calls::first_ask(mac.tokens.clone()));
            }
            Call::Other(values) => values.iter().for_each(|value| self.visit_expr(&value.expr)),
            Call::Rerun(exprs) => exprs.iter().for_each(|expr| self.visit_expr(expr)),
            Call::Ours(..) => {}
        }
    }

    fn visit_expr_if(&mut self, branch: &'ast ExprIf) {
        self.visit_expr(&branch.cond);
    }

    fn visit_expr_match(&mut self, choice: &'ast ExprMatch) {
        self.visit_expr(&choice.expr);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        if matches!(binary.op, syn::BinOp::And(_) | syn::BinOp::Or(_)) {
            self.visit_expr(&binary.left);
        } else {
            visit::visit_expr_binary(self, binary);
        }
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some(init) = &local.init {
            self.visit_expr(&init.expr);
        }
    }

    fn visit_expr_while(&mut self, _: &'ast ExprWhile) {}
    fn visit_expr_for_loop(&mut self, _: &'ast ExprForLoop) {}
    fn visit_expr_loop(&mut self, _: &'ast ExprLoop) {}
    fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}
    fn visit_expr_async(&mut self, _: &'ast ExprAsync) {}
    fn visit_item(&mut self, _: &'ast Item) {}
}
