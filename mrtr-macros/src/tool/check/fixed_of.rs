//! An `of` that is the same in every turn of a loop: it would take away what is asked for one without it, and tell nothing apart.

use std::collections::BTreeSet;

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{
    Expr, ExprClosure, ExprForLoop, ExprLit, ExprMethodCall, ExprWhile, Item, Lit, Macro, Pat,
};

use super::turns::{Names, changing};
use crate::errors::Errors;
use crate::tool::args::{Args, Named};
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

/// What runs for each of several, and what may differ from turn to turn in it.
struct Turn {
    names: BTreeSet<String>,
    /// What the turn goes over, where it has one name.
    name: Option<String>,
    what: &'static str,
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

impl Turn {
    fn of(what: &'static str, patterns: &[&Pat], body: &dyn ToBody) -> Self {
        let mut bound = Names::default();
        patterns.iter().for_each(|pattern| bound.visit_pat(pattern));
        let bound = bound.0;
        let name = match bound.iter().collect::<Vec<_>>().as_slice() {
            [only] => Some((*only).clone()),
            _ => None,
        };
        let mut names = body.changing();
        names.extend(bound);
        Self { names, name, what }
    }

    /// Whether the value is made of nothing that may differ in another turn; a call may give anything.
    fn is_fixed(&self, value: &Expr) -> bool {
        match value {
            Expr::Lit(_) => true,
            Expr::Path(path) => match path.path.get_ident() {
                Some(name) => !self.names.contains(&name.to_string()),
                None => true,
            },
            Expr::Field(field) => self.is_fixed(&field.base),
            Expr::Reference(lent) => lent.mutability.is_none() && self.is_fixed(&lent.expr),
            Expr::Paren(inner) => self.is_fixed(&inner.expr),
            Expr::Group(inner) => self.is_fixed(&inner.expr),
            Expr::Tuple(parts) => parts.elems.iter().all(|part| self.is_fixed(part)),
            _ => false,
        }
    }

    fn text(&self, of: &Named) -> String {
        let what = self.what;
        let instead = match &self.name {
            Some(name) => format!("write `of = {name}`"),
            None => "name what the turn is about".to_owned(),
        };
        let is_text = of.value.to_token_stream().to_string().starts_with('"');
        let is = if is_text { "this text is" } else { "`of` is" };
        format!(
            "{is} the same in every {what}, so one answer could be taken for another: {instead}"
        )
    }
}

/// `.iter().map(|x| ..)` and the like: the closure is called for each of several.
fn goes_over_items(call: &ExprMethodCall) -> bool {
    const EACH: [&str; 5] = ["map", "flat_map", "filter_map", "for_each", "then"];
    EACH.iter().any(|name| call.method == name) && is_iterator(&call.receiver)
}

fn is_iterator(receiver: &Expr) -> bool {
    const ITERATORS: [&str; 9] = [
        "iter",
        "into_iter",
        "iter_mut",
        "drain",
        "chars",
        "keys",
        "values",
        "lines",
        "chunks",
    ];
    match receiver {
        Expr::MethodCall(call) => {
            ITERATORS.iter().any(|name| call.method == name)
                || (is_kept(call) && is_iterator(&call.receiver))
        }
        Expr::Paren(inner) => matches!(&*inner.expr, Expr::Range(_)),
        _ => false,
    }
}

/// Whether an iterator stays one by this method; `.next()` does not.
fn is_kept(call: &ExprMethodCall) -> bool {
    const KEPT: [&str; 12] = [
        "map",
        "filter",
        "filter_map",
        "flat_map",
        "enumerate",
        "zip",
        "rev",
        "take",
        "skip",
        "cloned",
        "copied",
        "chain",
    ];
    KEPT.iter().any(|name| call.method == name)
}

/// The body of a loop or a closure.
trait ToBody {
    fn changing(&self) -> BTreeSet<String>;
}

impl ToBody for syn::Block {
    fn changing(&self) -> BTreeSet<String> {
        changing(|names| names.visit_block(self))
    }
}

impl ToBody for Box<Expr> {
    fn changing(&self) -> BTreeSet<String> {
        changing(|names| names.visit_expr(self))
    }
}
