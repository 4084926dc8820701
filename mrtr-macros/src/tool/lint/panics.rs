//! A refusal that becomes a panic: `.ok().unwrap()`, `else { panic!() }`. What stands right behind an ask the scan sees itself.

use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{
    Arm, Block, Expr, ExprAssign, ExprClosure, ExprIf, ExprMatch, ExprMethodCall, ExprPath, Item,
    Local, Macro, Pat, PatIdent, Stmt,
};

use super::calls::{self, Call, ours};
use super::refusals::pairs;
use crate::errors::Errors;
use crate::tool::check::panic_text;
use crate::tool::kind::Kind;

pub(super) fn check(block: &Block, errors: &Errors) {
    let mut panics = Panics {
        known: Vec::new(),
        mentions: Vec::new(),
        errors,
    };
    panics.visit_block(block);
}

/// What a value holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    /// A question that nobody has awaited.
    Question(Kind),
    /// What came of it, which may be a refusal.
    Outcome(Kind),
}

/// A variable.
#[derive(Clone)]
struct Known {
    name: Ident,
    held: Held,
    /// How many mentions there were when it was bound.
    since: usize,
}

struct Panics<'a> {
    known: Vec<Known>,
    /// The variables that were named so far.
    mentions: Vec<Ident>,
    errors: &'a Errors,
}

impl<'ast> Visit<'ast> for Panics<'_> {
    fn visit_block(&mut self, block: &'ast Block) {
        let outside = self.known.clone();
        visit::visit_block(self, block);
        self.known = outside;
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        let outside = self.known.clone();
        visit::visit_arm(self, arm);
        self.known = outside;
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        let outside = self.known.clone();
        visit::visit_expr_closure(self, closure);
        self.known = outside;
    }

    fn visit_pat_ident(&mut self, named: &'ast PatIdent) {
        self.known.retain(|known| known.name != named.ident);
    }

    fn visit_expr_assign(&mut self, assign: &'ast ExprAssign) {
        if let Some(name) = calls::variable(&assign.left) {
            self.known.retain(|known| known.name != name);
        }
        visit::visit_expr_assign(self, assign);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        let mut bound = Vec::new();
        if let Some(init) = &local.init {
            if let Some((_, otherwise)) = &init.diverge
                && let Some(kind) = self.outcome(&init.expr).filter(|_| is_yes(&local.pat))
            {
                self.panic(kind, otherwise);
            }
            self.bind(&local.pat, &init.expr, &mut bound);
            // What is bound is there behind it: `let name = name.unwrap();`
            self.visit_expr(&init.expr);
            if let Some((_, otherwise)) = &init.diverge {
                self.visit_expr(otherwise);
            }
        }
        self.visit_pat(&local.pat);
        let since = self.mentions.len();
        let known = |(name, held)| Known { name, held, since };
        self.known.extend(bound.into_iter().map(known));
    }

    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        self.mentions.extend(path.path.get_ident().cloned());
    }

    fn visit_expr_if(&mut self, branch: &'ast ExprIf) {
        if let Expr::Let(tried) = &*branch.cond
            && let Some(kind) = self.outcome(&tried.expr)
        {
            if is_err(&tried.pat) {
                self.panic_in(kind, &branch.then_branch.stmts);
            } else if let Some((_, otherwise)) = &branch.else_branch
                && is_yes(&tried.pat)
            {
                self.panic(kind, otherwise);
            }
        }
        visit::visit_expr_if(self, branch);
    }

    fn visit_expr_match(&mut self, choice: &'ast ExprMatch) {
        if let Some(kind) = self.outcome(&choice.expr) {
            // Beside an arm for `Err`, `_` stands for answers.
            let has_err = choice.arms.iter().any(|arm| is_err(&arm.pat));
            let refused = choice
                .arms
                .iter()
                .filter(|arm| is_err(&arm.pat) || (!has_err && matches!(arm.pat, Pat::Wild(_))));
            refused.for_each(|arm| self.panic(kind, &arm.body));
        }
        visit::visit_expr_match(self, choice);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.method(call);
        visit::visit_expr_method_call(self, call);
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

impl Panics<'_> {
    /// `.ok().unwrap()`, `.unwrap_or_else(|_| panic!(..))`
    fn method(&mut self, call: &ExprMethodCall) {
        let Some(kind) = self.outcome(&call.receiver) else {
            return;
        };
        let method = &call.method;
        if (method == "unwrap" || method == "expect") && !is_seen_by_the_scan(kind, &call.receiver)
        {
            self.errors
                .on(method, panic_text(&format!(".{method}()"), kind));
        } else if method == "unwrap_or_else"
            && let Some(Expr::Closure(closure)) = call.args.first()
        {
            self.panic(kind, &closure.body);
        }
    }

    fn panic(&self, kind: Kind, body: &Expr) {
        if let Some(name) = panicking(body) {
            self.errors.on(&name, panic_text(&format!("{name}!"), kind));
        }
    }

    fn panic_in(&self, kind: Kind, statements: &[Stmt]) {
        if let Some(name) = only_panicking(statements) {
            self.errors.on(&name, panic_text(&format!("{name}!"), kind));
        }
    }

    /// The ask whose refusal this value may be.
    fn outcome(&self, value: &Expr) -> Option<Kind> {
        match self.held(value) {
            Some(Held::Outcome(kind)) => Some(kind),
            _ => None,
        }
    }

    fn held(&self, value: &Expr) -> Option<Held> {
        match value {
            Expr::Paren(inner) => self.held(&inner.expr),
            Expr::Group(inner) => self.held(&inner.expr),
            Expr::Path(path) => {
                let name = path.path.get_ident()?;
                let known = self.known.iter().find(|known| known.name == *name)?;
                // What was named before may have been looked at or changed: `if a.is_err() { return .. }`.
                let before = self.mentions.get(known.since..).unwrap_or_default();
                (!before.contains(name)).then_some(known.held)
            }
            Expr::Await(awaited) => match self.held(&awaited.base)? {
                Held::Question(kind) => Some(Held::Outcome(kind)),
                Held::Outcome(_) => None,
            },
            Expr::MethodCall(call) => {
                let held = self.outcome(&call.receiver)?;
                is_still_an_outcome(&call.method).then_some(Held::Outcome(held))
            }
            Expr::Macro(mac) if calls::is(&mac.mac, &["try_join"]) => {
                let first = self.joined(&mac.mac).into_iter().flatten().next();
                first.map(Held::Outcome)
            }
            value => ours(value)
                .filter(|(kind, ..)| kind.can_be_refused() && *kind != Kind::Part)
                .map(|(kind, ..)| Held::Question(kind)),
        }
    }

    /// What of the futures of a `join!` may be refused.
    fn joined(&self, mac: &Macro) -> Vec<Option<Kind>> {
        let Call::Other(futures) = Call::read(mac) else {
            return Vec::new();
        };
        let held = futures.iter().map(|future| self.held(&future.expr));
        held.map(|held| match held {
            Some(Held::Question(kind)) => Some(kind),
            _ => None,
        })
        .collect()
    }

    fn bind(&self, pattern: &Pat, value: &Expr, bound: &mut Vec<(Ident, Held)>) {
        match (pattern, value) {
            (Pat::Type(typed), _) => self.bind(&typed.pat, value, bound),
            (Pat::Ident(named), _) => {
                let held = self.held(value);
                bound.extend(held.map(|held| (named.ident.clone(), held)));
            }
            (Pat::Tuple(tuple), Expr::Macro(mac)) if calls::is(&mac.mac, &["join"]) => {
                let joined = self.joined(&mac.mac);
                for (pattern, kind) in pairs(tuple.elems.iter().collect(), &joined) {
                    if let (Pat::Ident(named), Some(kind)) = (pattern, kind) {
                        bound.push((named.ident.clone(), Held::Outcome(*kind)));
                    }
                }
            }
            _ => {}
        }
    }
}

/// `ask!(..).await.unwrap()`
fn is_seen_by_the_scan(kind: Kind, receiver: &Expr) -> bool {
    let Expr::Await(awaited) = receiver else {
        return false;
    };
    kind.can_be_refused() && matches!(&*awaited.base, Expr::Macro(_))
}

/// Methods of a `Result` behind which a refusal is still one.
fn is_still_an_outcome(method: &Ident) -> bool {
    const SAME: [&str; 9] = [
        "ok",
        "map",
        "map_err",
        "and_then",
        "inspect",
        "inspect_err",
        "as_ref",
        "as_deref",
        "clone",
    ];
    SAME.iter().any(|known| method == known)
}

/// `Err(..)`, and `None`, which `.ok()` makes of it.
fn is_err(pattern: &Pat) -> bool {
    match pattern {
        Pat::Ident(named) => match &named.subpat {
            Some((_, inner)) => is_err(inner),
            None => named.ident == "None",
        },
        Pat::TupleStruct(_) => is_variant(pattern, &["Err"]),
        Pat::Or(or) => or.cases.iter().any(is_err),
        _ => false,
    }
}

/// `Ok(..)` or `Some(..)`
fn is_yes(pattern: &Pat) -> bool {
    is_variant(pattern, &["Ok", "Some"])
}

fn is_variant(pattern: &Pat, names: &[&str]) -> bool {
    let Pat::TupleStruct(variant) = pattern else {
        return false;
    };
    let last = variant.path.segments.last();
    last.is_some_and(|last| names.iter().any(|name| last.ident == name))
}

/// The name of the macro that is all there is, and panics.
fn panicking(body: &Expr) -> Option<Ident> {
    match body {
        Expr::Macro(mac) => panics(&mac.mac),
        Expr::Block(block) => only_panicking(&block.block.stmts),
        _ => None,
    }
}

fn only_panicking(statements: &[Stmt]) -> Option<Ident> {
    match statements {
        [Stmt::Macro(only)] => panics(&only.mac),
        [Stmt::Expr(only, _)] => panicking(only),
        _ => None,
    }
}

fn panics(mac: &Macro) -> Option<Ident> {
    // `todo!` is a draft's.
    const PANICS: [&str; 2] = ["panic", "unreachable"];
    calls::name(mac).filter(|_| calls::is(mac, &PANICS))
}
