//! Refusals that nobody heeds: dropped (`let _ = ask.await`), logged and no more, or held by a variable on which nothing
//! depends. The handler goes on as if it had not asked.

mod branches;
mod chain;
mod dropped;
mod effects;
mod followed;
mod lists;
mod logs;
mod looks;
mod mentions;
mod outcome;

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Block, Expr, ExprAssign, ExprCall, ExprMatch, ExprMethodCall, Item, Local, Macro, Stmt};

use self::followed::{Unheeded, Why};
pub(super) use self::logs::is_quiet;
pub(super) use self::outcome::pairs;
use super::bindings::Bindings;
use super::calls::{self, Call, ours};
use super::habits::called;
use super::names::Lint;
use crate::tool::kind::Kind;
use crate::warning::Warning;

pub(super) fn warnings(block: &Block) -> Vec<(Lint, Warning)> {
    let mut refusals = Refusals {
        found: Vec::new(),
        known: Bindings::of(block),
    };
    refusals.visit_block(block);
    refusals.found
}

struct Refusals {
    found: Vec<(Lint, Warning)>,
    known: Bindings,
}

impl<'ast> Visit<'ast> for Refusals {
    fn visit_block(&mut self, block: &'ast Block) {
        for (at, statement) in block.stmts.iter().enumerate() {
            let behind = block.stmts.get(at + 1..).unwrap_or_default();
            if !behind.is_empty() {
                self.dropped(branches::by_statement(statement));
            }
            if let Stmt::Local(local) = statement {
                let unheeded = followed::by_local(local, behind, &self.known);
                unheeded.into_iter().for_each(|found| self.unheeded(&found));
            }
            self.visit_stmt(statement);
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        match statement {
            Stmt::Expr(expr, Some(_)) => {
                self.dropped(ok_of(expr));
                self.dropped(dropped::by_statement(expr, &self.known));
            }
            Stmt::Macro(joined) if joined.semi_token.is_some() => {
                self.dropped(dropped::by_macro(&joined.mac, &self.known));
            }
            _ => {}
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if let Some(init) = &local.init {
            self.dropped(dropped::by_pattern(&local.pat, &init.expr, &self.known));
            let ask = calls::not_awaited(init.expr.to_token_stream());
            self.known.bind(&local.pat, ask, None);
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_assign(&mut self, assign: &'ast ExprAssign) {
        let (left, right) = (&assign.left, &assign.right);
        self.dropped(dropped::by_assignment(left, right, &self.known));
        visit::visit_expr_assign(self, assign);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        let name = called(call).filter(|name| name == "drop");
        if let Some((name, value)) = name.zip(call.args.first()) {
            self.dropped(dropped::by_call(&name, value, &self.known));
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_match(&mut self, choice: &'ast ExprMatch) {
        self.dropped(dropped::by_match(choice, &self.known));
        visit::visit_expr_match(self, choice);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        match Call::read(mac) {
            Call::Ours(kind, args) => {
                let inside = calls::inside(kind, &args);
                inside.iter().for_each(|expr| self.visit_expr(expr));
            }
            Call::Rerun(exprs) => exprs.iter().for_each(|expr| self.visit_expr(expr)),
            Call::Other(values) => values.iter().for_each(|value| self.visit_expr(&value.expr)),
        }
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}

impl Refusals {
    fn warn(&mut self, lint: Lint, at: Span, text: String) {
        let warning = Warning::at(at, lint.headline(), text);
        self.found.push((lint, warning));
    }

    fn dropped(&mut self, refusals: impl IntoIterator<Item = (Span, Ident)>) {
        for (at, ask) in refusals {
            let is_part = Kind::of(&ask) == Some(Kind::Part);
            let of = if is_part { "in" } else { "of" };
            let text = format!(
                "a refusal {of} this `{ask}!` is ignored: the handler goes on as if it had not asked. Use `?`, or say with `match` what a refusal means"
            );
            self.warn(Lint::IgnoredRefusal, at, text);
        }
    }

    fn unheeded(&mut self, found: &Unheeded) {
        let (ask, place) = (&found.ask, &found.place);
        let (lint, text) = match found.why {
            Why::LookedAt => (
                Lint::IgnoredRefusal,
                format!(
                    "a refusal of this `{ask}!` changes nothing: `{place}` is at most looked at or logged, and the handler goes on. Put `?` behind `.await`, or leave with `return` where it is refused"
                ),
            ),
            Why::Debugged => (
                Lint::IgnoredRefusal,
                format!(
                    "`{place}` may be a refusal of this `{ask}!`, which `{{:?}}` writes out like an answer. Put `?` behind `.await`: then it is the answer, and `{{}}` shows it"
                ),
            ),
            Why::NotAwaited => (
                Lint::IgnoredRefusal,
                format!(
                    "`{place}` is never awaited, so this `{ask}!` asks nobody, and the handler goes on. Write `.await?`"
                ),
            ),
            Why::No => (
                Lint::UnusedAnswer,
                format!(
                    "a no to this `{ask}!` changes nothing: the handler goes on as after a yes. Branch on the answer, or ask with `ask_confirm!`, where only a yes goes on"
                ),
            ),
        };
        self.warn(lint, place.name.span(), text);
    }
}

/// `ask.await.ok();`
fn ok_of(expr: &Expr) -> Option<(Span, Ident)> {
    match expr {
        Expr::MethodCall(call) if call.method == "ok" => {
            Some((call.method.span(), may_be_refused(call)?))
        }
        _ => None,
    }
}

/// `ask!(..).await` of what may be refused, or of a part in which something may be.
fn may_be_refused(call: &ExprMethodCall) -> Option<Ident> {
    let Expr::Await(awaited) = &*call.receiver else {
        return None;
    };
    let (kind, name, _) = ours(&awaited.base)?;
    (kind.can_be_refused() || kind == Kind::Part).then_some(name)
}

#[cfg(test)]
mod tests;
