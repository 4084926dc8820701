//! What stands behind the message, the expression or the address, and belongs before or into it.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{Expr, LitStr};

use crate::errors::Errors;
use crate::tool::args::Misplaced;
use crate::tool::kind::Kind;
use crate::tool::scan::Found;
use crate::tool::tokens::{first, spelled};

pub(super) fn check(found: &Found, errors: &Errors) {
    for option in &found.args.behind {
        errors.on(option, option_text(found, option));
    }
    let subject = found.args.subject.as_ref().map(spelled).unwrap_or_default();
    match &found.args.misplaced {
        Some(Misplaced::Address(values)) => {
            let address = subject.replace("::std::format!", "format!");
            let text = format!(
                "an address is filled in by `format!`: `ask_url!({address}, until = .., \"..\")`"
            );
            errors.on(first(values), text);
        }
        Some(Misplaced::Call(values)) => {
            let text = format!(
                "`part!` takes the call as it is written elsewhere: `part!({subject}).await?`"
            );
            errors.on(first(values), text);
        }
        Some(Misplaced::Key(key)) => {
            let subject = found.args.subject.as_ref().map(short);
            errors.on(key, key_text(found, key, &subject.unwrap_or_default()));
        }
        Some(Misplaced::Several(values)) => {
            errors.on(first(values), several_text(found.kind, &subject))
        }
        _ => {}
    }
}

fn option_text(found: &Found, option: &Ident) -> String {
    let name = &found.name;
    let value = found.args.option(&option.to_string());
    let value = value.map_or_else(|| "..".to_owned(), |option| spelled(&option.value));
    let subject = found.args.subject.as_ref();
    if !found.kind.is_ask() {
        let (what, expression) = match found.kind {
            Kind::Part => ("part", "call"),
            _ => ("capture", "expression"),
        };
        let subject = subject.map(short).unwrap_or_default();
        return format!(
            "`{option}` is an option of the {what} and stands before the {expression}: `{name}!({option} = {value}, {subject})`"
        );
    }
    let subject: String = subject
        .map(|it| format!("{}, ", spelled(it)))
        .into_iter()
        .collect();
    format!(
        "`{option}` is an option of the ask and stands before the message: `{name}!({subject}{option} = {value}, \"..\")`. After the message it is an argument of the text"
    )
}

/// An expression as it is written, if it is short.
fn short(expression: &TokenStream) -> String {
    let is_block = matches!(
        syn::parse2(expression.clone()),
        Ok(Expr::Block(_) | Expr::Async(_) | Expr::Match(_))
    );
    let text = spelled(expression);
    if is_block || text.len() > 60 {
        "..".to_owned()
    } else {
        text
    }
}

fn several_text(kind: Kind, subject: &str) -> String {
    if kind == Kind::Part {
        format!("`part!` takes one call: `part!({subject}).await?`")
    } else {
        format!("`capture!` takes one expression, and of several a tuple: `capture!({subject})`")
    }
}

/// A key that is written without its name.
pub(super) fn key_text(found: &Found, key: &LitStr, rest: &str) -> String {
    let (name, key) = (&found.name, spelled(&key.to_token_stream()));
    format!("a key has its name: `{name}!(key = {key}, {rest})`")
}
