//! The options and the message of one ask.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprAsync, ExprClosure, LitStr};

use super::{behind, literals, sum, url, written};
use crate::errors::Errors;
use crate::form::shape;
use crate::similar::nearest;
use crate::tool::args::{Args, Call, Message, Misplaced, Named};
use crate::tool::escape::unused;
use crate::tool::keys::is_key;
use crate::tool::kind::Kind;
use crate::tool::message::Format;
use crate::tool::named::is_value;
use crate::tool::scan::Found;
use crate::tool::standing::{is_result, is_statement};
use crate::tool::tokens::{self, flat, spelled};

pub(super) fn check(found: &Found, bindings: &[Option<Ident>], errors: &Errors) {
    if !found.args.is_readable {
        return;
    }
    if written::check(found, errors) {
        return;
    }
    check_order(found, errors);
    behind::check(found, errors);
    check_options(found, errors);
    if found.kind == Kind::Part {
        check_part(found, errors);
    } else if found.kind.has_message() {
        check_message(found, errors);
        check_arguments(found, errors);
    }
    literals::check(found, errors);
    if found.kind == Kind::Url {
        url::check(found, bindings, errors);
    }
}

/// The type of the answer, or what to pick from, comes first; what is captured is there at all.
fn check_order(found: &Found, errors: &Errors) {
    let name = &found.name;
    let subject = found.args.subject.as_ref();
    let (first, example) = match found.kind {
        Kind::Pick => ("what to pick from comes first", "&files"),
        Kind::Url => ("the address comes first", "page"),
        _ if subject.is_none() => (
            "the type of the answer comes first, a form or one value such as `String`",
            "Form",
        ),
        _ => ("the type of the answer comes first", "Form"),
    };
    let written = subject.map_or_else(|| example.to_owned(), spelled);
    match &found.args.misplaced {
        Some(Misplaced::Message(message)) => {
            let text = message.to_token_stream();
            errors.on(message, format!("{first}: `{name}!({written}, {text})`"));
        }
        Some(Misplaced::Option(option)) => {
            errors.on(
                option,
                format!("{first}, then the options: `{name}!({written}, {option} = .., \"..\")`"),
            );
        }
        None if found.kind == Kind::Elicit => check_form(found, errors),
        _ => {}
    }
    if found.kind == Kind::Capture && subject.is_none_or(TokenStream::is_empty) {
        errors.on(name, "`capture!` takes the expression whose value is kept: `capture!(self.db.load(id).await?)`");
    } else if let Some(statements) = subject.filter(|it| is_statements(found, it)) {
        errors.on(tokens::first(statements), statements_text(statements));
    } else if let Some(closure) = captured_closure(found) {
        let body = spelled(&closure.body.to_token_stream());
        errors.on(
            &closure,
            format!("`capture!` evaluates what it is given by itself, where it stands, and no closure: `capture!({body})`"),
        );
    } else if let Some(future) = unawaited(found) {
        errors.on(
            future.async_token,
            "this captures a future, and not what it gives: write `.await` behind the block",
        );
    }
}

fn is_statements(found: &Found, subject: &TokenStream) -> bool {
    found.kind == Kind::Capture && is_statement(subject)
}

fn statements_text(statements: &TokenStream) -> String {
    let is_let = statements.to_string().starts_with("let ");
    let instead = match spelled(statements).split_once(" = ") {
        Some((name, value)) if is_let => format!("{name} = capture!({value});"),
        _ => "let value = capture!({ ..; value });".to_owned(),
    };
    format!("`capture!` takes one expression, and gives its value: `{instead}`")
}

/// A closure without parameters that is captured as it is.
pub(crate) fn captured_closure(found: &Found) -> Option<ExprClosure> {
    let subject = found.args.subject.as_ref();
    let subject = subject.filter(|_| found.kind == Kind::Capture)?;
    match syn::parse2(subject.clone()) {
        Ok(Expr::Closure(closure)) if closure.inputs.is_empty() && closure.asyncness.is_none() => {
            Some(closure)
        }
        _ => None,
    }
}

/// An async block that is captured as it is.
pub(crate) fn unawaited(found: &Found) -> Option<ExprAsync> {
    let subject = found.args.subject.as_ref();
    let subject = subject.filter(|_| found.kind == Kind::Capture)?;
    match syn::parse2(subject.clone()) {
        Ok(Expr::Async(block)) => Some(block),
        _ => None,
    }
}

/// A type that no form can be, as far as its spelling tells.
fn check_form(found: &Found, errors: &Errors) {
    let ty = found.args.subject.as_ref();
    if let Some(value) = ty.filter(|ty| is_value(ty)) {
        let (name, shown) = (&found.name, spelled(value));
        errors.on(value, format!("the type of the answer stands here, a form or one value such as `String`, and `{shown}` is none: `{name}!(Form, \"..\")`"));
        return;
    }
    if let Some(result) = ty.filter(|ty| is_result(ty)) {
        let name = &found.name;
        errors.on(result, format!("an ask awaits to a `Result` by itself: write what is asked for alone, `{name}!(Form, \"..\")`"));
        return;
    }
    if let Some(ty) = ty.and_then(|ty| syn::parse2(ty.clone()).ok()) {
        errors.keep(shape(&ty));
    }
}

fn check_options(found: &Found, errors: &Errors) {
    let mut seen: Vec<&Ident> = Vec::new();
    let mut is_field_told = false;
    for option in &found.args.options {
        let name = &option.name;
        if let Some(told) = of_a_field(found, option) {
            if !is_field_told {
                errors.on(name, told);
            }
            is_field_told = true;
        } else if seen.contains(&name) {
            errors.on(name, format!("`{name}` is given twice"));
        } else if option.has_colon && !found.args.behind.contains(name) {
            errors.on(name, colon(found, option));
        } else if !found.kind.options().iter().any(|known| name == known) {
            let told = unanswerable(found, name)
                .or_else(|| unfilled(found, option))
                .unwrap_or_else(|| unknown(found, name));
            errors.on(name, told);
        }
        seen.push(name);
    }
}

/// An option that fields of a form have: `ask_elicit!(u32, min = 1, ..)`.
fn of_a_field(found: &Found, option: &Named) -> Option<String> {
    const FIELD: [&str; 7] = [
        "min",
        "max",
        "min_length",
        "max_length",
        "min_items",
        "max_items",
        "format",
    ];
    let (name, value) = (&option.name, spelled(&option.value));
    let is_it = found.kind == Kind::Elicit && FIELD.iter().any(|known| name == known);
    is_it.then(|| {
        format!(
            "`{name}` belongs to the field of a form: ask a struct with `#[derive(Elicit)]`, and write `#[elicit({name} = {value})]` above its field"
        )
    })
}

/// What the form is filled in with, under another name or where there is nothing to fill in.
fn unfilled(found: &Found, option: &Named) -> Option<String> {
    let name = option.name.to_string();
    let is_default = ["default", "defaults", "initial", "prefill", "value"].contains(&&*name);
    match found.kind {
        Kind::Elicit if is_default => {
            let value = spelled(&option.value);
            Some(format!(
                "`ask_elicit!` has no option `{name}`: what its form comes filled in with is `fill = {value}`. What counts where the client \
                 cannot be asked is `or = {value}`"
            ))
        }
        Kind::Confirm if name == "default" || name == "fill" => Some(format!(
            "`ask_confirm!` has no `{name}`: a yes that is filled in is nobody's. A box that may come ticked is \
             `ask_elicit!(bool, fill = true, \"..\")`"
        )),
        _ => None,
    }
}

/// `or` where nothing can stand for the answer.
fn unanswerable(found: &Found, option: &Ident) -> Option<String> {
    if option != "or" {
        return None;
    }
    let (name, why, capability) = match found.kind {
        Kind::Confirm => ("ask_confirm", "a yes that nobody gave is none", "Form"),
        Kind::Url => (
            "ask_url",
            "what is done on its page is done there or not at all",
            "Url",
        ),
        Kind::Sample => ("ask_sample", "only a model gives a completion", "Sampling"),
        Kind::Roots => ("ask_roots", "only the client knows its roots", "Roots"),
        Kind::Elicit | Kind::Pick | Kind::Task | Kind::Capture | Kind::Part => return None,
    };
    Some(format!(
        "`{name}!` has no `or`: {why}. Say what happens without it: \
         `if flow.can(Capability::{capability}) {{ {name}!(..) .. }} else {{ .. }}`"
    ))
}

fn colon(found: &Found, option: &Named) -> String {
    let (ask, name, value) = (&found.name, &option.name, spelled(&option.value));
    let last = if found.kind.is_ask() { "\"..\"" } else { ".." };
    let subject = found.args.subject.iter().filter(|_| found.kind.is_ask());
    let subject: String = subject.map(|it| format!("{}, ", spelled(it))).collect();
    format!("an option takes its value by `=`: `{ask}!({subject}{name} = {value}, {last})`")
}

fn unknown(found: &Found, option: &Ident) -> String {
    let name = &found.name;
    let known = found.kind.options();
    match nearest(&option.to_string(), known) {
        Some(known) => format!("`{name}!` has no option `{option}`; did you mean `{known}`?"),
        None => format!(
            "`{name}!` has no option `{option}`; it has `{}`",
            known.join("`, `")
        ),
    }
}

fn check_part(found: &Found, errors: &Errors) {
    let call = found.args.subject.as_ref().and_then(Call::read);
    let is_call = call.as_ref().is_some_and(|call| call.tail.is_empty());
    if is_call || found.args.misplaced.is_some() {
        return;
    }
    let subject = found.args.subject.clone().unwrap_or_default();
    if matches!(syn::parse2(subject), Ok(Expr::Closure(_))) {
        errors.on(&found.name, "a closure is no part. Mark an `async fn` as `#[mrtr_part]` and call that, `part!(self.pick(x)).await?`, or call the closure without `part!`");
        return;
    }
    let written = match (call, &found.args.subject) {
        (Some(call), _) => spelled(&call.without_tail()),
        (None, Some(name)) if is_name(name) => format!("{}(..)", spelled(name)),
        _ => "self.pick(x)".to_owned(),
    };
    let text = format!(
        "`part!` takes the call of a part, and is awaited itself: `part!({written}).await?`"
    );
    errors.on(&found.name, text);
}

fn is_name(subject: &TokenStream) -> bool {
    let subject = syn::parse2::<Expr>(subject.clone());
    matches!(subject, Ok(Expr::Path(_) | Expr::Field(_)))
}

fn check_message(found: &Found, errors: &Errors) {
    let name = &found.name;
    match &found.args.message {
        Message::Literal(literal) => check_literal(found, literal, errors),
        Message::Other(value) => {
            let start = leading(&found.args);
            let message = as_message(value);
            errors.on(value, format!("the message must be a string literal, as in `format!`. Write `{name}!({start}{message})`"));
        }
        Message::Unknown if found.place.in_macro_rules => {}
        Message::Unknown => {
            errors.on(
                name,
                format!(
                    "this `{name}!` has no message; say what is being asked: `{name}!({}\"..\")`",
                    leading(&found.args)
                ),
            );
        }
    }
}

/// What stands ahead of the message, as text.
pub(super) fn leading(args: &Args) -> String {
    let subject = args.subject.iter();
    let subject = subject.map(|subject| format!("{}, ", spelled(subject)));
    let options = args
        .options
        .iter()
        .map(|option| format!("{} = {}, ", option.name, spelled(&option.value)));
    subject.chain(options).collect()
}

/// A value as a message: the arguments of a `format!` themselves, anything else by a placeholder.
pub(super) fn as_message(value: &TokenStream) -> String {
    match flat(value.clone()).as_slice() {
        [TokenTree::Literal(bytes)] if bytes.to_string().starts_with("b\"") => {
            bytes.to_string().trim_start_matches('b').to_owned()
        }
        [
            TokenTree::Ident(name),
            TokenTree::Punct(_),
            TokenTree::Group(arguments),
        ] if name == "format" => spelled(&arguments.stream()),
        _ => sum::message(value).unwrap_or_else(|| format!("\"{{}}\", {}", spelled(value))),
    }
}

fn check_literal(found: &Found, literal: &LitStr, errors: &Errors) {
    if literal.value().trim().is_empty() {
        let who = if found.kind == Kind::Sample {
            "model"
        } else {
            "user"
        };
        errors.on(
            literal,
            format!(
                "the message is all that the {who} sees of this question; say what is being asked"
            ),
        );
    }
    if Format::read(&literal.value()).has_pointer {
        errors.on(literal, "`{:p}` prints an address that differs in every round, so no answer could ever match. Name the thing");
    }
}

fn check_arguments(found: &Found, errors: &Errors) {
    for unused in unused(found) {
        if let Some((key, text)) = key_ahead(found, &unused.value) {
            errors.on(key, text);
            return;
        }
        errors.on(&unused.value, "no placeholder of the message shows this; write `{}` where it belongs, or take it away");
    }
}

/// `ask_confirm!("sure", "Delete it?")`: what stands where the message is may be a key, and what it does not show the message.
fn key_ahead<'a>(found: &'a Found, unused: &TokenStream) -> Option<(&'a LitStr, String)> {
    let key = found.args.literal().filter(|key| is_key(&key.value()))?;
    let message: LitStr = syn::parse2(unused.clone()).ok()?;
    let subject = found.args.subject.iter();
    let subject: String = subject.map(|it| format!("{}, ", spelled(it))).collect();
    let (name, key_text) = (&found.name, spelled(&key.to_token_stream()));
    let message = spelled(&message.to_token_stream());
    let text = format!(
        "this would be the message, and what stands behind it is not shown. If it is the key, it has its name: `{name}!({subject}key = {key_text}, {message})`"
    );
    Some((key, text))
}
