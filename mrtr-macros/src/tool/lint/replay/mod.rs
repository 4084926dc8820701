//! Follows what differs from round to round to where it does harm: into a question, what it is about, an idempotency
//! key, or a branch that asks.
//!
//! It reads the body from top to bottom and evaluates each expression once. It follows values through variables,
//! operators, methods and `format!`, and loses them in what it does not know: a function's result, what was awaited, a
//! field. So it misses some, and what it reports is one.

mod branch;
mod expr;
mod macros;
mod maps;
mod pattern;

use std::collections::BTreeSet;

use proc_macro2::Span;
use syn::{Block, Stmt};

use super::names::Lint;
use super::scopes::{Known, Scopes};
use super::source::Source;
use super::texts::{Use, text};
use crate::tool::item::FnItem;
use crate::warning::Warning;

/// All warnings about values that differ from round to round.
pub(super) fn warnings(item: &FnItem, block: &Block) -> Vec<(Lint, Warning)> {
    let mut replay = Replay {
        scopes: Scopes::new(),
        flows: Vec::new(),
        next: 0,
        reported: BTreeSet::new(),
        warnings: Vec::new(),
    };
    replay.parameters(item);
    replay.block(block);
    replay.warnings
}

struct Replay {
    scopes: Scopes,
    /// The names of the parameters that are the flow.
    flows: Vec<String>,
    next: usize,
    reported: BTreeSet<usize>,
    warnings: Vec<(Lint, Warning)>,
}

impl Replay {
    fn parameters(&mut self, item: &FnItem) {
        for typed in item.typed() {
            let map = maps::of_type(&typed.ty);
            self.bind(&typed.pat, None, map);
        }
        let flows = item.flows();
        let names = flows.filter_map(|flow| pattern::name(&flow.pat));
        self.flows = names.map(|name| name.to_string()).collect();
    }

    fn source(&mut self, lint: Lint, shown: String, span: (Span, Span)) -> Source {
        self.next += 1;
        Source {
            id: self.next,
            lint,
            is_certain: lint != Lint::Env,
            shown,
            from: span.0,
            to: span.1,
        }
    }

    /// Reports a source that ends up where it does harm, once.
    fn report(&mut self, source: Option<Source>, used: Use) {
        let Some(source) = source else {
            return;
        };
        if !self.reported.insert(source.id) {
            return;
        }
        let warning = Warning {
            headline: source.lint.headline(),
            from: source.from,
            to: source.to,
            text: text(&source, used),
        };
        self.warnings.push((source.lint, warning));
    }

    /// Evaluates a block: the source of its value.
    fn block(&mut self, block: &Block) -> Option<Source> {
        self.scopes.enter();
        let mut value = None;
        for statement in &block.stmts {
            value = self.statement(statement);
        }
        self.scopes.leave();
        value
    }

    fn statement(&mut self, statement: &Stmt) -> Option<Source> {
        match statement {
            Stmt::Local(local) => {
                self.local(local);
                None
            }
            Stmt::Expr(expr, end) => self.expr(expr).filter(|_| end.is_none()),
            Stmt::Macro(mac) => self.call(&mac.mac).filter(|_| mac.semi_token.is_none()),
            // An item has no flow, and nothing of this body in reach.
            Stmt::Item(_) => None,
        }
    }

    fn known(&self, name: &impl ToString) -> Known {
        self.scopes.get(&name.to_string())
    }
}

#[cfg(test)]
mod tests;
