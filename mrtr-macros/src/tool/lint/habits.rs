//! What people do around asks and is seldom meant.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Arm, Block, Expr, ExprCall, ExprMethodCall, Item, LitStr, Local, Macro, Pat, Stmt};

use super::answers;
use super::bindings::Bindings;
use super::calls::{self, Call, ours};
use super::names::Lint;
use super::refusals::is_quiet;
use crate::form::{self, secrets};
use crate::tool::args::Args;
use crate::tool::check;
use crate::tool::kind::Kind;
use crate::warning::Warning;

pub(super) fn warnings(block: &Block) -> Vec<(Lint, Warning)> {
    let mut habits = Habits {
        found: Vec::new(),
        known: Bindings::of(block),
    };
    habits.visit_block(block);
    habits.found
}

struct Habits {
    found: Vec<(Lint, Warning)>,
    known: Bindings,
}

impl<'ast> Visit<'ast> for Habits {
    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(expr, Some(_)) = statement {
            self.unused(expr);
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if let Some(init) = &local.init {
            self.secret_name(&local.pat, &init.expr);
            let ask = calls::not_awaited(init.expr.to_token_stream());
            self.known.bind(&local.pat, ask, answers::held(&init.expr));
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if let Some(name) = called(call).filter(|name| name == "timeout" || name == "timeout_at")
            && let Some(kind) = call.args.iter().find_map(|future| self.ask_in(future))
        {
            self.timeout(&name, kind);
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if call.method == "timeout"
            && let Some(kind) = self.ask_in(&call.receiver)
        {
            self.timeout(&call.method, kind);
        }
        self.defaulted(call);
        visit::visit_expr_method_call(self, call);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        if let Pat::Guard(guarded) = &arm.pat
            && let Some(ask) = calls::first_ask(guarded.guard.to_token_stream())
        {
            let text = "an ask in a guard may be put more than once, since a guard can run for several alternatives. Ask before the `match`";
            self.warn(Lint::Guard, &ask, text.to_owned());
        }
        visit::visit_arm(self, arm);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        match Call::read(mac) {
            Call::Ours(kind, args) => {
                self.secret(kind, &args);
                self.local_page(kind, &args);
                let inside = calls::inside(kind, &args);
                inside.iter().for_each(|expr| self.visit_expr(expr));
            }
            Call::Rerun(exprs) => exprs.iter().for_each(|expr| self.visit_expr(expr)),
            Call::Other(values) => values.iter().for_each(|value| self.visit_expr(&value.expr)),
        }
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}

impl Habits {
    fn warn(&mut self, lint: Lint, at: &Ident, text: String) {
        let warning = Warning::at(at.span(), lint.headline(), text);
        self.found.push((lint, warning));
    }

    /// The ask that a future is, itself or by a variable.
    fn ask_in(&self, future: &Expr) -> Option<Kind> {
        ask_in(future).or_else(|| Kind::of(&self.known.ask(future)?))
    }

    fn timeout(&mut self, name: &Ident, kind: Kind) {
        let text = if kind == Kind::Url {
            "this timeout only ends the wait of a round that is held open behind a yes, which `Limits::hold_open` bounds already. It begins anew in each round, so a person has as long as `ttl` and the deadline of the flow (`Limits`) allow"
        } else {
            "this timeout never fires: the round ends as soon as the question is sent, and nobody waits. A person has as long as `ttl` and the deadline of the flow (`Limits`) allow"
        };
        self.warn(Lint::Timeout, name, text.to_owned());
    }

    /// `ask_elicit!(..).await?;`
    fn unused(&mut self, expr: &Expr) {
        if let Some((kind, name)) = answers::for_nothing(expr, &self.known) {
            let why = match kind {
                Kind::Sample => "the client's model writes for nothing. Bind it",
                Kind::Roots => "the client is asked for nothing. Bind it",
                _ => "the user fills in a form for nothing. Bind it, or ask with `ask_confirm!`",
            };
            let text = format!("the answer of this `{name}!` is not used: {why}");
            self.warn(Lint::UnusedAnswer, &name, text);
        }
    }

    /// `.await.unwrap_or_default()`, and `.unwrap_or(())` or `.or(Ok(()))` of a confirm.
    fn defaulted(&mut self, call: &ExprMethodCall) {
        let Some((kind, _, args)) = awaited(&call.receiver) else {
            return;
        };
        let is_yes = call
            .args
            .first()
            .is_some_and(|value| is_yes(&call.method, value));
        let is_default = call.method == "unwrap_or_default"
            || call
                .args
                .first()
                .is_some_and(|value| gives_default(&call.method, value));
        let text = match kind {
            Kind::Confirm if is_default || is_yes => {
                "a refusal counts as a yes here. Use `?`, or `.is_ok()` and a branch"
            }
            Kind::Elicit | Kind::Pick if is_default && !has_plain_default(&args) => {
                "a refusal becomes an empty answer here, and nothing tells it from a given one. Match on `Refused`, or ask for an `Option`"
            }
            _ => return,
        };
        self.warn(Lint::DefaultAnswer, &call.method, text.to_owned());
    }

    /// `let password = ask_elicit!(String, "..").await?`: the name is the key, so it is sent as well.
    fn secret_name(&mut self, pattern: &Pat, value: &Expr) {
        let Some((Kind::Elicit, _, args)) = asked(value) else {
            return;
        };
        let ty = args.subject.clone().and_then(|ty| syn::parse2(ty).ok());
        let asked_for = ty
            .filter(form::is_text)
            .and_then(|ty| form::secrets_in(&ty));
        let Some((name, asked_for)) = name_of(pattern).zip(asked_for) else {
            return;
        };
        // What is said by the message is not said twice.
        let says = |text: &LitStr| asked_for(&text.value()).is_some();
        if let Some(secret) = asked_for(&name.to_string())
            && !args.literal().is_some_and(says)
        {
            let told = format!(
                "`{name}` seems to hold {secret}, which a form must not ask for: clients show and log forms. Send the user to a page of your own with `ask_url!`"
            );
            self.warn(Lint::Secret, name, told);
        }
    }

    /// `ask_url!("http://localhost/..", ..)`
    fn local_page(&mut self, kind: Kind, args: &Args) {
        let address = args.subject.as_ref().filter(|_| kind == Kind::Url);
        if let Some(address) = address.and_then(check::local_page) {
            let told = "only a user at this machine can open this page, and only with `.dev_urls()` it is sent at all. Elsewhere write the server's own address, `https://..`";
            let warning = Warning::at(address.span(), Lint::LocalPage.headline(), told.to_owned());
            self.found.push((Lint::LocalPage, warning));
        }
    }

    fn secret(&mut self, kind: Kind, args: &Args) {
        let Some(asked_for) = secrets_in(args).filter(|_| kind == Kind::Elicit) else {
            return;
        };
        let message = args.literal().map(|message| ("message", message.clone()));
        let shown = ["title", "description"]
            .into_iter()
            .filter_map(|name| Some((name, syn::parse2(args.option(name)?.value.clone()).ok()?)));
        let texts: Vec<(&str, LitStr)> = message.into_iter().chain(shown).collect();
        let found = texts
            .iter()
            .find_map(|(what, text)| Some((what, text, asked_for(&text.value())?)));
        if let Some((what, text, secret)) = found {
            let told = format!(
                "this {what} seems to ask for {secret}, which a form must not: clients show and log forms. Send the user to a page of your own with `ask_url!`"
            );
            let warning = Warning::at(text.span(), Lint::Secret.headline(), told);
            self.found.push((Lint::Secret, warning));
        }
    }
}

/// The ask that a `let` awaits, tries or holds.
fn asked(value: &Expr) -> Option<(Kind, Ident, Box<Args>)> {
    match value {
        Expr::Try(inner) => asked(&inner.expr),
        Expr::Await(inner) => asked(&inner.base),
        value => ours(value),
    }
}

/// The one name that a pattern gives.
fn name_of(pattern: &Pat) -> Option<&Ident> {
    match pattern {
        Pat::Ident(named) => Some(&named.ident),
        Pat::Type(typed) => name_of(&typed.pat),
        _ => None,
    }
}

pub(super) fn called(call: &ExprCall) -> Option<Ident> {
    match &*call.func {
        Expr::Path(path) => Some(path.path.segments.last()?.ident.clone()),
        _ => None,
    }
}

/// The ask that this is, and nothing else: what a timeout around more than that does is its own.
fn ask_in(expr: &Expr) -> Option<Kind> {
    let found = match expr {
        Expr::Call(call) if call.args.len() == 1 => return call.args.first().and_then(ask_in),
        Expr::Reference(inner) => return ask_in(&inner.expr),
        Expr::Async(block) => match block.block.stmts.as_slice() {
            [Stmt::Expr(only, _)] => awaited(only),
            _ => None,
        },
        expr => ours(expr),
    };
    found.map(|(kind, ..)| kind).filter(|kind| kind.is_ask())
}

/// `ask!(..).await`
fn awaited(expr: &Expr) -> Option<(Kind, Ident, Box<Args>)> {
    match expr {
        Expr::Await(inner) => ours(&inner.base),
        Expr::Paren(inner) => awaited(&inner.expr),
        _ => None,
    }
}

/// `.unwrap_or(F::default())`, `.unwrap_or_else(|_| F::default())`, `.unwrap_or_else(Default::default)` and so on.
fn gives_default(method: &Ident, value: &Expr) -> bool {
    match value {
        _ if method != "unwrap_or" && method != "unwrap_or_else" => false,
        Expr::Closure(given) if method == "unwrap_or_else" => is_default_call(&given.body),
        Expr::Path(function) => method == "unwrap_or_else" && ends_in_default(&function.path),
        value => method == "unwrap_or" && is_default_call(value),
    }
}

fn is_default_call(value: &Expr) -> bool {
    match value {
        Expr::Call(call) if call.args.is_empty() => match &*call.func {
            Expr::Path(function) => ends_in_default(&function.path),
            _ => false,
        },
        Expr::Block(block) => match block.block.stmts.as_slice() {
            [Stmt::Expr(last, None)] => is_default_call(last),
            _ => false,
        },
        _ => false,
    }
}

fn ends_in_default(path: &syn::Path) -> bool {
    path.segments
        .last()
        .is_some_and(|last| last.ident == "default")
}

/// Whether this method of a confirm's answer makes a yes of a no: `unwrap_or(())`, `or_else(|_| Ok(()))`.
fn is_yes(method: &Ident, value: &Expr) -> bool {
    match (method.to_string().as_str(), value) {
        ("unwrap_or", value) => is_unit(value),
        ("or", value) => is_ok_of_unit(value),
        ("unwrap_or_else", Expr::Closure(closure)) => is_quiet(&closure.body),
        ("or_else", Expr::Closure(closure)) => is_ok_of_unit(last_of(&closure.body)),
        _ => false,
    }
}

/// What a block comes to that holds nothing else.
fn last_of(body: &Expr) -> &Expr {
    match body {
        Expr::Block(block) => match block.block.stmts.as_slice() {
            [Stmt::Expr(only, None)] => only,
            _ => body,
        },
        _ => body,
    }
}

fn is_ok_of_unit(value: &Expr) -> bool {
    let Expr::Call(call) = value else {
        return false;
    };
    called(call).is_some_and(|name| name == "Ok") && call.args.first().is_some_and(is_unit)
}

fn is_unit(expr: &Expr) -> bool {
    match expr {
        Expr::Tuple(tuple) => tuple.elems.is_empty(),
        Expr::Block(block) => block.block.stmts.is_empty(),
        _ => false,
    }
}

/// Whether the default of the answer's type reads as "not given".
fn has_plain_default(args: &Args) -> bool {
    let first = args.subject.as_ref().and_then(first_word);
    let is_list = args.option("several").is_some();
    is_list || first.is_some_and(|word| word == "bool" || word == "Option" || word == "Vec")
}

/// What of a secret the one value that is asked for can be.
fn secrets_in(args: &Args) -> Option<secrets::AskedFor> {
    let ty = syn::parse2(args.subject.clone()?).ok()?;
    form::secrets_in(&ty)
}

fn first_word(tokens: &proc_macro2::TokenStream) -> Option<Ident> {
    let ty: syn::Type = syn::parse2(tokens.clone()).ok()?;
    crate::tool::item::last_segment(&ty).cloned()
}
