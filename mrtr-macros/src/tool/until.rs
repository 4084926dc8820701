//! What stands in `until` of `ask_url!`: an expression in a future of its own, evaluated as often as it takes.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{
    Expr, ExprAsync, ExprBreak, ExprClosure, ExprContinue, ExprForLoop, ExprLoop, ExprTry,
    ExprWhile, Item, Macro,
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

/// The first `continue` or `break` in it that no loop of its own takes.
///
/// A label says which loop is meant, so one with a label is rustc's to judge.
pub(crate) fn first_jump(until: &TokenStream) -> Option<Jump> {
    let mut jumps = Jumps(None);
    jumps.visit_expr(&syn::parse2(until.clone()).ok()?);
    jumps.0
}

/// A `continue` or `break`.
pub(crate) struct Jump {
    pub(crate) word: &'static str,
    pub(crate) at: Span,
}

struct Jumps(Option<Jump>);

impl Jumps {
    fn found(&mut self, word: &'static str, at: Span) {
        self.0.get_or_insert(Jump { word, at });
    }
}

impl<'ast> Visit<'ast> for Jumps {
    fn visit_expr_continue(&mut self, jump: &'ast ExprContinue) {
        if jump.label.is_none() {
            self.found("continue", jump.continue_token.span);
        }
    }

    fn visit_expr_break(&mut self, jump: &'ast ExprBreak) {
        if jump.label.is_none() {
            self.found("break", jump.break_token.span);
        }
        visit::visit_expr_break(self, jump);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        if let Some(jump) = jump_of_tokens(mac.tokens.clone()) {
            self.0.get_or_insert(jump);
        }
    }

    // What is in a loop of its own, or in another function or future, leaves that.
    fn visit_expr_for_loop(&mut self, repeated: &'ast ExprForLoop) {
        self.visit_expr(&repeated.expr);
    }

    fn visit_expr_loop(&mut self, _: &'ast ExprLoop) {}

    fn visit_expr_while(&mut self, _: &'ast ExprWhile) {}

    fn visit_expr_async(&mut self, _: &'ast ExprAsync) {}

    fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}

    fn visit_item(&mut self, _: &'ast Item) {}
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
                let word = ["continue", "break"]
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
