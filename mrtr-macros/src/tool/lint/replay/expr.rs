//! Expressions: the source of each one's value, if it differs from round to round.

use proc_macro2::Span;
use quote::ToTokens;
use syn::{Expr, ExprAssign, ExprCall, ExprClosure, ExprMethodCall, ExprPath};

use super::super::calls::variable;
use super::super::names::Lint;
use super::super::source::{self, Source};
use super::super::texts::Use;
use super::{Replay, maps};

/// Functions that give back what they were given.
const WRAPPERS: [&str; 7] = ["Some", "Ok", "Err", "from", "raw", "Box", "Reverse"];

/// Methods whose result depends on their argument as on their receiver.
const BY_ARGUMENT: [&str; 20] = [
    "duration_since",
    "checked_duration_since",
    "saturating_duration_since",
    "signed_duration_since",
    "since",
    "until",
    "add",
    "sub",
    "checked_add",
    "checked_sub",
    "cmp",
    "partial_cmp",
    "eq",
    "lt",
    "gt",
    "is_some_and",
    "choose",
    "choose_multiple",
    "sample",
    "sample_iter",
];

/// Methods that leave of a time what seldom changes within a flow.
const COARSE: [&str; 11] = [
    "date_naive",
    "date",
    "format",
    "strftime",
    "year",
    "month",
    "day",
    "weekday",
    "hour",
    "ordinal",
    "iso_week",
];

/// Functions and methods that write into what they are given.
const FILL: [&str; 4] = ["fill", "fill_bytes", "try_fill_bytes", "getrandom"];

impl Replay {
    pub(super) fn expr(&mut self, expr: &Expr) -> Option<Source> {
        match expr {
            Expr::Path(path) => self.path(path),
            Expr::Call(call) => self.function(call),
            Expr::MethodCall(call) => self.method(call),
            Expr::Macro(mac) => self.call(&mac.mac),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Assign(assign) => self.assign(assign),
            Expr::If(branch) => self.if_else(branch),
            Expr::Let(condition) => self.condition(condition),
            Expr::Match(choice) => self.choice(choice),
            Expr::Block(block) => self.block(&block.block),
            Expr::Unsafe(block) => self.block(&block.block),
            Expr::Cast(inner) => self.expr(&inner.expr),
            Expr::Group(inner) => self.expr(&inner.expr),
            Expr::Paren(inner) => self.expr(&inner.expr),
            Expr::Reference(inner) => self.expr(&inner.expr),
            Expr::Try(inner) => self.expr(&inner.expr),
            Expr::Await(inner) if matches!(*inner.base, Expr::Macro(_)) => self.expr(&inner.base),
            Expr::Unary(inner) => self.expr(&inner.expr),
            Expr::Tuple(tuple) => self.all(&tuple.elems),
            Expr::Array(array) => self.all(&array.elems),
            Expr::Struct(value) => self.all(value.fields.iter().map(|field| &field.expr)),
            Expr::Index(index) => self.all([&*index.expr, &*index.index]),
            Expr::Range(range) => self.all(range.start.iter().chain(&range.end).map(|end| &**end)),
            _ => {
                self.without_value(expr);
                None
            }
        }
    }

    /// Expressions whose value is lost, or is that of something unknown.
    fn without_value(&mut self, expr: &Expr) {
        match expr {
            Expr::While(repeated) => self.while_loop(repeated),
            Expr::ForLoop(repeated) => self.for_loop(repeated),
            Expr::Closure(closure) => self.closure(closure),
            Expr::Loop(repeated) => {
                self.block(&repeated.body);
            }
            Expr::Async(block) => {
                self.block(&block.block);
            }
            Expr::Await(inner) => {
                self.expr(&inner.base);
            }
            Expr::Field(field) => {
                self.expr(&field.base);
            }
            Expr::Return(left) => {
                self.all(left.expr.as_deref());
            }
            Expr::Break(left) => {
                self.all(left.expr.as_deref());
            }
            _ => {}
        }
    }

    fn path(&mut self, path: &ExprPath) -> Option<Source> {
        if let Some(name) = path.path.get_ident()
            && name != "OsRng"
        {
            return self.known(name).source;
        }
        let last = path.path.segments.last()?;
        (last.ident == "OsRng").then(|| self.source(Lint::Random, "OsRng".to_owned(), span(path)))
    }

    fn function(&mut self, call: &ExprCall) -> Option<Source> {
        let value = self.all(&call.args);
        let Expr::Path(path) = &*call.func else {
            self.expr(&call.func);
            return None;
        };
        if let Some(lint) = source::of_call(&path.path, call.args.len()) {
            let (name, from, to) = source::shown(&path.path);
            let arguments = if call.args.is_empty() { "" } else { ".." };
            let found = self.source(lint, format!("{name}({arguments})"), (from, to));
            self.filled(&last(&path.path)?.ident, &call.args, &found);
            return Some(found);
        }
        let is_wrapper = |name: &syn::Ident| WRAPPERS.iter().any(|known| name == known);
        value.filter(|_| last(&path.path).is_some_and(|last| is_wrapper(&last.ident)))
    }

    /// `rng.fill(&mut bytes)`
    fn filled<'a>(
        &mut self,
        name: &syn::Ident,
        arguments: impl IntoIterator<Item = &'a Expr>,
        found: &Source,
    ) {
        if !FILL.iter().any(|known| name == known) {
            return;
        }
        for filled in arguments.into_iter().filter_map(variable) {
            self.scopes.assign(&filled.to_string(), Some(found.clone()));
        }
    }

    fn method(&mut self, call: &ExprMethodCall) -> Option<Source> {
        let receiver = self.expr(&call.receiver);
        if let Some((name, inputs)) = self.is_key(call).then(|| first_two(call)).flatten() {
            self.expr(name);
            let inputs = self.identity(inputs);
            self.report(inputs, Use::Key);
            return None;
        }
        let given = self.all(&call.args);
        let own = self.own_source(call);
        let name = call.method.to_string();
        if let Some(generator) = &receiver {
            self.filled(&call.method, &call.args, generator);
        }
        self.changed(call, &name, given.as_ref());
        let given = given.filter(|_| BY_ARGUMENT.contains(&name.as_str()));
        let mut value = own.or(receiver).or(given)?;
        value.is_certain &= !COARSE.contains(&name.as_str());
        let is_sorted = value.lint == Lint::MapOrder && maps::is_any_order(call);
        (!is_sorted).then_some(value)
    }

    /// `clock.now()`, `started.elapsed()`, `counts.keys()`.
    fn own_source(&mut self, call: &ExprMethodCall) -> Option<Source> {
        let at = (call.method.span(), call.method.span());
        if let Some(lint) = source::of_method(&call.method, call.args.len()) {
            return Some(self.source(lint, format!("{}()", call.method), at));
        }
        let map = variable(&call.receiver).and_then(|name| self.known(&name).map)?;
        maps::goes_in_order(&call.method)
            .then(|| self.source(Lint::MapOrder, map.name().to_owned(), at))
    }

    /// Methods that change the variable that they are called on.
    fn changed(&mut self, call: &ExprMethodCall, name: &str, given: Option<&Source>) {
        let Some(variable) = variable(&call.receiver) else {
            return;
        };
        let held = self.known(&variable).source;
        let is_ordered = held.is_some_and(|held| held.lint == Lint::MapOrder);
        if name.starts_with("sort") && is_ordered {
            self.scopes.assign(&variable.to_string(), None);
        }
        let takes = ["push_str", "shuffle"].contains(&name);
        if let (true, Some(given)) = (takes, given) {
            self.scopes
                .assign(&variable.to_string(), Some(given.clone()));
        }
    }

    fn is_key(&self, call: &ExprMethodCall) -> bool {
        let receiver = variable(&call.receiver).map(|name| name.to_string());
        call.method == "key" && receiver.is_some_and(|name| self.flows.contains(&name))
    }

    fn assign(&mut self, assign: &ExprAssign) -> Option<Source> {
        let source = self.expr(&assign.right);
        match variable(&assign.left) {
            Some(name) => self.scopes.assign(&name.to_string(), source),
            None => {
                self.expr(&assign.left);
            }
        }
        None
    }

    fn closure(&mut self, closure: &ExprClosure) {
        self.scopes.enter();
        for input in &closure.inputs {
            self.bind(input, None, None);
        }
        self.expr(&closure.body);
        self.scopes.leave();
    }
}

fn last(path: &syn::Path) -> Option<&syn::PathSegment> {
    path.segments.last()
}

fn first_two(call: &ExprMethodCall) -> Option<(&Expr, &Expr)> {
    let mut arguments = call.args.iter();
    Some((arguments.next()?, arguments.next()?))
}

/// Where something begins and ends.
pub(super) fn span(tokens: impl ToTokens) -> (Span, Span) {
    let tokens: Vec<_> = tokens.to_token_stream().into_iter().collect();
    let at = |token: Option<&proc_macro2::TokenTree>| {
        token.map_or_else(Span::call_site, proc_macro2::TokenTree::span)
    };
    (at(tokens.first()), at(tokens.last()))
}
