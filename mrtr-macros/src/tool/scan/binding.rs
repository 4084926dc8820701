//! The `let`s of a body: what they bind, and how far their initializers reach.

use std::ops::Range;

use proc_macro2::{Delimiter, Ident, TokenStream};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::visit::{self, Visit};
use syn::{Pat, PatIdent, PatTupleStruct, Token, Type};

use crate::tool::tokens::{Level, comma_parts, flat};

/// A `let` whose pattern could be read.
pub(crate) struct Let {
    pattern: Pat,
    /// The tokens of its initializer.
    pub(crate) initializer: Range<usize>,
}

impl Let {
    /// Reads the `let` at `at`; one without an initializer is none.
    pub(crate) fn read(level: Level, at: usize, is_condition: bool) -> Option<Self> {
        let rest: TokenStream = level.0.get(at + 1..)?.iter().cloned().collect();
        let (pattern, left) = head.parse2(rest).ok()?;
        let start = level.0.len().checked_sub(left)?;
        let end = if is_condition {
            condition_end(level, start)
        } else {
            statement_end(level, start)
        };
        Some(Self {
            pattern,
            initializer: start..end,
        })
    }

    /// The one name that the pattern binds.
    pub(crate) fn name(&self) -> Option<Ident> {
        only_name(&self.pattern)
    }

    /// For `let (a, b) = join!(x, y)`: the macro's group, and a name for each of its parts.
    pub(crate) fn join(&self, level: Level) -> Option<(usize, Vec<Option<Ident>>)> {
        let Pat::Tuple(pattern) = &self.pattern else {
            return None;
        };
        let group = self
            .initializer
            .clone()
            .find(|at| level.group(*at).is_some())?;
        let name = level.macro_name(group)?;
        let is_path = (self.initializer.start..group).all(|at| {
            level.ident(at).is_some() || level.is_punct(at, ':') || level.is_punct(at, '!')
        });
        let is_join = is_path && (name == "join" || name == "try_join");
        let parts = join_parts(&flat(level.group(group)?.stream())).len();
        let names: Vec<_> = pattern.elems.iter().map(only_name).collect();
        (is_join && parts == names.len()).then_some((group, names))
    }
}

/// The parts of a `join!`, without tokio's `biased;`.
pub(crate) fn join_parts(tokens: &[proc_macro2::TokenTree]) -> Vec<Range<usize>> {
    let level = Level(tokens);
    let skip = if level.is_word(0, "biased") && level.is_punct(1, ';') {
        2
    } else {
        0
    };
    let parts = comma_parts(tokens.get(skip..).unwrap_or_default());
    parts
        .into_iter()
        .map(|part| part.start + skip..part.end + skip)
        .collect()
}

/// `pattern [: type] =`, and the number of tokens left.
fn head(input: ParseStream) -> syn::Result<(Pat, usize)> {
    let pattern = Pat::parse_multi_with_leading_vert(input)?;
    if input.peek(Token![:]) {
        input.parse::<Token![:]>()?;
        input.parse::<Type>()?;
    }
    input.parse::<Token![=]>()?;
    let left: TokenStream = input.parse()?;
    Ok((pattern, left.into_iter().count()))
}

/// The `;` of the statement, or the `else` of a let-else.
fn statement_end(level: Level, start: usize) -> usize {
    let is_let_else = |at| level.is_word(at, "else") && !level.is_brace(at - 1);
    (start..level.0.len())
        .find(|at| level.is_punct(*at, ';') || (*at > start && is_let_else(*at)))
        .unwrap_or(level.0.len())
}

/// The `&&` or the block after the condition of an `if let` or `while let`.
fn condition_end(level: Level, start: usize) -> usize {
    let mut owed = 0_usize;
    for at in start..level.0.len() {
        if level.is_pair(at, '&', '&') && level.is_after_operand(at) {
            return at;
        }
        let opens = ["match", "if", "loop", "unsafe", "async"]
            .iter()
            .any(|word| level.is_word(at, word));
        let has_else_block = level.is_word(at, "else") && level.is_brace(at + 1);
        owed += usize::from(opens || has_else_block);
        if level.is_group(at, Delimiter::Brace) && level.macro_name(at).is_none() {
            let Some(left) = owed.checked_sub(1) else {
                return at;
            };
            owed = left;
        }
    }
    level.0.len()
}

fn only_name(pattern: &Pat) -> Option<Ident> {
    let mut names = Names::default();
    names.visit_pat(pattern);
    let mut found = names.0.into_iter();
    let name = found.next();
    name.filter(|name| found.all(|other| other == *name))
}

/// The names that a pattern binds to an answer, which a refusal in `Err(..)` is not; `A(x) | B(x)` has `x` twice.
#[derive(Default)]
struct Names(Vec<Ident>);

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        if !is_constant(pattern) {
            self.0.push(pattern.ident.clone());
        }
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_pat_tuple_struct(&mut self, pattern: &'ast PatTupleStruct) {
        let variant = pattern.path.segments.last();
        if variant.is_none_or(|last| last.ident != "Err") {
            visit::visit_pat_tuple_struct(self, pattern);
        }
    }

    fn visit_expr(&mut self, _: &'ast syn::Expr) {}
}

/// Whether this is `None` or a constant rather than a new name.
fn is_constant(pattern: &PatIdent) -> bool {
    let name = pattern.ident.to_token_stream().to_string();
    let is_plain =
        pattern.by_ref.is_none() && pattern.mutability.is_none() && pattern.subpat.is_none();
    is_plain && name.starts_with(char::is_uppercase)
}
