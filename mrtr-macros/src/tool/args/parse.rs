//! The pieces that arguments are made of.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Expr, LitStr, Token, Type};

use super::{Argument, Message, Named};
use crate::tool::kind::Kind;
use crate::tool::named::is_no_type;

/// The type or url that stands first, if this kind has one.
pub(super) fn leading_subject(kind: Kind, input: ParseStream) -> syn::Result<Option<TokenStream>> {
    let subject = match kind {
        Kind::Elicit => input.parse::<Type>()?.into_token_stream(),
        Kind::Url | Kind::Pick => input.parse::<Expr>()?.into_token_stream(),
        Kind::Sample if !input.peek(LitStr) && !is_named(input) && !input.peek(Token![$]) => {
            let ahead = input.fork();
            // A message that is no literal is told apart from a type by what follows.
            if ahead.parse::<Type>().is_err() || !ahead.peek(Token![,]) {
                return Ok(None);
            }
            input.parse::<Type>()?.into_token_stream()
        }
        _ => return Ok(None),
    };
    Ok(Some(subject))
}

/// Whether `name =` stands here.
pub(super) fn is_named(input: ParseStream) -> bool {
    input.peek(syn::Ident::peek_any)
        && input.peek2(Token![=])
        && !input.peek2(Token![==])
        && !input.peek2(Token![=>])
}

/// Whether an option stands here. In a capture, `name = value` alone is an assignment.
pub(super) fn is_option(kind: Kind, input: ParseStream) -> bool {
    if kind != Kind::Capture {
        return begins_option(kind, input);
    }
    let ahead = input.fork();
    begins_option(kind, input) && option(&ahead).is_ok() && !ahead.is_empty()
}

/// Whether `name =` stands here, or the name of an option with a colon behind it.
pub(super) fn begins_option(kind: Kind, input: ParseStream) -> bool {
    if is_named(input) {
        return true;
    }
    let is_colon = input.peek2(Token![:]) && !input.peek2(Token![::]);
    let name = input.fork().call(Ident::parse_any);
    is_colon && name.is_ok_and(|name| kind.options().iter().any(|known| name == known))
}

/// The type that stands here, with a comma and a message or an option behind it.
pub(super) fn listed_first(input: ParseStream) -> Option<TokenStream> {
    let ahead = input.fork();
    let ty: Type = ahead.parse().ok()?;
    ahead.parse::<Token![,]>().ok()?;
    let is_ask = ahead.peek(LitStr) || is_named(&ahead);
    (is_ask && !is_no_type(&ty)).then(|| ty.into_token_stream())
}

/// What stands behind an address up to the first option or the message.
pub(super) fn address_arguments(kind: Kind, input: ParseStream) -> syn::Result<Vec<Expr>> {
    let mut arguments = Vec::new();
    while !input.is_empty() && !begins_option(kind, input) && !input.peek(LitStr) {
        arguments.push(input.parse()?);
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(arguments)
}

pub(super) fn option(input: ParseStream) -> syn::Result<Named> {
    let name = input.call(Ident::parse_any)?;
    let has_colon = input.parse::<Option<Token![:]>>()?.is_some();
    if !has_colon {
        input.parse::<Token![=]>()?;
    }
    let value = input.parse::<Expr>()?.into_token_stream();
    if !input.is_empty() {
        input.parse::<Token![,]>()?;
    }
    Ok(Named {
        name,
        value,
        has_colon,
    })
}

pub(super) fn message(input: ParseStream) -> syn::Result<Message> {
    if input.is_empty() {
        return Ok(Message::Unknown);
    }
    if is_message(input) {
        return Ok(Message::Literal(input.parse()?));
    }
    Ok(Message::Other(input.parse::<Expr>()?.into_token_stream()))
}

/// Whether a string literal stands here by itself.
pub(super) fn is_message(input: ParseStream) -> bool {
    let ahead = input.fork();
    ahead.parse::<LitStr>().is_ok() && (ahead.is_empty() || ahead.peek(Token![,]))
}

pub(super) fn arguments(kind: Kind, input: ParseStream) -> syn::Result<Vec<Argument>> {
    let mut arguments = Vec::new();
    while !input.is_empty() {
        input.parse::<Token![,]>()?;
        if input.is_empty() {
            break;
        }
        let name = if begins_option(kind, input) {
            Some(named(input)?)
        } else {
            None
        };
        let value = input.parse::<Expr>()?.into_token_stream();
        arguments.push(Argument { name, value });
    }
    Ok(arguments)
}

pub(super) fn named(input: ParseStream) -> syn::Result<Ident> {
    let name = input.call(Ident::parse_any)?;
    if input.parse::<Option<Token![:]>>()?.is_none() {
        input.parse::<Token![=]>()?;
    }
    Ok(name)
}

/// `"red, green"` as the list that it is meant to be.
pub(super) fn listed(text: &LitStr) -> TokenStream {
    let text = text.value();
    let items = text.split(',').map(str::trim);
    quote!([#(#items),*])
}
