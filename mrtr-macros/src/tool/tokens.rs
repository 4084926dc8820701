//! Looking at the tokens of a body, one level of nesting at a time.

use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;

/// One level of nesting: the tokens of a group, or of the body.
#[derive(Clone, Copy)]
pub(crate) struct Level<'a>(pub(crate) &'a [TokenTree]);

impl<'a> Level<'a> {
    pub(crate) fn get(self, at: usize) -> Option<&'a TokenTree> {
        self.0.get(at)
    }

    pub(crate) fn before(self, at: usize) -> Option<&'a TokenTree> {
        self.get(at.checked_sub(1)?)
    }

    pub(crate) fn ident(self, at: usize) -> Option<&'a Ident> {
        match self.get(at) {
            Some(TokenTree::Ident(ident)) => Some(ident),
            _ => None,
        }
    }

    pub(crate) fn ident_before(self, at: usize) -> Option<&'a Ident> {
        self.ident(at.checked_sub(1)?)
    }

    pub(crate) fn group(self, at: usize) -> Option<&'a Group> {
        match self.get(at) {
            Some(TokenTree::Group(group)) => Some(group),
            _ => None,
        }
    }

    pub(crate) fn is_word(self, at: usize, word: &str) -> bool {
        self.ident(at).is_some_and(|ident| ident == word)
    }

    pub(crate) fn is_punct(self, at: usize, sign: char) -> bool {
        matches!(self.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
    }

    /// Whether the word here is the name of a field or a method: `paid` of `order.paid`, and not of `..paid`.
    pub(crate) fn is_field(self, at: usize) -> bool {
        let is_dot = |back: usize| {
            at.checked_sub(back)
                .is_some_and(|at| self.is_punct(at, '.'))
        };
        is_dot(1) && !is_dot(2)
    }

    /// Whether an operator of two signs, such as `=>`, begins here.
    pub(crate) fn is_pair(self, at: usize, first: char, second: char) -> bool {
        self.is_joint(at, first) && self.is_punct(at + 1, second)
    }

    pub(crate) fn is_group(self, at: usize, delimiter: Delimiter) -> bool {
        self.group(at)
            .is_some_and(|group| group.delimiter() == delimiter)
    }

    pub(crate) fn is_brace(self, at: usize) -> bool {
        self.is_group(at, Delimiter::Brace)
    }

    /// The name of the macro that is called with the group here.
    pub(crate) fn macro_name(self, at: usize) -> Option<&'a Ident> {
        let bang = at.checked_sub(1)?;
        let name = self.ident_before(bang)?;
        // `if !(..)` is no macro.
        let is_call = self.is_punct(bang, '!') && self.group(at).is_some() && !is_keyword(name);
        is_call.then_some(name)
    }

    /// Whether the group here is the body of a `macro_rules! name`.
    pub(crate) fn is_macro_rules(self, at: usize) -> bool {
        let named = at
            .checked_sub(3)
            .is_some_and(|word| self.is_word(word, "macro_rules"));
        named && self.ident_before(at).is_some()
    }

    /// Whether the token before ends an operand, so that an operator follows it.
    pub(crate) fn is_after_operand(self, at: usize) -> bool {
        match self.before(at) {
            None => false,
            Some(TokenTree::Ident(ident)) => !is_keyword(ident),
            Some(TokenTree::Punct(punct)) => {
                matches!(punct.as_char(), '?' | '>')
                    && !at
                        .checked_sub(2)
                        .is_some_and(|arrow| self.is_pair(arrow, '=', '>'))
            }
            Some(TokenTree::Group(_) | TokenTree::Literal(_)) => true,
        }
    }

    fn is_joint(self, at: usize, sign: char) -> bool {
        matches!(self.get(at), Some(TokenTree::Punct(punct))
            if punct.as_char() == sign && punct.spacing() == Spacing::Joint)
    }

    /// Whether a `;` or `=>` stands here at the top: this is a sequence of statements or arms.
    pub(crate) fn has_statements(self) -> bool {
        (0..self.0.len()).any(|at| self.is_punct(at, ';') || self.is_pair(at, '=', '>'))
    }

    pub(crate) fn has_arms(self) -> bool {
        (0..self.0.len()).any(|at| self.is_pair(at, '=', '>'))
    }
}

fn is_keyword(word: &Ident) -> bool {
    KEYWORDS.iter().any(|keyword| word == keyword)
}

/// Words that begin an expression or a pattern and never end an operand.
const KEYWORDS: [&str; 16] = [
    "return", "break", "in", "if", "while", "match", "else", "move", "async", "let", "mut", "ref",
    "yield", "loop", "unsafe", "static",
];

pub(crate) fn flat(stream: TokenStream) -> Vec<TokenTree> {
    stream.into_iter().collect()
}

/// The ranges of the parts between top-level commas; an empty last part is left out.
pub(crate) fn comma_parts(tokens: &[TokenTree]) -> Vec<std::ops::Range<usize>> {
    let level = Level(tokens);
    let mut parts = Vec::new();
    let mut start = 0;
    for at in 0..=tokens.len() {
        let ends = at == tokens.len() || level.is_punct(at, ',');
        if ends && (at > start || at < tokens.len()) {
            parts.push(start..at);
        }
        start = if ends { at + 1 } else { start };
    }
    parts
}

/// Tokens as a person writes them.
pub(crate) fn spelled(tokens: &TokenStream) -> String {
    let mut text = tokens.to_string();
    for (printed, written) in [
        (" :: ", "::"),
        (":: ", "::"),
        (" . ", "."),
        (" ! (", "!("),
        ("! (", "!("),
        (" (", "("),
        (" < ", "<"),
        (" >", ">"),
        (" ,", ","),
        ("& ", "&"),
        (" ?", "?"),
        (" ..", ".."),
        ("..= ", "..="),
    ] {
        text = text.replace(printed, written);
    }
    text
}

/// The same group around other tokens.
pub(crate) fn regroup(group: &Group, stream: TokenStream) -> Group {
    let mut new = Group::new(group.delimiter(), stream);
    new.set_span(group.span());
    new
}

/// The same tokens, of a path of ours, at another place.
pub(crate) fn respan(stream: TokenStream, span: Span) -> TokenStream {
    let tokens = stream.into_iter().map(|mut token| {
        token.set_span(span);
        token
    });
    tokens.collect()
}

/// The first token alone.
pub(crate) fn first(tokens: &TokenStream) -> TokenStream {
    tokens.clone().into_iter().take(1).collect()
}

/// The span of the first token of what an author wrote.
pub(crate) fn first_span(tokens: &impl ToTokens) -> Span {
    let mut stream = tokens.to_token_stream().into_iter();
    stream
        .next()
        .map_or_else(|| tokens.span(), |token| token.span())
}

/// The span of the last token.
pub(crate) fn last_span(tokens: &TokenStream) -> Span {
    let last = tokens.clone().into_iter().last();
    last.map_or_else(|| tokens.span(), |token| token.span())
}
