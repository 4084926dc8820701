//! Warnings on stable Rust: a value that must be used, where the user's tokens stand.
//!
//! rustc makes the headline of the name of the value's type, and a note of its text.
//!
//! A deprecated item would put the text into the headline. But the headline would begin with "use of deprecated struct",
//! which is false; `#![allow(deprecated)]`, which servers write that use rmcp's sampling, would silence it; `#[warn(deprecated)]`
//! around it, which undoes that, is an error under `#![forbid(deprecated)]`; and editors strike deprecated tokens through.
//! No other lint of stable rustc shows a text that an expansion chooses.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Attribute;

/// Something that compiles and is probably not meant.
#[derive(Debug)]
pub(crate) struct Warning {
    /// What it is about, as a name: rustc's headline shows it.
    pub(crate) headline: &'static str,
    /// The first and the last of the tokens to underline.
    pub(crate) from: Span,
    pub(crate) to: Span,
    pub(crate) text: String,
}

impl Warning {
    /// A warning that underlines one token.
    pub(crate) fn at(span: Span, headline: &'static str, text: String) -> Self {
        Self {
            headline,
            from: span,
            to: span,
            text,
        }
    }

    /// ```text
    /// const _: () = {
    ///     #[must_use = TEXT] struct NAME {}
    ///     (NAME {},);
    /// };
    /// ```
    fn expand(&self, name: &str, lints: &[Attribute]) -> TokenStream {
        let text = &self.text;
        // Only the value itself is the user's: no other lint looks at what surrounds it. It stands in a tuple, since a
        // bare one would get rustc's advice to put `let _ =` in front of the user's token.
        let name = Ident::new(name, self.from);
        let mut nothing = Group::new(Delimiter::Brace, TokenStream::new());
        nothing.set_span(self.to);
        let value = quote!(#name #nothing);
        let span = Span::call_site().located_at(self.from);
        quote_spanned! {span=>
            #(#lints)*
            const _: () = {
                #[allow(non_camel_case_types)]
                #[must_use = #text]
                struct #name {}
                (#value,);
            };
        }
    }
}

/// The warnings about an item, as items. `lints` are its lint attributes, so that `#[allow(unused_must_use)]` on it
/// silences them.
///
/// Each has a name of its own, since rustc shows the whole path of a name that a crate has twice.
pub(crate) fn expand<'a>(
    item: &Ident,
    warnings: impl IntoIterator<Item = &'a Warning>,
    lints: &[Attribute],
) -> TokenStream {
    let mut seen = Vec::new();
    let expanded = warnings.into_iter().map(|warning| {
        let name = format_ident!("{}_in_{}", warning.headline, item).to_string();
        seen.push(name.clone());
        let number = seen.iter().filter(|seen| **seen == name).count();
        let name = if number == 1 {
            name
        } else {
            format!("{name}_no_{number}")
        };
        warning.expand(&name, lints)
    });
    expanded.collect()
}

/// The lint attributes among these.
pub(crate) fn lints(attrs: &[Attribute]) -> Vec<Attribute> {
    let is_lint = |attr: &&Attribute| {
        ["allow", "warn", "deny"]
            .iter()
            .any(|lint| attr.path().is_ident(lint))
    };
    attrs.iter().filter(is_lint).cloned().collect()
}
