//! `strict`: what is awaited ahead of an ask is an ask, a capture, or marked `rerun!(..)`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::{
    Arm, Block, Expr, ExprAwait, ExprClosure, ExprForLoop, ExprIf, ExprLoop, ExprMatch, ExprWhile,
    Item, Local, Macro, Pat, Stmt,
};

use super::calls::{self, Call, Value, ours, variable};
use crate::errors::Errors;
use crate::tool::args::Args;
use crate::tool::kind::Kind;

/// Reports each `.await` ahead of an ask. In a part all are: its caller may ask later.
pub(super) fn check(block: &Block, is_part: bool, errors: &Errors) {
    let mut order = Order::default();
    order.visit_block(block);
    for (number, event) in order.events.iter().enumerate() {
        let Some(awaits) = &event.awaits else {
            continue;
        };
        let is_ahead =
            order.events.iter().enumerate().any(|(later, ask)| {
                ask.awaits.is_none() && order.is_ahead(event, ask, later > number)
            });
        if is_part || is_ahead {
            errors.on(awaits, if is_part { IN_PART } else { AHEAD });
        }
    }
}

const AHEAD: &str = "this stands ahead of an ask, so it is awaited again in every round, and may turn out otherwise. Record it with \
                     `capture!(..)`, or say that it may run again: `rerun!(..)`";
const IN_PART: &str = "what a part awaits is awaited again in each round that its caller asks for later, and may turn out otherwise. \
                       Record it with `capture!(..)`, or say that it may run again: `rerun!(..)`";

/// An ask, or something else that is awaited.
struct Event {
    awaits: Option<TokenStream>,
    /// The arms of the branches around it: the branch's number and the arm's.
    arms: Vec<(u32, u32)>,
    loops: Vec<u32>,
}

/// What a body awaits, in order.
#[derive(Default)]
struct Order {
    events: Vec<Event>,
    arms: Vec<(u32, u32)>,
    loops: Vec<u32>,
    /// Arms that end the handler.
    ending: Vec<(u32, u32)>,
    /// Variables that hold an ask.
    asks: Vec<String>,
    number: u32,
}

impl Order {
    /// Whether a run may come from what is awaited to the ask.
    fn is_ahead(&self, event: &Event, ask: &Event, is_later: bool) -> bool {
        if event.loops.iter().any(|own| ask.loops.contains(own)) {
            return true;
        }
        let parts = |arm: &(u32, u32)| {
            let other = ask.arms.iter().find(|(branch, _)| *branch == arm.0);
            other.map_or(self.ending.contains(arm), |other| other != arm)
        };
        is_later && !event.arms.iter().any(parts)
    }

    fn event(&mut self, awaits: Option<TokenStream>) {
        self.events.push(Event {
            awaits,
            arms: self.arms.clone(),
            loops: self.loops.clone(),
        });
    }

    fn number(&mut self) -> u32 {
        self.number += 1;
        self.number
    }

    fn arm(&mut self, arm: (u32, u32), ends: bool, visit: impl FnOnce(&mut Self)) {
        self.arms.push(arm);
        self.ending.extend(ends.then_some(arm));
        visit(self);
        self.arms.pop();
    }

    fn repeated(&mut self, visit: impl FnOnce(&mut Self)) {
        let number = self.number();
        self.loops.push(number);
        visit(self);
        self.loops.pop();
    }

    /// Visits what is awaited, which is in order if it is an ask or marked.
    fn awaited(&mut self, expr: &Expr, awaits: TokenStream) {
        let holds_ask = variable(expr).is_some_and(|name| self.asks.contains(&name.to_string()));
        let is_ours = ours(expr).is_some() || is_marked(expr) || matches!(expr, Expr::Async(_));
        self.visit_expr(expr);
        if !is_ours && !holds_ask {
            self.event(Some(awaits));
        }
    }

    fn ours(&mut self, kind: Kind, args: &Args) {
        if kind == Kind::Capture {
            return;
        }
        // What ends an `ask_url!` is meant to turn out otherwise, and what runs a tool is recorded.
        for expr in calls::inside_but(kind, args, &["until", "run", "or"]) {
            self.visit_expr(&expr);
        }
        let Some(value) = args.option("or").and_then(|or| calls::expr(&or.value)) else {
            return self.event(None);
        };
        // Either the one or the other.
        let branch = self.number();
        self.arm((branch, 0), is_end(&value), |order| {
            order.visit_expr(&value)
        });
        self.arm((branch, 1), false, |order| order.event(None));
    }

    fn other(&mut self, mac: &Macro, values: &[Value]) {
        if calls::is(mac, &["join", "try_join"]) {
            for value in values {
                self.awaited(&value.expr, value.expr.to_token_stream());
            }
        } else if calls::is(mac, &["select", "select_biased"]) {
            self.event(Some(mac.path.to_token_stream()));
        } else {
            values.iter().for_each(|value| self.visit_expr(&value.expr));
        }
    }
}

impl<'ast> Visit<'ast> for Order {
    fn visit_expr_await(&mut self, awaited: &'ast ExprAwait) {
        let (dot, word) = (&awaited.dot_token, &awaited.await_token);
        self.awaited(&awaited.base, quote!(#dot #word));
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        match Call::read(mac) {
            Call::Ours(kind, args) => self.ours(kind, &args),
            // Marked: only the asks inside count.
            Call::Rerun(_) if calls::asks(&mac.tokens) => self.event(None),
            Call::Rerun(_) => {}
            Call::Other(values) => self.other(mac, &values),
        }
    }

    fn visit_local(&mut self, local: &'ast Local) {
        visit::visit_local(self, local);
        let is_ask = local.init.as_ref().and_then(|init| ours(&init.expr));
        if let (Some(_), Pat::Ident(name)) = (is_ask, &local.pat) {
            self.asks.push(name.ident.to_string());
        }
    }

    fn visit_expr_if(&mut self, branch: &'ast ExprIf) {
        self.visit_expr(&branch.cond);
        let number = self.number();
        let then = &branch.then_branch;
        self.arm((number, 0), ends(then), |order| order.visit_block(then));
        if let Some((_, otherwise)) = &branch.else_branch {
            let is_end = matches!(&**otherwise, Expr::Block(block) if ends(&block.block));
            self.arm((number, 1), is_end, |order| order.visit_expr(otherwise));
        }
    }

    fn visit_expr_match(&mut self, choice: &'ast ExprMatch) {
        self.visit_expr(&choice.expr);
        let branch = self.number();
        for (arm, number) in choice.arms.iter().zip(0..) {
            let Arm { pat, body, .. } = arm;
            // A guard that fails goes on to the next arm.
            self.visit_pat(pat);
            let is_end = is_end(body);
            self.arm((branch, number), is_end, |order| order.visit_expr(body));
        }
    }

    fn visit_expr_while(&mut self, repeated: &'ast ExprWhile) {
        self.repeated(|order| visit::visit_expr_while(order, repeated));
    }

    fn visit_expr_for_loop(&mut self, repeated: &'ast ExprForLoop) {
        self.visit_expr(&repeated.expr);
        self.repeated(|order| order.visit_block(&repeated.body));
    }

    fn visit_expr_loop(&mut self, repeated: &'ast ExprLoop) {
        self.repeated(|order| order.visit_block(&repeated.body));
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        self.repeated(|order| order.visit_expr(&closure.body));
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}

fn is_marked(expr: &Expr) -> bool {
    matches!(expr, Expr::Macro(mac) if calls::is(&mac.mac, &["rerun"]))
}

/// Whether nothing of the handler runs behind the block.
fn ends(block: &Block) -> bool {
    match block.stmts.last() {
        Some(Stmt::Expr(expr, _)) => is_end(expr),
        Some(Stmt::Macro(mac)) => calls::is(&mac.mac, &["bail", "panic", "unreachable"]),
        _ => false,
    }
}

fn is_end(expr: &Expr) -> bool {
    match expr {
        Expr::Return(_) => true,
        Expr::Block(block) => ends(&block.block),
        Expr::Macro(mac) => calls::is(&mac.mac, &["bail", "panic", "unreachable"]),
        _ => false,
    }
}
