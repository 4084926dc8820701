//! The address of `ask_url!`, as far as it is written out, and its `until`.

use std::net::Ipv4Addr;

use proc_macro2::{Ident, TokenStream};
use syn::parse::{ParseStream, Parser};
use syn::{Expr, Lit, LitStr};

use crate::errors::Errors;
use crate::form::secrets;
use crate::tool::kind::Kind;
use crate::tool::scan::Found;
use crate::tool::until::{first_jump, first_of_ours};

pub(super) fn check(found: &Found, bindings: &[Option<Ident>], errors: &Errors) {
    let address = found.args.subject.as_ref().and_then(written);
    if let Some(address) = address
        && let Some(flaw) = flaw(&address.value())
    {
        errors.on(address, flaw);
    }
    if let Some(address) = found.args.subject.as_ref().and_then(literal)
        && address.value().contains('{')
    {
        let text = address.token();
        errors.on(&address, format!("nothing is filled in here, and the user would be sent to an address with a brace in it. Write `format!({text})`"));
    }
    check_until(found, bindings, errors);
}

fn check_until(found: &Found, bindings: &[Option<Ident>], errors: &Errors) {
    let is_known = |name: &Ident| found.kind.options().iter().any(|known| name == known);
    let Some(until) = found.args.option("until") else {
        // One that is misspelt is reported.
        if !found
            .args
            .options
            .iter()
            .all(|option| is_known(&option.name))
        {
            return;
        }
        errors.on(&found.name, "`ask_url!` needs `until`: a yes means that the user agreed to open the page, not that it is done. Write `ask_url!(url, until = self.paid(order).await, \"..\")`, an `Option` that is `Some` when it is done");
        return;
    };
    if let Some(variable) = fixed(&until.value, bindings) {
        errors.on(&until.value, format!("`until` is looked at again and again while the user is on the page, and `{variable}` was looked up ahead of that. Look it up in `until` itself: `until = self.paid(order).await`"));
        return;
    }
    if is_some(&until.value) {
        errors.on(&until.value, "`until` is `Some` from the start, so nobody is waited for: `Some` says that the page is done, whatever is in it. Write an `Option` that is `None` until then, such as `self.paid(order).await`, or `self.is_paid(order).await.then_some(order)`");
        return;
    }
    match first_of_ours(until.value.clone()) {
        Some((Kind::Capture, capture)) => errors.on(capture, "`until` must be looked at again in every round; a capture would freeze the first \"not yet\". Take `capture!` away"),
        Some((_, ask)) => {
            let text = format!("`until` is looked at again and again while the user is on the page, so nobody can be asked in it. Take `{ask}!` out");
            errors.on(ask, text);
        }
        None => {}
    }
    if let Some(jump) = first_jump(&until.value) {
        let word = jump.word;
        if word == "return" {
            errors.at(jump.at, "`return` in `until` ends the ask and not this function. Give `None` for \"not yet\" and `Some` for done, leave with an error by `?`, and `return` behind the ask");
            return;
        }
        let text = format!(
            "`{word}` in `until` does not reach a loop around the ask: `until` is only looked at again. Give `None` for \"not yet\" and `Some` for done, and `{word}` behind the ask"
        );
        errors.at(jump.at, text);
    }
}

/// Whether `Some` is all that it can be.
fn is_some(until: &TokenStream) -> bool {
    let Ok(Expr::Call(call)) = syn::parse2::<Expr>(until.clone()) else {
        return false;
    };
    matches!(&*call.func, Expr::Path(path) if path.path.is_ident("Some"))
}

/// A variable that a `let` of the body binds, as it is or made into an `Option`.
fn fixed(until: &TokenStream, bindings: &[Option<Ident>]) -> Option<Ident> {
    const SAME: [&str; 9] = [
        "clone",
        "cloned",
        "copied",
        "to_owned",
        "then_some",
        "then",
        "ok",
        "as_ref",
        "as_deref",
    ];
    let mut value: Expr = syn::parse2(until.clone()).ok()?;
    while let Expr::MethodCall(call) = value {
        if !SAME.iter().any(|name| call.method == name) {
            return None;
        }
        value = *call.receiver;
    }
    let Expr::Path(path) = &value else {
        return None;
    };
    let name = path.path.get_ident()?;
    let is_bound = bindings.iter().flatten().any(|bound| bound == name);
    is_bound.then(|| name.clone())
}

/// The address, or the format string that makes it.
fn written(subject: &TokenStream) -> Option<LitStr> {
    let subject = syn::parse2(subject.clone()).ok()?;
    match unwrapped(&subject) {
        Expr::Macro(made) if made.mac.path.is_ident("format") => {
            let first = |input: ParseStream| {
                let text = input.parse::<LitStr>()?;
                input.parse::<TokenStream>()?;
                Ok(text)
            };
            first.parse2(made.mac.tokens.clone()).ok()
        }
        subject => text_of(subject),
    }
}

/// The address, where it is a literal and no format string.
fn literal(subject: &TokenStream) -> Option<LitStr> {
    let subject = syn::parse2(subject.clone()).ok()?;
    text_of(unwrapped(&subject))
}

fn text_of(value: &Expr) -> Option<LitStr> {
    match value {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(text.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn unwrapped(expr: &Expr) -> &Expr {
    match expr {
        Expr::Reference(inner) => unwrapped(&inner.expr),
        Expr::Paren(inner) => unwrapped(&inner.expr),
        expr => expr,
    }
}

/// What is wrong with an address, whatever its placeholders stand for.
fn flaw(address: &str) -> Option<String> {
    let lower = address.to_ascii_lowercase();
    if lower.starts_with('{') {
        return None;
    }
    let rest = lower
        .strip_prefix("https://")
        .or_else(|| lower.strip_prefix("http://").filter(|rest| is_local(rest)));
    let Some(rest) = rest else {
        return Some(
            "the address must begin with `https://`: the user is sent there with your word for it"
                .to_owned(),
        );
    };
    let (authority, _) = rest.split_once(['/', '?', '#']).unwrap_or((rest, ""));
    if authority.contains('@') {
        return Some(
            "an address must not hold a user or a password: whoever sees it could act as that user"
                .to_owned(),
        );
    }
    let secret = secret(address)?;
    Some(format!(
        "`{secret}` in an address ends up in histories and logs, and whoever gets the link could act as the user. Use `flow.link()`, which opens for the same person only"
    ))
}

/// An address that is written out and only this machine opens.
pub(crate) fn local_page(address: &TokenStream) -> Option<LitStr> {
    let address = literal(address)?;
    let text = address.value().to_ascii_lowercase();
    let rest = text.strip_prefix("http://")?;
    is_local(rest).then_some(address)
}

/// Pages of this machine, which `.dev_urls()` allows.
fn is_local(rest: &str) -> bool {
    let (authority, _) = rest.split_once(['/', '?', '#']).unwrap_or((rest, ""));
    let host = authority
        .rsplit_once(':')
        .filter(|_| !authority.ends_with(']'));
    let host = host.map_or(authority, |(host, _)| host);
    let is_loopback = |address: Ipv4Addr| address.is_loopback();
    let is_name = host == "localhost" || host.ends_with(".localhost") || host == "[::1]";
    is_name || host.parse().is_ok_and(is_loopback)
}

/// A parameter of the query that is a secret by its name, and whose value is written out.
fn secret(address: &str) -> Option<&str> {
    let (_, query) = address.split_once('?')?;
    let (query, _) = query.split_once('#').unwrap_or((query, ""));
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let (name, _) = pairs.find(|(name, value)| {
        !value.is_empty() && !value.starts_with('{') && secrets::asked_for(name).is_some()
    })?;
    Some(name)
}
