//! Asks that are written so that nothing else about them can be told: each gets the one error that says how.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::LitStr;

use super::call::{as_message, leading};
use crate::errors::Errors;
use crate::tool::args::{Args, Message, Misplaced, Named};
use crate::tool::kind::Kind;
use crate::tool::named::{is_any_type, is_type};
use crate::tool::scan::Found;
use crate::tool::tokens::{first, spelled};

/// What is written so that nothing else about it can be told; true if it is reported.
pub(super) fn check(found: &Found, errors: &Errors) -> bool {
    let name = &found.name;
    match &found.args.misplaced {
        Some(Misplaced::NoComma(rest)) if found.kind == Kind::Elicit && is_value(rest) => {
            let start = leading(&found.args);
            let start = without_function(&start);
            errors.on(
                first(rest),
                format!("the type alone stands here, and the answer is a value of it: `{name}!({start}\"..\")`"),
            );
        }
        Some(Misplaced::NoComma(rest)) => {
            let what = match found.kind {
                Kind::Url => "the address",
                Kind::Pick => "what to pick from",
                _ => "the type",
            };
            let start = leading(&found.args);
            let text = spelled(rest);
            errors.on(
                first(rest),
                format!("expected `,` after {what}: `{name}!({start}{text})`"),
            );
        }
        Some(Misplaced::NoMessage(rest)) => {
            let why = if found.kind == Kind::Task {
                let text = spelled(rest);
                format!("has no message. What the client is shown is `{name}!(status = {text})`")
            } else {
                format!(
                    "has no message, since it asks the client and not the user. Write `{name}!()`"
                )
            };
            let text = format!("`{name}!` {why}");
            errors.on(rest, text);
        }
        _ => return check_subject(found, errors) || check_unnamed(found, errors),
    }
    true
}

/// `Form, ` of `Form::default, `: the type that a function makes a value of.
fn without_function(start: &str) -> String {
    match start.trim_end_matches(", ").rsplit_once("::") {
        Some((ty, name)) if name.starts_with(char::is_lowercase) => format!("{ty}, "),
        _ => start.to_owned(),
    }
}

/// Whether the fields of a struct stand behind its name, or the parts of a value: `Form { name: .. }`, `Form(..)`.
fn is_value(rest: &TokenStream) -> bool {
    let first = rest.clone().into_iter().next();
    matches!(first, Some(TokenTree::Group(group)) if group.delimiter() != Delimiter::Bracket)
}

/// No page, or one with a name; a type ahead of a list, or a text for one.
fn check_subject(found: &Found, errors: &Errors) -> bool {
    let text = match found.kind {
        Kind::Url => page_left_out(found),
        Kind::Pick => no_list(found),
        Kind::Elicit => named_type(found),
        _ => None,
    };
    if let Some((at, text)) = &text {
        errors.on(at, text);
    }
    text.is_some()
}

/// `ask_elicit!(type = Form, "Who?")`
fn named_type(found: &Found) -> Option<(TokenStream, String)> {
    let args = &found.args;
    let named = args.option("type").or_else(|| args.option("form"));
    let named = named.filter(|_| args.subject.is_none())?;
    let (ty, message) = (spelled(&named.value), args.literal()?.to_token_stream());
    let text = format!(
        "the type comes first and has no name: `ask_elicit!({ty}, {})`",
        spelled(&message)
    );
    Some((named.name.to_token_stream(), text))
}

/// `ask_url!(until = .., "Connect")`, `ask_url!(url = page, until = .., "Connect")`
fn page_left_out(found: &Found) -> Option<(TokenStream, String)> {
    const NAMES: [&str; 5] = ["url", "page", "address", "link", "href"];
    let args = &found.args;
    let message = args.subject.clone().unwrap_or_default();
    let text: LitStr = syn::parse2(message.clone()).ok()?;
    let is_missing = matches!(args.message, Message::Unknown) && !text.value().contains("://");
    if !is_missing || !matches!(args.misplaced, Some(Misplaced::Option(_))) {
        return None;
    }
    let named = NAMES.iter().find_map(|name| args.option(name));
    let others = args.options.iter();
    let others = others.filter(|option| named.is_none_or(|named| named.name != option.name));
    let others = others.map(|option| format!("{} = {}, ", option.name, spelled(&option.value)));
    let end = others.collect::<String>() + &spelled(&message);
    Some(match named {
        Some(page) => {
            let value = spelled(&page.value);
            let text =
                format!("the address comes first and has no name: `ask_url!({value}, {end})`");
            (page.name.to_token_stream(), text)
        }
        None => {
            let text =
                format!("this `ask_url!` has no page to send the user to: `ask_url!(page, {end})`");
            (found.name.to_token_stream(), text)
        }
    })
}

/// `ask_pick!(Ticket, &tickets, "Which?")`, `ask_pick!("a, b", "Which?")`
fn no_list(found: &Found) -> Option<(TokenStream, String)> {
    let args = &found.args;
    let start = leading(args);
    let message = args.literal()?.to_token_stream();
    let arguments = args.arguments.iter().map(|argument| {
        let name = argument.name.iter().map(|name| format!("{name} = "));
        let name: String = name.collect();
        format!(", {name}{}", spelled(&argument.value))
    });
    let instead = format!(
        "`ask_pick!({start}{message}{})`",
        arguments.collect::<String>()
    );
    match &args.misplaced {
        Some(Misplaced::Type(ty)) => {
            let text =
                format!("a pick needs no type: the answer is one of the items. Write {instead}");
            Some((ty.clone(), text))
        }
        Some(Misplaced::Text(text)) => Some((
            text.to_token_stream(),
            format!("one text is no list: {instead}"),
        )),
        None => {
            let ty = args.subject.as_ref().filter(|subject| is_type(subject))?;
            let shown = spelled(ty);
            let text = format!(
                "`{shown}` is a type, and a pick is of values: `ask_pick!(&files, {message})`. A `Choice` is asked for by `ask_elicit!({shown}, {message})`"
            );
            Some((ty.clone(), text))
        }
        _ => None,
    }
}

/// `several` for `several = ..`, and `message = ".."` for the message.
fn check_unnamed(found: &Found, errors: &Errors) -> bool {
    let name = &found.name;
    if let Some(message) = named_message(&found.args) {
        let subject = found
            .args
            .subject
            .iter()
            .map(|subject| format!("{}, ", spelled(subject)));
        let others = found
            .args
            .options
            .iter()
            .filter(|option| option.name != message.name);
        let others = others.map(|option| format!("{} = {}, ", option.name, spelled(&option.value)));
        let start: String = subject.chain(others).collect();
        let text = match syn::parse2::<LitStr>(message.value.clone()) {
            Ok(literal) => spelled(&literal.to_token_stream()),
            Err(_) => as_message(&message.value),
        };
        errors.on(
            &message.name,
            format!("the message stands last and has no name: `{name}!({start}{text})`"),
        );
        return true;
    }
    if let Some((at, text)) = type_ahead(found) {
        errors.on(at, text);
        return true;
    }
    let Some(option) = option_alone(found) else {
        return false;
    };
    let start = leading(&found.args);
    let value = if option == "several" { "1.." } else { ".." };
    errors.on(
        &option,
        format!("`{option}` takes a value: `{name}!({start}{option} = {value}, \"..\")`"),
    );
    true
}

/// The message, where it is written as an option and there is no other.
fn named_message(args: &Args) -> Option<&Named> {
    let is_unknown = matches!(args.message, Message::Unknown);
    let message = args.option("message").or_else(|| args.option("prompt"));
    message.filter(|_| is_unknown && args.is_readable)
}

/// An option without its value, which reads as a message with the message as its argument.
fn option_alone(found: &Found) -> Option<Ident> {
    let Message::Other(value) = &found.args.message else {
        return None;
    };
    let name: Ident = syn::parse2(value.clone()).ok()?;
    let next = found.args.arguments.first()?;
    let is_message = next.name.is_none() && syn::parse2::<LitStr>(next.value.clone()).is_ok();
    let is_option = found.kind.options().iter().any(|known| name == known);
    (is_message && is_option).then_some(name)
}

/// `ask_confirm!(bool, "Sure?")`, `ask_elicit!(Form, Size, "Which?")`: a type where the message stands.
fn type_ahead(found: &Found) -> Option<(TokenStream, String)> {
    let Message::Other(ty) = &found.args.message else {
        return None;
    };
    let next = found.args.arguments.first()?;
    let message: LitStr = syn::parse2(next.value.clone()).ok()?;
    if next.name.is_some() || !is_any_type(ty) {
        return None;
    }
    let (shown, message) = (spelled(ty), spelled(&message.to_token_stream()));
    let text = match found.kind {
        Kind::Confirm => format!(
            "a confirm has no type: its answer is a yes, and everything else is `Refused`. Write `ask_confirm!({message})`"
        ),
        Kind::Elicit => format!(
            "an ask has one type, and `{shown}` is a second one: put both into a form, or ask twice"
        ),
        _ => return None,
    };
    Some((ty.clone(), text))
}
