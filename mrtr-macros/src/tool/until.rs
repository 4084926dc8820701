//! What stands in `until` of `ask_url!`: an expression in a future of its own, evaluated as often as it takes.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Expr, ExprAsync, ExprClosure, ExprTry, Item, Macro};

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
