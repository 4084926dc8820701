//! Collects the mistakes of one item, so that all are reported together and none hides another.

use std::cell::RefCell;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;

/// Where the readers and checks of an item put what they find.
#[derive(Default)]
pub(crate) struct Sink(RefCell<Vec<syn::Error>>);

impl Sink {
    /// Reports a mistake that all of `tokens` make.
    pub(crate) fn on(&self, tokens: impl ToTokens, text: impl std::fmt::Display) {
        self.push(syn::Error::new_spanned(tokens, text));
    }

    /// Reports a mistake at one token.
    pub(crate) fn at(&self, span: Span, text: impl std::fmt::Display) {
        self.push(syn::Error::new(span, text));
    }

    pub(crate) fn push(&self, error: syn::Error) {
        self.0.borrow_mut().push(error);
    }

    /// The mistakes as `compile_error!`s, in the order in which they were found.
    pub(crate) fn into_tokens(self) -> TokenStream {
        let errors = self.0.into_inner();
        errors.iter().map(syn::Error::to_compile_error).collect()
    }

    #[cfg(test)]
    pub(crate) fn texts(&self) -> Vec<String> {
        self.0.borrow().iter().map(ToString::to_string).collect()
    }
}

/// The span of the first token of what an author wrote.
pub(crate) fn first_span(tokens: &impl ToTokens) -> Span {
    let mut stream = tokens.to_token_stream().into_iter();
    stream
        .next()
        .map_or_else(|| tokens.span(), |token| token.span())
}
