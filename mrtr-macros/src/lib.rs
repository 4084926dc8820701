//! The macros of `mrtr-runtime`, which re-exports and documents them.
#![forbid(unsafe_code)]

mod errors;
mod form;

use proc_macro::TokenStream;

/// A struct with named fields as a form. See the trait `Elicit` of `mrtr-runtime`.
#[proc_macro_derive(Elicit, attributes(elicit, serde))]
pub fn derive_elicit(input: TokenStream) -> TokenStream {
    form::derive_elicit(input.into()).into()
}

/// An enum without fields as the options of a form's field. See the trait `Choice` of `mrtr-runtime`.
#[proc_macro_derive(Choice, attributes(choice, serde))]
pub fn derive_choice(input: TokenStream) -> TokenStream {
    form::derive_choice(input.into()).into()
}
