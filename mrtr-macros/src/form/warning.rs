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
        // In a tuple: a bare call would get rustc's advice to put `let _ =` in front of the user's token.
        quote_spanned! {self.span=>
            #(#lints)*
            const _: () = {
                #[must_use = #text]
                struct FormHint;
                const fn hint() -> FormHint { FormHint }
                (hint(),);
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
