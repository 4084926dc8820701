//! An attribute on something that it does not go on.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{ImplItem, ItemImpl};

use super::body::Body;
use super::item::FnItem;
use super::options::{Attribute, Options};
use super::tokens::{flat, regroup};
use crate::errors::Errors;

/// Reports that the item is no function, on the word that says what it is.
pub(crate) fn not_a_function(attribute: Attribute, item: &TokenStream, errors: &Errors) {
    let words = [
        "impl",
        "struct",
        "enum",
        "union",
        "trait",
        "mod",
        "const",
        "static",
        "type",
        "use",
        "macro_rules",
        "fn",
    ];
    let is_word = |token: &TokenTree| words.iter().any(|word| token.to_string() == *word);
    let tokens = flat(item.clone());
    let found = tokens
        .iter()
        .find(|token| is_word(token))
        .or_else(|| tokens.first());
    let name = attribute.name();
    let instead = match found.map(ToString::to_string).as_deref() {
        Some("impl" | "trait") => "; write it on each method of this block that asks",
        Some("fn") => ", and this one has no body that could be read",
        _ => "",
    };
    errors.on(
        found,
        format!("`#[{name}]` goes on one `async fn`{instead}"),
    );
}

/// The function without other attributes of ours, each of which would make a handler or a part of it once more.
pub(crate) fn without_another(attribute: Attribute, item: &FnItem, errors: &Errors) -> FnItem {
    let (ours, function) = (attribute.name(), item.plain_name());
    let mut item = item.clone();
    item.attributes.retain(|other| {
        let last = other.path().segments.last();
        let name = last.map(|last| last.ident.to_string()).unwrap_or_default();
        if !NAMES.contains(&name.as_str()) {
            return true;
        }
        let text = if name == ours {
            format!("`#[{ours}]` stands here twice: take one away, and write its options into the other")
        } else if name == "mrtr_part" || ours == "mrtr_part" {
            format!("a handler is a part already, `part!(self.{function}_part(..))`: take `#[mrtr_part]` away")
        } else {
            format!("a function is one handler, and `#[{ours}]` stands above it already: take `#[{name}]` away, or write a handler of its own")
        };
        errors.on(other.path(), text);
        false
    });
    item
}

const NAMES: [&str; 4] = ["mrtr_tool", "mrtr_prompt", "mrtr_resource", "mrtr_part"];

/// The function without the attribute of rmcp below.
pub(crate) fn without_sdk(item: &FnItem) -> FnItem {
    let mut item = item.clone();
    item.attributes.retain(|attribute| {
        let last = attribute.path().segments.last();
        !last.is_some_and(|last| last.ident == "tool" || last.ident == "prompt")
    });
    item
}

/// The item, with its asks made harmless where it is an `impl`: one mistake is one error.
pub(crate) fn harmless(item: TokenStream, options: &Options) -> TokenStream {
    let Ok(mut block) = syn::parse2::<ItemImpl>(item.clone()) else {
        return item;
    };
    for item in &mut block.items {
        if let Ok(function) = syn::parse2::<FnItem>(item.to_token_stream()) {
            *item = ImplItem::Verbatim(without_flow(&function, options));
        }
    }
    block.into_token_stream()
}

/// The function as it is written, with its asks made harmless.
pub(crate) fn without_flow(item: &FnItem, options: &Options) -> TokenStream {
    // One mistake is one error: what else is wrong shows once the attribute is moved.
    let unreported = Errors::new();
    let body = Body::read(item, options, &unreported);
    let _ = unreported.finish();
    let body = regroup(&item.body, body.without_flow(item, options));
    let FnItem {
        attributes,
        visibility,
        signature,
        ..
    } = item;
    // What only the asks used would be reported as unused.
    quote!(#[allow(unused)] #(#attributes)* #visibility #signature #body)
}
