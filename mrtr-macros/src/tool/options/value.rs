//! One option of an attribute, and how its value is read.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Expr, LitInt, LitStr, Path, Token};

/// `name`, `name = value` or `name(..)`.
pub(super) struct Given {
    pub(super) name: Ident,
    pub(super) value: Value,
}

pub(super) enum Value {
    None,
    Is(TokenStream),
    List(TokenStream),
}

impl Parse for Given {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let name = input.call(Ident::parse_any)?;
        let value = if input.peek(syn::token::Paren) {
            let names: proc_macro2::Group = input.parse()?;
            Value::List(names.stream())
        } else if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            Value::Is(value_tokens(input)?)
        } else {
            Value::None
        };
        Ok(Self { name, value })
    }
}

fn value_tokens(input: ParseStream) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        tokens.extend(Some(input.parse::<proc_macro2::TokenTree>()?));
    }
    Ok(tokens)
}

/// How an option is written, for one whose value does not fit.
pub(super) fn usage(option: &Given) -> String {
    let name = option.name.to_string();
    let text = match name.as_str() {
        "single_use" | "unsolicited" | "strict" | "tasks" => {
            "this option is a word alone: it has no value"
        }
        "preflight" => "the only value is `preflight = off`; leave it out to gate the asks ahead",
        "version" => "write a whole number: `version = 2`",
        "accept" => "write the older versions whose captures still fit: `accept = [1]`",
        "ttl" => "write how long a round may take, in seconds, minutes or hours: `ttl = \"10m\"`",
        "max_requests" => return out_of_range(option),
        "allow" => return allowed(option),
        "crate" => return the_path(option),
        _ => "this option is written `name = value`",
    };
    text.to_owned()
}

fn the_path(option: &Given) -> String {
    let written = match &option.value {
        Value::Is(value) => syn::parse2(value.clone()).ok(),
        Value::None | Value::List(_) => None,
    };
    let path = written.map_or_else(|| "mrtr".to_owned(), |text: LitStr| text.value());
    format!("write the path itself: `crate = {path}`")
}

fn allowed(option: &Given) -> String {
    let named = match &option.value {
        Value::Is(names) | Value::List(names) => names.to_string().replace(['"', '[', ']'], ""),
        Value::None => String::new(),
    };
    let named = named.trim();
    let named = if named.is_empty() {
        "clock, random"
    } else {
        named
    };
    format!("write what may be used: `allow({named})`")
}

fn out_of_range(option: &Given) -> String {
    match &option.value {
        Value::Is(value) if value.to_string() == "0" => {
            "`max_requests = 0` is out of range 1..=32: a flow needs at least one round".to_owned()
        }
        Value::Is(value) if syn::parse2::<LitStr>(value.clone()).is_ok() => {
            let text = value.to_string();
            let number = text.trim_matches('"');
            format!("`max_requests` is a number, without quotes: `max_requests = {number}`")
        }
        Value::Is(value) if syn::parse2::<syn::Path>(value.clone()).is_ok() => {
            format!("write the number itself, from 1 to 32: an attribute cannot look up `{value}`")
        }
        Value::Is(value) => format!("`max_requests = {value}` is out of range 1..=32"),
        Value::None | Value::List(_) => {
            "write a number from 1 to 32: `max_requests = 8`".to_owned()
        }
    }
}

pub(super) fn number(value: &TokenStream) -> Option<u32> {
    let literal: LitInt = syn::parse2(value.clone()).ok()?;
    literal.base10_parse().ok()
}

pub(super) fn numbers(value: &TokenStream) -> Option<Vec<u32>> {
    let Ok(Expr::Array(array)) = syn::parse2(value.clone()) else {
        return None;
    };
    array
        .elems
        .iter()
        .map(|element| number(&quote!(#element)))
        .collect()
}

pub(super) fn seconds(value: &TokenStream) -> Option<u64> {
    let text = syn::parse2::<LitStr>(value.clone()).ok()?.value();
    let unit = match text.chars().last()? {
        's' => 1,
        'm' => 60,
        'h' => 3600,
        _ => return None,
    };
    let digits = text.get(..text.len() - 1)?;
    if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let number: u64 = digits.parse().ok()?;
    number.checked_mul(unit).filter(|seconds| *seconds > 0)
}

pub(super) fn path(value: &TokenStream) -> Option<TokenStream> {
    let path: Path = syn::parse2(value.clone()).ok()?;
    Some(quote!(#path))
}
