//! Warnings on stable Rust: a call whose result must be used, with the user's token as its span.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::Attribute;

/// Something that compiles and is probably not meant.
#[derive(Debug)]
pub(super) struct Warning {
    pub(super) span: Span,
    pub(super) text: String,
}

impl Warning {
    /// `lints` are the lint attributes of the item, so that `#[allow(unused_must_use)]` on it silences this.
    pub(super) fn expand(&self, lints: &[Attribute]) -> TokenStream {
        let text = &self.text;
        quote_spanned! {self.span=>
            #(#lints)*
            const _: () = {
                struct Checked;
                #[must_use = #text]
                const fn form_warning() -> Checked { Checked }
                form_warning();
            };
        }
    }
}

/// The lint attributes among these.
pub(super) fn lints(attrs: &[Attribute]) -> Vec<Attribute> {
    let is_lint = |attr: &&Attribute| {
        ["allow", "warn", "deny"]
            .iter()
            .any(|lint| attr.path().is_ident(lint))
    };
    attrs.iter().filter(is_lint).cloned().collect()
}
