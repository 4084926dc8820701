//! The types and constants that a body declares or imports: nothing outside of it can name them.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, TokenStream, TokenTree};

use crate::tool::tokens::{Level, flat};

#[derive(Default)]
pub(crate) struct Locals {
    names: BTreeSet<String>,
    /// The variables that may change, and whether each begins as plain data: a number, a text, a collection.
    variables: BTreeMap<String, bool>,
    has_glob: bool,
}

impl Locals {
    /// What these tokens alone declare.
    pub(crate) fn of(stream: &TokenStream) -> Self {
        let mut locals = Self::default();
        locals.read(&flat(stream.clone()));
        locals
    }

    fn read(&mut self, tokens: &[TokenTree]) {
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Ident(_) => self.word(Level(tokens), at),
                TokenTree::Group(group) => self.read(&flat(group.stream())),
                _ => {}
            }
        }
    }

    /// Whether there is a variable of this name that may change, and if so, whether it is plain data.
    pub(crate) fn variable(&self, name: &Ident) -> Option<bool> {
        self.variables.get(&name.to_string()).copied()
    }

    fn declared(&mut self, level: Level, at: usize) {
        let is_lent = at > 0 && level.is_punct(at - 1, '&');
        if let (false, Some(name)) = (is_lent, level.ident(at + 1)) {
            self.variables
                .insert(name.to_string(), begins_as_data(level, at + 2));
        }
    }

    /// Notes the item that begins with the word at `at`.
    pub(super) fn word(&mut self, level: Level, at: usize) {
        let is_item = ["struct", "enum", "union", "type", "const", "static"]
            .iter()
            .any(|word| level.is_word(at, word));
        if let (true, Some(name)) = (is_item, level.ident(at + 1)) {
            self.names.insert(name.to_string());
        }
        if level.is_word(at, "mut") {
            self.declared(level, at);
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

    pub(crate) fn add(&mut self, name: &Ident) {
        self.names.insert(name.to_string());
    }

    /// Whether the type or constant may be one that only the body knows.
    pub(crate) fn may_hold(&self, tokens: &TokenStream) -> bool {
        self.has_glob
            || tokens.clone().into_iter().any(|token| match token {
                TokenTree::Ident(name) => self.names.contains(&name.to_string()),
                TokenTree::Group(group) => self.may_hold(&group.stream()),
                _ => false,
            })
    }
}

/// Whether `= 0`, `= Vec::new()` or the like stands at `at`, behind a type or without one.
fn begins_as_data(level: Level, at: usize) -> bool {
    let end = (at..level.0.len()).find(|at| level.is_punct(*at, ';') || level.is_punct(*at, '='));
    let Some(value) = end.map(|equals| equals + 1) else {
        return false;
    };
    let is_any = |words: &[&str]| words.iter().any(|word| level.is_word(value, word));
    let is_made = level.is_punct(value + 1, ':') || level.is_punct(value + 1, '!');
    let is_literal = matches!(level.get(value), Some(TokenTree::Literal(_)));
    is_literal || is_any(&["true", "false", "None"]) || (is_made && is_any(&COLLECTIONS))
}

const COLLECTIONS: [&str; 8] = [
    "String", "Vec", "vec", "VecDeque", "HashMap", "BTreeMap", "HashSet", "BTreeSet",
];
