//! The variables of a body: which hold what differs from round to round, and which hold a map.

use std::collections::BTreeMap;

use proc_macro2::Ident;

use super::source::Source;

/// What is known of a variable.
#[derive(Clone, Default)]
pub(super) struct Known {
    pub(super) source: Option<Source>,
    pub(super) map: Option<Map>,
}

/// A collection without an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Map {
    HashMap,
    HashSet,
}

impl Map {
    /// By the type's name.
    pub(super) fn named(name: &Ident) -> Option<Self> {
        match name.to_string().as_str() {
            "HashMap" => Some(Self::HashMap),
            "HashSet" => Some(Self::HashSet),
            _ => None,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::HashMap => "HashMap",
            Self::HashSet => "HashSet",
        }
    }
}

/// The variables in reach, innermost block last.
pub(super) struct Scopes(Vec<BTreeMap<String, Known>>);

impl Scopes {
    pub(super) fn new() -> Self {
        Self(vec![BTreeMap::new()])
    }

    pub(super) fn enter(&mut self) {
        self.0.push(BTreeMap::new());
    }

    pub(super) fn leave(&mut self) {
        self.0.pop();
    }

    /// A new variable, which hides others of its name.
    pub(super) fn bind(&mut self, name: &Ident, known: Known) {
        if let Some(scope) = self.0.last_mut() {
            scope.insert(name.to_string(), known);
        }
    }

    /// The variable gets another value.
    pub(super) fn assign(&mut self, name: &str, source: Option<Source>) {
        let mut scopes = self.0.iter_mut().rev();
        if let Some(known) = scopes.find_map(|scope| scope.get_mut(name)) {
            known.source = source;
        }
    }

    pub(super) fn get(&self, name: &str) -> Known {
        let mut scopes = self.0.iter().rev();
        let known = scopes.find_map(|scope| scope.get(name));
        known.cloned().unwrap_or_default()
    }
}
