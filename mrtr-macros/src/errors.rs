//! All mistakes of one item, gathered so that one build reports them together.

use std::cell::RefCell;
use std::fmt::Display;

use proc_macro2::Span;
use quote::ToTokens;

/// Gathers errors by shared reference. It must be [finished](Self::finish): dropping it otherwise is a bug in the macro,
/// which debug builds report.
pub(crate) struct Errors {
    errors: RefCell<Option<Vec<syn::Error>>>,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self {
            errors: RefCell::new(Some(Vec::new())),
        }
    }

    /// An error that underlines `tokens`.
    pub(crate) fn on(&self, tokens: impl ToTokens, message: impl Display) {
        self.add(syn::Error::new_spanned(tokens, message));
    }

    /// An error that underlines `span`.
    pub(crate) fn at(&self, span: Span, message: impl Display) {
        self.add(syn::Error::new(span, message));
    }

    /// An error of a parser.
    pub(crate) fn add(&self, error: syn::Error) {
        if let Some(errors) = self.errors.borrow_mut().as_mut() {
            errors.push(error);
        }
    }

    /// The value of a parser, or its error added and `None`.
    pub(crate) fn keep<T>(&self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.add(error)).ok()
    }

    /// Whether one was found.
    pub(crate) fn is_any(&self) -> bool {
        let errors = self.errors.borrow();
        errors.as_ref().is_some_and(|errors| !errors.is_empty())
    }

    /// All errors, in the order in which they were found.
    pub(crate) fn take(self) -> Vec<syn::Error> {
        self.errors.borrow_mut().take().unwrap_or_default()
    }

    /// All errors in one, in the order in which they were found.
    pub(crate) fn finish(self) -> syn::Result<()> {
        let combined = self.take().into_iter().reduce(|mut all, error| {
            all.combine(error);
            all
        });
        combined.map_or(Ok(()), Err)
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        let finished = self.errors.borrow().is_none();
        debug_assert!(
            finished || std::thread::panicking(),
            "errors were gathered and never reported"
        );
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn all_errors_are_reported_in_the_order_in_which_they_were_found() {
        let errors = Errors::new();
        errors.at(Span::call_site(), "first");
        errors.on(quote::quote!(x), "second");
        let found: Vec<_> = errors
            .finish()
            .unwrap_err()
            .into_iter()
            .map(|error| error.to_string())
            .collect();
        assert_eq!(found, ["first", "second"]);
    }

    #[test]
    fn nothing_found_is_no_error() {
        assert!(Errors::new().finish().is_ok());
    }

    #[test]
    #[should_panic(expected = "never reported")]
    fn forgetting_to_report_is_found_in_debug_builds() {
        drop(Errors::new());
    }
}
