//! The types and constants that a body declares or imports: nothing outside of it can name them.

use std::collections::BTreeSet;

use proc_macro2::TokenTree;

use crate::tool::tokens::{Level, flat};

#[derive(Default)]
pub(crate) struct Locals {
    names: BTreeSet<String>,
    has_glob: bool,
}

impl Locals {
    /// Notes the item that begins with the word at `at`.
    pub(super) fn word(&mut self, level: Level, at: usize) {
        let is_item = ["struct", "enum", "union", "type", "const", "static"]
            .iter()
            .any(|word| level.is_word(at, word));
        if let (true, Some(name)) = (is_item, level.ident(at + 1)) {
            self.names.insert(name.to_string());
        }
        if level.is_word(at, "use") {
            let end = (at..level.0.len()).find(|at| level.is_punct(*at, ';'));
            self.imports(level.0.get(at + 1..end.unwrap_or(at)).unwrap_or_default());
        }
    }

    fn imports(&mut self, tokens: &[TokenTree]) {
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Ident(name) if !Level(tokens).is_punct(at + 1, ':') => {
                    self.names.insert(name.to_string());
                }
                TokenTree::Ident(_) => {}
                TokenTree::Punct(punct) => self.has_glob |= punct.as_char() == '*',
                TokenTree::Group(group) => self.imports(&flat(group.stream())),
                TokenTree::Literal(_) => {}
            }
        }
    }

    pub(crate) fn add(&mut self, name: &proc_macro2::Ident) {
        self.names.insert(name.to_string());
    }

    /// Whether the type or constant may be one that only the body knows.
    pub(crate) fn may_hold(&self, tokens: &proc_macro2::TokenStream) -> bool {
        self.has_glob
            || tokens.clone().into_iter().any(|token| match token {
                TokenTree::Ident(name) => self.names.contains(&name.to_string()),
                TokenTree::Group(group) => self.may_hold(&group.stream()),
                _ => false,
            })
    }
}
