//! The variables of a body, as far as refusals go: which are never used, and which hold asks that nobody awaited.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Block, Expr, Pat};

use super::answers::Answer;
use super::calls::variable;
use crate::tool::tokens::flat;

#[derive(Default)]
pub(super) struct Bindings {
    /// How often each word stands in the body.
    words: BTreeMap<String, usize>,
    /// All text in the body, which may show a variable.
    texts: String,
    /// Variables, each with the ask that it holds and may be refused.
    asks: Vec<(Ident, Ident)>,
    /// Variables, each with what awaiting it gives.
    answers: Vec<(Ident, Answer)>,
}

impl Bindings {
    pub(super) fn of(block: &Block) -> Self {
        let mut bindings = Self::default();
        bindings.count(block.to_token_stream());
        bindings
    }

    /// Whether this is `_name`, which rustc lets go unused, and nothing else in the body says it.
    pub(super) fn is_unused(&self, name: &Ident) -> bool {
        let name = name.to_string();
        name.starts_with('_') && self.words.get(&name) == Some(&1) && !self.texts.contains(&name)
    }

    /// `let PATTERN = ..`, which holds `ask` and gives `answer`, or nothing of an ask.
    pub(super) fn bind(&mut self, pattern: &Pat, ask: Option<Ident>, answer: Option<Answer>) {
        let name = match pattern {
            Pat::Type(typed) => return self.bind(&typed.pat, ask, answer),
            Pat::Ident(named) => &named.ident,
            _ => return,
        };
        self.asks.retain(|(known, _)| known != name);
        self.asks.extend(ask.map(|ask| (name.clone(), ask)));
        self.answers.retain(|(known, _)| known != name);
        self.answers
            .extend(answer.map(|answer| (name.clone(), answer)));
    }

    /// The ask that a variable holds.
    pub(super) fn ask(&self, value: &Expr) -> Option<Ident> {
        let Expr::Path(path) = value else {
            return None;
        };
        let name = path.path.get_ident()?;
        let (_, ask) = self.asks.iter().find(|(known, _)| known == name)?;
        Some(ask.clone())
    }

    /// What awaiting a variable gives.
    pub(super) fn answer(&self, value: &Expr) -> Option<Answer> {
        let name = variable(value)?;
        let (_, answer) = self.answers.iter().find(|(known, _)| *known == name)?;
        Some(answer.clone())
    }

    fn count(&mut self, tokens: TokenStream) {
        for token in flat(tokens) {
            match token {
                TokenTree::Ident(word) => *self.words.entry(word.to_string()).or_default() += 1,
                TokenTree::Literal(text) => self.texts.push_str(&text.to_string()),
                TokenTree::Group(group) => self.count(group.stream()),
                TokenTree::Punct(_) => {}
            }
        }
    }
}
