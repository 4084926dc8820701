//! Where a variable is named, in code and in the texts of macros.

use std::fmt;

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::{Expr, Lit, Member};

use super::super::calls;
use crate::tool::message::{Format, Shown};
use crate::tool::tokens::{Level, flat};

/// A variable, or one part of the tuple that it holds.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) name: Ident,
    pub(super) part: Option<usize>,
}

impl Place {
    /// Whether this expression is the place itself.
    pub(super) fn is(&self, value: &Expr) -> bool {
        match (self.part, value) {
            (None, Expr::Path(path)) => path.path.is_ident(&self.name),
            (Some(part), Expr::Field(field)) => {
                let is_part =
                    matches!(&field.member, Member::Unnamed(at) if at.index as usize == part);
                is_part && calls::variable(&field.base).is_some_and(|name| name == self.name)
            }
            _ => false,
        }
    }

    /// How often these tokens name it, or all that it is part of.
    pub(super) fn mentions(&self, tokens: TokenStream) -> usize {
        let tokens = flat(tokens);
        let level = Level(&tokens);
        let counts = tokens.iter().enumerate().map(|(at, token)| match token {
            TokenTree::Ident(_) => usize::from(self.is_named(level, at)),
            TokenTree::Literal(_) => usize::from(self.is_in_text(token)),
            TokenTree::Group(group) => self.mentions(group.stream()),
            TokenTree::Punct(_) => 0,
        });
        counts.sum()
    }

    /// How often the arguments of a log name it: only to say whether it is a refusal, or the value itself, too.
    pub(super) fn logged(&self, tokens: &TokenStream, with_value: bool) -> usize {
        let tokens = flat(tokens.clone());
        let level = Level(&tokens);
        let is_logged = |at: usize| match level.get(at) {
            Some(TokenTree::Ident(_)) => {
                self.is_named(level, at) && self.is_looked_at(level, at, with_value)
            }
            Some(text @ TokenTree::Literal(_)) => with_value && self.is_in_text(text),
            _ => false,
        };
        (0..tokens.len()).filter(|at| is_logged(*at)).count()
    }

    /// Whether a format string shows it by `{:?}` itself.
    pub(super) fn is_debugged_in(&self, text: &str) -> bool {
        let name = self.name.to_string();
        self.part.is_none() && Format::read(text).shown(None, Some(&name)) == Shown::Debug
    }

    fn is_named(&self, level: Level<'_>, at: usize) -> bool {
        let is_name = level.ident(at).is_some_and(|word| *word == self.name);
        is_name && !level.is_field(at) && !self.is_other_part(level, at)
    }

    /// `pair.1` where `pair.0` is meant.
    fn is_other_part(&self, level: Level<'_>, at: usize) -> bool {
        let Some(part) = self.part.filter(|_| level.is_punct(at + 1, '.')) else {
            return false;
        };
        let named = level.get(at + 2).map(ToString::to_string);
        let named = named.and_then(|named| named.parse::<usize>().ok());
        named.is_some_and(|named| named != part)
    }

    /// Whether an argument ends behind it, or behind the question which it is.
    fn is_looked_at(&self, level: Level<'_>, at: usize, with_value: bool) -> bool {
        const LOOKS: [&str; 3] = ["is_ok", "is_err", "err"];
        let mut end = at + 1;
        if self.part.is_some() && level.is_punct(end, '.') && level.ident(end + 1).is_none() {
            end += 2;
        }
        let asks_which = level.is_punct(end, '.')
            && LOOKS.iter().any(|look| level.is_word(end + 1, look))
            && level.group(end + 2).is_some();
        if asks_which {
            end += 3;
        }
        let is_last = level.get(end).is_none() || level.is_punct(end, ',');
        is_last && (asks_which || with_value)
    }

    fn is_in_text(&self, token: &TokenTree) -> bool {
        let Ok(Lit::Str(text)) = syn::parse2(TokenStream::from(token.clone())) else {
            return false;
        };
        let named = calls::named_in(&text.value(), &[]);
        named.iter().any(|named| self.name == named.as_str())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part {
            Some(part) => write!(to, "{}.{part}", self.name),
            None => write!(to, "{}", self.name),
        }
    }
}
