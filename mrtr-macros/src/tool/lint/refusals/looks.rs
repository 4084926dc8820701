//! Whether anything depends on what a variable holds, or the handler only looks at it and goes on.
//!
//! Every mention that is not known for a mere look counts as heeding it.

use quote::quote;
use syn::visit::{self, Visit};
use syn::{
    Arm, Block, Expr, ExprCall, ExprIf, ExprMatch, ExprMethodCall, Item, Local, Macro, Pat,
    PatIdent, Stmt,
};

use super::super::bindings::Bindings;
use super::super::calls::{self, Call};
use super::super::habits::called;
use super::chain::{asks_which, conditions, looked_at};
use super::logs;
use super::mentions::Place;
use super::outcome::is_err;

/// What a variable holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Held {
    /// A yes or a no and nothing else.
    Consent,
    /// An answer, or a refusal: whoever logs the answer uses it.
    Answer,
    /// A list of the one or the other.
    List { with_answers: bool },
    /// A future that nobody awaits.
    Future,
}

impl Held {
    fn is_list(self) -> bool {
        matches!(self, Self::List { .. })
    }

    /// Whether a log that shows the value itself makes nothing of it.
    fn is_shown_for_nothing(self) -> bool {
        match self {
            Self::Consent | Self::Future => true,
            Self::Answer => false,
            Self::List { with_answers } => !with_answers,
        }
    }
}

/// What becomes of a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Heeded,
    /// Nothing names it.
    Unnamed,
    /// It is looked at, and whatever is seen the handler goes on.
    LookedAt,
    /// It is written out by `{:?}`, a refusal like an answer.
    Debugged,
}

/// What the statements behind a `let` make of what it binds.
pub(super) fn fate(place: &Place, held: Held, statements: &[Stmt]) -> Fate {
    let mentions = place.mentions(quote!(#(#statements)*));
    if mentions == 0 {
        return Fate::Unnamed;
    }
    let known = Bindings::default();
    let mut looks = Looks {
        place,
        held,
        known: &known,
        seen: 0,
        is_debugged: false,
    };
    looks.statements(statements);
    match looks.seen {
        seen if seen != mentions => Fate::Heeded,
        _ if looks.is_debugged => Fate::Debugged,
        _ => Fate::LookedAt,
    }
}

struct Looks<'a> {
    place: &'a Place,
    held: Held,
    known: &'a Bindings,
    /// How many mentions were mere looks.
    seen: usize,
    is_debugged: bool,
}

impl<'ast> Visit<'ast> for Looks<'_> {
    fn visit_block(&mut self, block: &'ast Block) {
        self.statements(&block.stmts);
    }

    fn visit_expr_if(&mut self, branch: &'ast ExprIf) {
        let is_only_logged = logs::is_quiet(&Expr::If(branch.clone()));
        for condition in conditions(&branch.cond) {
            let is_refusal = matches!(&*branch.cond, Expr::Let(bound) if is_err(&bound.pat));
            let is_which = is_refusal || asks_which(condition);
            self.look(condition, is_only_logged && self.is_enough(is_which));
        }
        visit::visit_expr_if(self, branch);
    }

    fn visit_expr_match(&mut self, choice: &'ast ExprMatch) {
        let is_quiet = |arm: &Arm| match is_err(&arm.pat) || self.is_enough(false) {
            true => logs::is_quiet(&arm.body),
            false => logs::is_nothing(&arm.body),
        };
        let is_only_logged = choice.arms.iter().all(is_quiet);
        self.look(&choice.expr, is_only_logged);
        visit::visit_expr_match(self, choice);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        let is_drop = called(call).is_some_and(|name| name == "drop");
        if let Some(value) = call.args.first() {
            self.look(value, is_drop);
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        const SIZES: [&str; 2] = ["len", "is_empty"];
        let is_size = SIZES.iter().any(|size| call.method == size);
        let is_filled = super::lists::put(call, self.known).is_some();
        if self.held.is_list() && self.place.is(&call.receiver) && (is_size || is_filled) {
            self.seen += 1;
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        match Call::read(mac) {
            Call::Ours(kind, args) => {
                let message = args.literal().map(|text| text.value());
                self.debugged(message.as_deref(), &[]);
                let inside = calls::inside(kind, &args);
                inside.iter().for_each(|expr| self.visit_expr(expr));
            }
            Call::Rerun(exprs) => exprs.iter().for_each(|expr| self.visit_expr(expr)),
            Call::Other(values) => {
                self.other(mac, &values);
                values.iter().for_each(|value| self.visit_expr(&value.expr));
            }
        }
    }

    /// `if let Err(answer) = answer { warn!("{answer}"); }`: another variable of the name is no use of the first.
    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        self.seen += usize::from(self.place.part.is_none() && pattern.ident == self.place.name);
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}

impl Looks<'_> {
    /// Whether a look at the value is as good as none, where it asks no more than which it is.
    fn is_enough(&self, is_which: bool) -> bool {
        is_which || self.held != Held::Answer
    }

    fn look(&mut self, value: &Expr, is_only_one: bool) {
        let place = self.place;
        let is_it = |value: &Expr| place.is(value).then_some(());
        if is_only_one && looked_at(value, &is_it).is_some() {
            self.seen += 1;
        }
    }

    fn statements(&mut self, statements: &[Stmt]) {
        for (at, statement) in statements.iter().enumerate() {
            let behind = statements.get(at + 1..).unwrap_or_default();
            match statement {
                Stmt::Local(local) => self.local(local, behind),
                Stmt::Expr(Expr::Assign(assign), _) if matches!(&*assign.left, Expr::Infer(_)) => {
                    self.look(&assign.right, true);
                }
                Stmt::Expr(value, Some(_)) => self.look(value, true),
                Stmt::Macro(mac) if calls::is(&mac.mac, &["dbg"]) && mac.semi_token.is_some() => {
                    self.log(&mac.mac);
                }
                _ => {}
            }
            self.visit_stmt(statement);
        }
    }

    /// `let agreed = answer.is_ok();` is a look if that of `agreed` is.
    fn local(&mut self, local: &Local, behind: &[Stmt]) {
        let Some(init) = local.init.as_ref().filter(|init| init.diverge.is_none()) else {
            return;
        };
        let is_look = match name(&local.pat) {
            Some(name) => {
                let place = Place { name, part: None };
                let held = if asks_which(&init.expr) {
                    Held::Consent
                } else {
                    self.held
                };
                match fate(&place, held, behind) {
                    Fate::Heeded => false,
                    // Of what `.ok()` gave it is an answer that is shown.
                    Fate::Debugged => self.place.is(&init.expr),
                    Fate::Unnamed | Fate::LookedAt => true,
                }
            }
            None => matches!(local.pat, Pat::Wild(_)),
        };
        self.look(&init.expr, is_look);
    }

    /// A macro that is not ours.
    fn other(&mut self, mac: &Macro, values: &[calls::Value]) {
        const FORMATS: [&str; 4] = ["format", "format_args", "write", "writeln"];
        if logs::is_log(mac) && !calls::is(mac, &["dbg"]) {
            self.log(mac);
        } else if calls::is(mac, &FORMATS) {
            let text = values
                .iter()
                .position(|value| calls::literal(&value.expr).is_some());
            let Some((text, behind)) = text.and_then(|at| values.get(at..)?.split_first()) else {
                return;
            };
            self.debugged(calls::literal(&text.expr).as_deref(), behind);
        }
    }

    fn log(&mut self, mac: &Macro) {
        self.seen += self
            .place
            .logged(&mac.tokens, self.held.is_shown_for_nothing());
    }

    /// A text that goes out: `{city:?}`, which rustc advises where a `Result` cannot be displayed.
    fn debugged(&mut self, text: Option<&str>, values: &[calls::Value]) {
        let Some(text) = text.filter(|_| self.held == Held::Answer) else {
            return;
        };
        let by_position = |(at, value): (usize, &calls::Value)| {
            self.place.is(&value.expr) && crate::tool::message::Format::read(text).debugs(at)
        };
        let behind = values
            .iter()
            .enumerate()
            .filter(|value| by_position(*value));
        let seen = behind.count() + usize::from(self.place.is_debugged_in(text));
        self.seen += seen;
        self.is_debugged |= seen > 0;
    }
}

/// The one name that a pattern gives.
pub(super) fn name(pattern: &Pat) -> Option<proc_macro2::Ident> {
    match pattern {
        Pat::Ident(named) if named.subpat.is_none() => Some(named.ident.clone()),
        Pat::Type(typed) => name(&typed.pat),
        _ => None,
    }
}
