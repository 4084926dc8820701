//! An `of` that is the same in every turn of a loop: it would take away what is asked for one without it, and tell nothing apart.

use syn::visit::{self, Visit};
use syn::{
    Expr, ExprClosure, ExprForLoop, ExprLit, ExprMethodCall, ExprWhile, Item, Lit, Macro, Pat,
};

use super::turns::{Turn, goes_over_items};
use crate::errors::Errors;
use crate::tool::args::Args;
use crate::tool::item::FnItem;
use crate::tool::kind::Kind;
use crate::tool::lint::{Call, asks, inside, statements};
use crate::tool::message::Format;

pub(crate) fn check(item: &FnItem, errors: &Errors) {
    if let Ok(body) = statements(item) {
        Loops {
            errors,
            turns: Vec::new(),
        }
        .visit_block(&body);
    }
}

struct Loops<'a> {
    errors: &'a Errors,
    turns: Vec<Turn>,
}

impl<'ast> Visit<'ast> for Loops<'_> {
    fn visit_expr_for_loop(&mut self, each: &'ast ExprForLoop) {
        self.visit_expr(&each.expr);
        let turn = Turn::of("turn of this loop", &[&each.pat], &each.body);
        self.in_turn(turn, |loops| loops.visit_block(&each.body));
    }

    fn visit_expr_while(&mut self, each: &'ast ExprWhile) {
        match &*each.cond {
            Expr::Let(items) if !asks(&items.expr) => {
                self.visit_expr(&items.expr);
                let turn = Turn::of("turn of this loop", &[&items.pat], &each.body);
                self.in_turn(turn, |loops| loops.visit_block(&each.body));
            }
            _ => visit::visit_expr_while(self, each),
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        match call.args.first() {
            Some(Expr::Closure(closure)) if goes_over_items(call) => {
                self.visit_expr(&call.receiver);
                self.each_item(closure);
            }
            _ => visit::visit_expr_method_call(self, call),
        }
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        match Call::read(mac) {
            Call::Ours(kind, args) => {
                self.ask(kind, &args);
                inside(kind, &args)
                    .iter()
                    .for_each(|expr| self.visit_expr(expr));
            }
            Call::Rerun(exprs) => exprs.iter().for_each(|expr| self.visit_expr(expr)),
            Call::Other(values) => values.iter().for_each(|value| self.visit_expr(&value.expr)),
        }
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}

impl Loops<'_> {
    fn in_turn(&mut self, turn: Turn, visit: impl FnOnce(&mut Self)) {
        self.turns.push(turn);
        visit(self);
        self.turns.pop();
    }

    fn each_item(&mut self, closure: &ExprClosure) {
        let patterns: Vec<&Pat> = closure.inputs.iter().collect();
        let turn = Turn::of("call of this closure", &patterns, &closure.body);
        self.in_turn(turn, |loops| loops.visit_expr(&closure.body));
    }

    fn ask(&self, kind: Kind, args: &Args) {
        let (Some(turn), Some(of)) = (self.turns.last(), args.option("of")) else {
            return;
        };
        let Ok(value) = syn::parse2::<Expr>(of.value.clone()) else {
            return;
        };
        if let Some(text) = format_string(&value) {
            self.errors.on(&of.value, text);
        } else if turn.is_fixed(&value) && would_need_one(kind, args) {
            self.errors.on(&of.value, turn.text(of));
        }
    }
}

/// Whether it would be an error without `of`.
fn would_need_one(kind: Kind, args: &Args) -> bool {
    let is_constant = args
        .literal()
        .is_some_and(|message| Format::read(&message.value()).is_constant());
    matches!(kind, Kind::Capture | Kind::Part) || (kind.has_message() && is_constant)
}

fn format_string(value: &Expr) -> Option<String> {
    let Expr::Lit(ExprLit {
        lit: Lit::Str(text),
        ..
    }) = value
    else {
        return None;
    };
    let text = text.value();
    let inner = text.strip_prefix('{')?.strip_suffix('}')?;
    let is_name = !inner.is_empty()
        && inner
            .chars()
            .all(|char| char.is_alphanumeric() || char == '_');
    is_name.then(|| format!("`of` is no format string, and this text is the same in every turn: write `of = {inner}`"))
}
