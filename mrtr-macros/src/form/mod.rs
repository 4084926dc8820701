//! `#[derive(Elicit)]` and `#[derive(Choice)]`: parse into a model, check it, expand it.

mod attr;
mod case;
mod check;
mod choice;
mod default;
mod docs;
mod expand;
mod expand_choice;
mod field_type;
mod literal;
mod model;
mod options;
mod parse;
pub(crate) mod secrets;
mod settings;
mod types;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::errors::Errors;

/// Whether a type can be a form or a field of one, as far as its spelling tells; if not, why.
pub(crate) fn shape(ty: &syn::Type) -> syn::Result<()> {
    types::shape(ty).map(drop)
}

/// Whether one value of this type is text.
pub(crate) fn is_text(ty: &syn::Type) -> bool {
    matches!(types::shape(ty), Ok(types::Shape::Text))
}

/// What of a secret one value of this type can be.
pub(crate) fn secrets_in(ty: &syn::Type) -> Option<secrets::AskedFor> {
    secrets::in_shape(types::shape(ty).ok()?)
}

/// The expansion of `#[derive(Elicit)]`.
pub(crate) fn derive_elicit(input: TokenStream) -> TokenStream {
    derive(input, |input, errors| {
        let form = parse::form(input, errors);
        form.iter().for_each(|form| check::form(form, errors));
        Expansion {
            right: form.as_ref().map(expand::form).unwrap_or_default(),
            wrong: [
                expand::form_stub(input),
                form.as_ref().map(expand::field_types).unwrap_or_default(),
            ]
            .into_iter()
            .collect(),
        }
    })
}

/// The expansion of `#[derive(Choice)]`.
pub(crate) fn derive_choice(input: TokenStream) -> TokenStream {
    derive(input, |input, errors| {
        let choice = choice::parse(input, errors);
        choice
            .iter()
            .for_each(|choice| choice::check(choice, errors));
        Expansion {
            right: choice
                .as_ref()
                .map(expand_choice::choice)
                .unwrap_or_default(),
            wrong: expand_choice::stub(input),
        }
    })
}

/// What an item expands to when it is right, and beside its errors when it is wrong: then impls that do nothing, so that
/// no use of the type is an error too.
struct Expansion {
    right: TokenStream,
    wrong: TokenStream,
}

fn derive(
    input: TokenStream,
    expand: impl FnOnce(&DeriveInput, &Errors) -> Expansion,
) -> TokenStream {
    let input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let errors = Errors::new();
    let Expansion { right, wrong } = expand(&input, &errors);
    match errors.finish() {
        Ok(()) => right,
        Err(error) => [error.into_compile_error(), wrong].into_iter().collect(),
    }
}

#[cfg(test)]
mod tests;
