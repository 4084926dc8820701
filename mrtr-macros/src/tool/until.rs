//! What stands in `until` of `ask_url!`: an expression in a future of its own, evaluated as often as it takes.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Expr, ExprAsync, ExprBreak, ExprClosure, ExprContinue, ExprForLoop, ExprLoop, ExprReturn,
    ExprTry, ExprWhile, Item, Lifetime, Macro, parse_quote,
};

use super::kind::Kind;
use super::tokens::{Level, flat};

/// Whether a `?` leaves it.
pub(crate) fn may_fail(until: &TokenStream) -> bool {
    let mut tries = Tries(false);
    if let Ok(until) = syn::parse2::<Expr>(until.clone()) {
        tries.visit_expr(&until);
    }
    tries.0
}

struct Tries(bool);

impl<'ast> Visit<'ast> for Tries {
    fn visit_expr_try(&mut self, _: &'ast ExprTry) {
        self.0 = true;
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        self.0 |= has_question_mark(mac.tokens.clone());
        visit::visit_macro(self, mac);
    }

    fn visit_expr_async(&mut self, _: &'ast ExprAsync) {}

    fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}

    fn visit_item(&mut self, _: &'ast Item) {}
}

/// The first `return` in it, or `continue` or `break` that no loop of its own takes.
///
/// A label says which loop is meant, so one with a label is rustc's to judge.
pub(crate) fn first_jump(until: &TokenStream) -> Option<Jump> {
    let mut jumps = Jumps::default();
    jumps.visit_expr(&syn::parse2(until.clone()).ok()?);
    jumps.first
}

/// A `continue`, `break` or `return`.
pub(crate) struct Jump {
    pub(crate) word: &'static str,
    pub(crate) at: Span,
}

#[derive(Default)]
struct Jumps {
    first: Option<Jump>,
    /// Whether a loop of its own takes them.
    is_in_loop: bool,
}

impl Jumps {
    fn found(&mut self, word: &'static str, at: Span) {
        self.first.get_or_insert(Jump { word, at });
    }

    fn in_loop(&mut self, visit: impl FnOnce(&mut Self)) {
        let around = std::mem::replace(&mut self.is_in_loop, true);
        visit(self);
        self.is_in_loop = around;
    }
}

impl<'ast> Visit<'ast> for Jumps {
    fn visit_expr_continue(&mut self, jump: &'ast ExprContinue) {
        if jump.label.is_none() && !self.is_in_loop {
            self.found("continue", jump.continue_token.span);
        }
    }

    fn visit_expr_break(&mut self, jump: &'ast ExprBreak) {
        if jump.label.is_none() && !self.is_in_loop {
            self.found("break", jump.break_token.span);
        }
        visit::visit_expr_break(self, jump);
    }

    fn visit_expr_return(&mut self, jump: &'ast ExprReturn) {
        self.found("return", jump.return_token.span);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        let jump = jump_of_tokens(mac.tokens.clone());
        if let Some(jump) = jump.filter(|jump| jump.word == "return" || !self.is_in_loop) {
            self.first.get_or_insert(jump);
        }
    }

    fn visit_expr_for_loop(&mut self, repeated: &'ast ExprForLoop) {
        self.visit_expr(&repeated.expr);
        self.in_loop(|jumps| jumps.visit_block(&repeated.body));
    }

    fn visit_expr_loop(&mut self, repeated: &'ast ExprLoop) {
        self.in_loop(|jumps| jumps.visit_block(&repeated.body));
    }

    fn visit_expr_while(&mut self, repeated: &'ast ExprWhile) {
        self.in_loop(|jumps| visit::visit_expr_while(jumps, repeated));
    }

    // What is in another function or future leaves that.
    fn visit_expr_async(&mut self, _: &'ast ExprAsync) {}

    fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}

    fn visit_item(&mut self, _: &'ast Item) {}
}

/// `until` without its jumps, which are reported: nothing in it leaves it, so rustc says no more about them.
pub(crate) fn without_jumps(until: &TokenStream) -> TokenStream {
    match syn::parse2::<Expr>(until.clone()) {
        Ok(mut expr) if first_jump(until).is_some() => {
            NoJumps { is_in_loop: false }.visit_expr_mut(&mut expr);
            expr.into_token_stream()
        }
        _ => until.clone(),
    }
}

struct NoJumps {
    is_in_loop: bool,
}

impl NoJumps {
    fn in_loop(&mut self, visit: impl FnOnce(&mut Self)) {
        let around = std::mem::replace(&mut self.is_in_loop, true);
        visit(self);
        self.is_in_loop = around;
    }
}

impl VisitMut for NoJumps {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let leaves = |label: &Option<Lifetime>| label.is_none() && !self.is_in_loop;
        match expr {
            Expr::Continue(jump) if leaves(&jump.label) => {
                *expr = parse_quote!(::core::unreachable!())
            }
            Expr::Break(jump) if leaves(&jump.label) => {
                *expr = parse_quote!(::core::unreachable!())
            }
            Expr::Return(_) => *expr = parse_quote!(::core::unreachable!()),
            Expr::ForLoop(repeated) => {
                self.visit_expr_mut(&mut repeated.expr);
                self.in_loop(|jumps| jumps.visit_block_mut(&mut repeated.body));
            }
            Expr::Loop(_) | Expr::While(_) => {
                self.in_loop(|jumps| visit_mut::visit_expr_mut(jumps, expr));
            }
            Expr::Async(_) | Expr::Closure(_) => {}
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}

/// The same of what a macro is given, unless something in it may be what is left.
fn jump_of_tokens(tokens: TokenStream) -> Option<Jump> {
    let tokens = flat(tokens);
    let level = Level(&tokens);
    let has_own = (0..tokens.len()).any(|at| {
        let is_word = ["loop", "while", "for", "async", "fn"].iter();
        level.is_punct(at, '|') || is_word.clone().any(|word| level.is_word(at, word))
    });
    if has_own {
        return None;
    }
    tokens
        .iter()
        .enumerate()
        .find_map(|(at, token)| match token {
            TokenTree::Group(group) => jump_of_tokens(group.stream()),
            TokenTree::Ident(found) if !level.is_punct(at + 1, '\'') => {
                let word = ["continue", "break", "return"]
                    .into_iter()
                    .find(|word| found == word)?;
                Some(Jump {
                    word,
                    at: found.span(),
                })
            }
            _ => None,
        })
}

fn has_question_mark(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '?',
        TokenTree::Group(group) => has_question_mark(group.stream()),
        _ => false,
    })
}

/// The first ask, capture or call of a part in it, none of which may stand there.
pub(crate) fn first_of_ours(until: TokenStream) -> Option<(Kind, Ident)> {
    let tokens = flat(until);
    let level = Level(&tokens);
    let mut all = tokens.iter().enumerate();
    all.find_map(|(at, token)| match token {
        TokenTree::Ident(word) if level.is_punct(at + 1, '!') => {
            Some((Kind::of(word)?, word.clone()))
        }
        TokenTree::Group(group) => first_of_ours(group.stream()),
        _ => None,
    })
}
