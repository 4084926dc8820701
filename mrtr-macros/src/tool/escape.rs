//! Escapes what a message for a person shows: its values come from a model's arguments.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::LitStr;
use syn::ext::IdentExt;

use super::args::Argument;
use super::kind::Kind;
use super::message::{Format, Shown, Use};
use super::paths::Paths;
use super::scan::Found;
use super::tokens::first_span;
use super::tokens::{flat, respan};

/// The arguments of a message, each with its comma in front.
pub(crate) fn escaped(paths: &Paths, found: &Found, literal: &LitStr) -> TokenStream {
    let format = Format::read(&literal.value());
    // An address cannot be escaped; it is reported.
    let is_shown_to_a_person = found.kind != Kind::Sample && !format.has_pointer;
    let given: Vec<_> = found.args.arguments.iter().collect();
    let mut tokens = TokenStream::new();
    for (position, argument) in given.iter().enumerate() {
        let value = &argument.value;
        let value = match raw(value) {
            Some(value) => value,
            None if is_shown_to_a_person && !is_count(&format, position, argument) => {
                let name = argument.name.as_ref().map(|name| name.unraw().to_string());
                escape(paths, value, format.shown(Some(position), name.as_deref()))
            }
            None => value.clone(),
        };
        let name = argument.name.iter();
        tokens.extend(quote!(, #(#name =)* #value));
    }
    if is_shown_to_a_person {
        tokens.extend(captured(paths, &format, &given, literal));
    }
    tokens
}

/// The arguments that no placeholder shows.
pub(crate) fn unused(found: &Found) -> Vec<&Argument> {
    let format = found.args.literal().map(|text| Format::read(&text.value()));
    let Some(format) = format else {
        return Vec::new();
    };
    let given = found.args.arguments.iter().enumerate();
    let unused =
        given.filter(|(position, argument)| !format.uses(*position, argument.name.as_ref()));
    unused.map(|(_, argument)| argument).collect()
}

/// The message with a placeholder for each argument that has none, which was reported.
pub(crate) fn repaired(found: &Found, literal: &LitStr) -> LitStr {
    let unused = unused(found);
    if unused.is_empty() {
        return literal.clone();
    }
    let mut text = literal.value();
    for (position, argument) in found.args.arguments.iter().enumerate() {
        if unused.iter().any(|unused| std::ptr::eq(*unused, argument)) {
            match &argument.name {
                Some(name) => text.push_str(&format!("{{{name}}}")),
                None => text.push_str(&format!("{{{position}}}")),
            }
        }
    }
    LitStr::new(&text, literal.span())
}

/// `name = escaped(&name)` for each `{name}` that has no argument.
fn captured(paths: &Paths, format: &Format, given: &[&Argument], literal: &LitStr) -> TokenStream {
    let shown = format.values.difference(&format.counts);
    let names = shown.filter_map(|shown| match shown {
        Use::Name(name) if !given.iter().any(|argument| is_named(argument, name)) => {
            Some((ident(name, literal)?, name))
        }
        _ => None,
    });
    let values = names.map(|(ident, name)| {
        let value = escape(paths, &quote!(#ident), format.shown(None, Some(name)));
        quote!(, #ident = #value)
    });
    values.collect()
}

fn is_named(argument: &Argument, name: &str) -> bool {
    argument.name.as_ref().is_some_and(|given| given == name)
}

/// A name in the literal, as code; rustc reports an unknown one there.
fn ident(name: &str, literal: &LitStr) -> Option<Ident> {
    let mut ident: Ident = syn::parse_str(name)
        .or_else(|_| syn::parse_str(&format!("r#{name}")))
        .ok()
        .or_else(|| (name == "self").then(|| Ident::new("self", literal.span())))?;
    ident.set_span(literal.span());
    Some(ident)
}

/// A width or a precision must stay the number that it is.
fn is_count(format: &Format, position: usize, argument: &Argument) -> bool {
    let name = argument
        .name
        .as_ref()
        .map(|name| Use::Name(name.to_string()));
    let is_named = name.is_some_and(|name| format.counts.contains(&name));
    is_named || format.counts.contains(&Use::Position(position))
}

/// `Displayed::displayed(&(value))`, which stands where the value does, for rustc's own errors.
fn escape(paths: &Paths, value: &TokenStream, shown: Shown) -> TokenStream {
    let span = Span::call_site().located_at(first_span(value));
    let private = respan(paths.private.clone(), span);
    let escaped = match shown {
        Shown::Display => quote_spanned!(span=> Displayed::displayed),
        Shown::Debug => quote_spanned!(span=> Debugged::debugged),
        Shown::Other => quote_spanned!(span=> escaped),
    };
    quote_spanned!(span=> #private::#escaped(&(#value)))
}

/// `x` of `raw(x)`.
fn raw(value: &TokenStream) -> Option<TokenStream> {
    match flat(value.clone()).as_slice() {
        [TokenTree::Ident(name), TokenTree::Group(group)]
            if name == "raw" && group.delimiter() == Delimiter::Parenthesis =>
        {
            Some(group.stream())
        }
        _ => None,
    }
}
