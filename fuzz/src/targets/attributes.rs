//! The attributes and derives on any text: no input makes the compiler's process panic, what they write is Rust, and an
//! option is an error where a slow reading of it says so.

mod options;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use crate::form::{derive_choice, derive_elicit};
use crate::tool::{Attribute, expand};

const ATTRIBUTES: [Attribute; 5] = [
    Attribute::Tool,
    Attribute::Prompt,
    Attribute::Resource,
    Attribute::Part,
    Attribute::Handler,
];

/// The first byte tells the attribute; then come its options, a zero byte, and what it stands on.
pub fn check(data: &[u8]) {
    let Some((which, text)) = data.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    let (given, item) = text.split_once('\0').unwrap_or((text, ITEM));
    let (Ok(given), Ok(item)) = (given.parse(), item.parse()) else {
        return;
    };
    match ATTRIBUTES.get(usize::from(which % 7)) {
        Some(attribute) => attributes(*attribute, given, item),
        None if which % 7 == 5 => derive(derive_elicit, &item),
        None => derive(derive_choice, &item),
    }
}

const ITEM: &str = "async fn handler(&self) -> R { todo() }";

fn attributes(attribute: Attribute, given: TokenStream, item: TokenStream) {
    let expanded = expand(attribute, given.clone(), item.clone());
    is_rust(&item, &expanded);
    let again = expand(attribute, given.clone(), item).to_string();
    assert_eq!(again, expanded.to_string(), "two expansions differ");
    if matches!(
        attribute,
        Attribute::Tool | Attribute::Prompt | Attribute::Part
    ) {
        let expanded = expand(attribute, given.clone(), ITEM.parse().unwrap());
        let is_right = options::are_right(attribute, given.clone());
        assert_eq!(
            !has_error(expanded),
            is_right,
            "{} ({given})",
            attribute.name()
        );
    }
}

fn derive(derive: fn(TokenStream) -> TokenStream, item: &TokenStream) {
    is_rust(item, &derive(item.clone()));
}

/// Where the item is Rust, what stands in its macros too, so is what is written for it.
fn is_rust(item: &TokenStream, expanded: &TokenStream) {
    let is_whole = parses(item) && macros_hold_rust(item.clone());
    assert!(!is_whole || parses(expanded), "{item}\nbecomes\n{expanded}");
}

/// At the top of a file, or in an `impl`.
fn parses(tokens: &TokenStream) -> bool {
    syn::parse2::<syn::File>(tokens.clone()).is_ok()
        || syn::parse2::<syn::ItemImpl>(quote!(impl X { #tokens })).is_ok()
}

/// Arguments of macros: expressions, or types.
fn macros_hold_rust(tokens: TokenStream) -> bool {
    let tokens: Vec<_> = tokens.into_iter().collect();
    tokens.iter().enumerate().all(|(at, token)| {
        let TokenTree::Group(group) = token else {
            return true;
        };
        let is_macro = at > 1
            && matches!(&tokens[at - 1], TokenTree::Punct(sign) if sign.as_char() == '!')
            && matches!(&tokens[at - 2], TokenTree::Ident(_));
        macros_hold_rust(group.stream()) && (!is_macro || are_arguments(group.stream()))
    })
}

fn are_arguments(tokens: TokenStream) -> bool {
    options::split(tokens).is_some_and(|arguments| {
        arguments.into_iter().all(|argument| {
            let argument: TokenStream = argument.into_iter().collect();
            syn::parse2::<syn::Expr>(argument.clone()).is_ok()
                || syn::parse2::<syn::Type>(argument).is_ok()
        })
    })
}

fn has_error(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => has_error(group.stream()),
        TokenTree::Ident(name) => name == "compile_error",
        _ => false,
    })
}
