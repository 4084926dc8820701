//! A borrowed value that is captured: it belongs to this round, which is gone when it is read back.
//!
//! Its type would tell, but rustc's words about that (`Deserialize` is not general enough) say nothing to an author.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprMethodCall};

use crate::errors::Errors;
use crate::tool::item::FnItem;
use crate::tool::kind::Kind;
use crate::tool::scan::{Found, Scan};
use crate::tool::tokens::{Level, flat};

/// Methods that give a borrowed value, or an `Option` of one.
const BORROWING: [&str; 17] = [
    "as_str",
    "as_bytes",
    "as_slice",
    "as_path",
    "as_ref",
    "as_mut",
    "as_deref",
    "borrow",
    "to_str",
    "trim",
    "trim_start",
    "trim_end",
    "trim_matches",
    "trim_start_matches",
    "trim_end_matches",
    "strip_prefix",
    "strip_suffix",
];

/// Methods of an `Option` that give what is in it as it is.
const HANDING_ON: [&str; 4] = ["unwrap_or", "unwrap_or_default", "filter", "or"];

/// Notes what each capture borrows, as far as it shows.
pub(crate) fn note(item: &FnItem, scan: &mut Scan) {
    let lent = lent(item);
    for found in &mut scan.found {
        found.borrowed = borrowed(found, &lent);
    }
}

pub(super) fn check(found: &Found, errors: &Errors) {
    if let Some(value) = &found.borrowed {
        errors.on(value, "a borrowed value cannot be captured: it belongs to this round, which is gone when the value is read back. Capture one that owns what it holds: `.to_owned()`, or `.map(str::to_owned)` of an `Option`");
    }
}

/// The captured expression, if it shows that it borrows.
fn borrowed(found: &Found, lent: &[String]) -> Option<Expr> {
    let subject = found
        .args
        .subject
        .as_ref()
        .filter(|_| found.kind == Kind::Capture)?;
    let value: Expr = syn::parse2(subject.clone()).ok()?;
    let is_lent = matches!(&value, Expr::Path(_)) && lent.contains(&subject.to_string());
    (is_lent || is_borrowed(&value)).then_some(value)
}

fn is_borrowed(value: &Expr) -> bool {
    match value {
        Expr::Reference(_) => true,
        Expr::Paren(paren) => is_borrowed(&paren.expr),
        Expr::Try(tried) => is_borrowed(&tried.expr),
        Expr::MethodCall(call) => is_borrowing(call),
        _ => false,
    }
}

fn is_borrowing(call: &ExprMethodCall) -> bool {
    let is = |names: &[&str]| names.iter().any(|name| call.method == name);
    let is_mapped = is(&["map", "and_then"]) && call.args.first().is_some_and(gives_borrowed);
    is(&BORROWING) || is_mapped || (is(&HANDING_ON) && is_borrowed(&call.receiver))
}

/// `|name| name.trim()`, `String::as_str`
fn gives_borrowed(function: &Expr) -> bool {
    match function {
        Expr::Closure(closure) => is_borrowed(&closure.body),
        Expr::Path(path) => {
            let last = path.path.segments.last();
            last.is_some_and(|last| BORROWING.iter().any(|name| last.ident == name))
        }
        _ => false,
    }
}

/// The parameters of a type with a `&` in it, if the body first names them in a capture: until there, nothing else can
/// have taken the name.
fn lent(item: &FnItem) -> Vec<String> {
    let borrowed = item.parameters().into_iter().filter_map(|parameter| {
        let is_lent = has_reference(parameter.written.ty.to_token_stream());
        let name = parameter.written.pat.to_token_stream().to_string();
        is_lent.then_some(name)
    });
    let body = flat(item.body.stream());
    borrowed
        .filter(|name| first_use(&body, name) == Some(true))
        .collect()
}

fn has_reference(ty: TokenStream) -> bool {
    ty.into_iter().any(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '&',
        TokenTree::Group(group) => has_reference(group.stream()),
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    })
}

/// Whether the first use of a name is all that a capture holds: `capture!(name)`. In `let name = ..;` that is one behind
/// the `=`.
fn first_use(tokens: &[TokenTree], name: &str) -> Option<bool> {
    let level = Level(tokens);
    let is_bound = |at: usize| {
        let before = at.checked_sub(1);
        before.is_some_and(|before| level.is_word(before, "let")) && level.is_punct(at + 1, '=')
    };
    tokens
        .iter()
        .enumerate()
        .find_map(|(at, token)| match token {
            TokenTree::Ident(word) if word == name && is_bound(at) => {
                let value = tokens.get(at + 1..).unwrap_or_default();
                let value = value.split(|token| token.to_string() == ";").next();
                let is_first = value.and_then(|value| first_use(value, name));
                Some(is_first.unwrap_or(false))
            }
            TokenTree::Ident(word) => (word == name).then_some(false),
            TokenTree::Group(_) if is_capture_of(level, at, name) => Some(true),
            TokenTree::Group(group) => first_use(&flat(group.stream()), name),
            TokenTree::Punct(_) | TokenTree::Literal(_) => None,
        })
}

/// Whether the arguments at `at` are those of `capture!(name)`.
fn is_capture_of(level: Level, at: usize, name: &str) -> bool {
    let is_capture = at
        .checked_sub(2)
        .is_some_and(|at| level.is_word(at, "capture"));
    let arguments = level.group(at).map(|group| group.stream().to_string());
    is_capture && arguments.is_some_and(|arguments| arguments == name)
}
