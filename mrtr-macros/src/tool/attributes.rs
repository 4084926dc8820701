//! Sorts the attributes of a handler: which go to its part, which to its shell.

use proc_macro2::TokenStream;
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Token, parse_quote};

#[derive(Default)]
pub(crate) struct Sorted {
    /// `#[cfg(..)]`, for every item.
    pub(crate) cfgs: Vec<Attribute>,
    /// `#[tool]` or `#[prompt]`.
    pub(crate) sdk: Option<Attribute>,
    /// Lints that the author allows, and `deprecated`, for the shell too.
    pub(crate) shared: Vec<Attribute>,
    /// For the shell, and last there: rmcp forgets a doc comment that another attribute follows.
    pub(crate) docs: Vec<Attribute>,
    /// For the part alone: `tracing::instrument`, lint levels, ….
    pub(crate) rest: Vec<Attribute>,
}

impl Sorted {
    pub(crate) fn of(attributes: &[Attribute]) -> Self {
        let mut sorted = Self::default();
        for attribute in attributes {
            match split_cfg_attr(attribute) {
                Some(attributes) => attributes
                    .into_iter()
                    .for_each(|attribute| sorted.put(&attribute)),
                None => sorted.put(attribute),
            }
        }
        sorted
    }

    fn put(&mut self, attribute: &Attribute) {
        match inner_name(attribute).as_str() {
            "cfg" => self.cfgs.push(attribute.clone()),
            "tool" | "prompt" if self.sdk.is_none() => self.sdk = Some(attribute.clone()),
            "doc" => self.docs.push(attribute.clone()),
            "allow" | "deprecated" => {
                self.shared.push(attribute.clone());
                self.rest.push(attribute.clone());
            }
            "expect" => {
                // An expectation is met once; the shell only needs it not to warn.
                self.shared.extend(as_allow(attribute));
                self.rest.push(attribute.clone());
            }
            _ => self.rest.push(attribute.clone()),
        }
    }
}

/// The name of the attribute, or of the one that a `cfg_attr` holds.
fn inner_name(attribute: &Attribute) -> String {
    let name = |meta: &Meta| {
        meta.path()
            .segments
            .last()
            .map(|last| last.ident.to_string())
    };
    let held = cfg_attr_parts(attribute).and_then(|parts| parts.iter().nth(1).and_then(name));
    held.or_else(|| name(&attribute.meta)).unwrap_or_default()
}

fn as_allow(attribute: &Attribute) -> Option<Attribute> {
    let Meta::List(list) = &attribute.meta else {
        return None;
    };
    let lints = &list.tokens;
    attribute
        .path()
        .is_ident("expect")
        .then(|| parse_quote!(#[allow(#lints)]))
}

/// `cfg_attr(a, b, c)` as `cfg_attr(a, b)` and `cfg_attr(a, c)`.
fn split_cfg_attr(attribute: &Attribute) -> Option<Vec<Attribute>> {
    let parts = cfg_attr_parts(attribute)?;
    let condition = parts.first()?;
    Some(
        parts
            .iter()
            .skip(1)
            .map(|part| parse_quote!(#[cfg_attr(#condition, #part)]))
            .collect(),
    )
}

fn cfg_attr_parts(attribute: &Attribute) -> Option<Punctuated<Meta, Token![,]>> {
    if !attribute.path().is_ident("cfg_attr") {
        return None;
    }
    attribute.parse_args_with(Punctuated::parse_terminated).ok()
}

/// rmcp's attribute with `name = value` added, unless the author has set it.
pub(crate) fn with_option(
    attribute: &Attribute,
    name: &str,
    value: Option<TokenStream>,
) -> Attribute {
    let path = attribute.path();
    let given = match &attribute.meta {
        Meta::List(list) => list.tokens.clone(),
        Meta::Path(_) | Meta::NameValue(_) => TokenStream::new(),
    };
    let Some(value) = value.filter(|_| !sets(&given, name)) else {
        return attribute.clone();
    };
    let name = quote::format_ident!("{name}");
    let comma = needs_comma(&given).then(|| quote!(,));
    parse_quote!(#[#path(#given #comma #name = #value)])
}

fn sets(given: &TokenStream, name: &str) -> bool {
    let tokens = super::tokens::flat(given.clone());
    let level = super::tokens::Level(&tokens);
    (0..tokens.len()).any(|at| {
        let is_first = at == 0 || level.is_punct(at - 1, ',');
        is_first && level.is_word(at, name) && level.is_punct(at + 1, '=')
    })
}

fn needs_comma(given: &TokenStream) -> bool {
    given
        .clone()
        .into_iter()
        .last()
        .is_some_and(|last| last.to_string() != ",")
}
