//! What a macro call in a body is, and the expressions inside of it.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, ExprLit, Lit, Macro, Token};

use crate::tool::args::Args;
use crate::tool::kind::Kind;
use crate::tool::message::{Format, Use};
use crate::tool::tokens::{Level, flat};

/// A macro call.
pub(crate) enum Call {
    /// An ask, a capture or the call of a part.
    Ours(Kind, Box<Args>),
    /// `rerun!(..)`
    Rerun(Vec<Expr>),
    /// Another macro, with what could be read of it.
    Other(Vec<Value>),
}

/// An argument of a macro.
pub(crate) struct Value {
    pub(super) name: Option<Ident>,
    pub(crate) expr: Expr,
}

impl Call {
    pub(crate) fn read(mac: &Macro) -> Self {
        let name = name(mac);
        match name.as_ref().and_then(Kind::of) {
            Some(kind) => Self::Ours(kind, Box::new(Args::read(kind, &mac.tokens))),
            None if is(mac, &["rerun"]) => {
                let values = values(&mac.tokens).into_iter();
                Self::Rerun(values.map(|value| value.expr).collect())
            }
            None => Self::Other(values(&mac.tokens)),
        }
    }
}

pub(super) fn name(mac: &Macro) -> Option<Ident> {
    let last = mac.path.segments.last()?;
    Some(last.ident.clone())
}

pub(super) fn is(mac: &Macro, names: &[&str]) -> bool {
    name(mac).is_some_and(|name| names.iter().any(|known| name == known))
}

/// The expressions between commas, up to the first thing that is none.
fn values(tokens: &TokenStream) -> Vec<Value> {
    let parser = |input: ParseStream| {
        let mut values = Vec::new();
        while let Ok(value) = value(input) {
            values.push(value);
            if input.parse::<Option<Token![,]>>()?.is_none() {
                break;
            }
        }
        // What is left is not an expression.
        let _: TokenStream = input.parse()?;
        Ok(values)
    };
    parser.parse2(tokens.clone()).unwrap_or_default()
}

fn value(input: ParseStream) -> syn::Result<Value> {
    let is_named = input.peek(syn::Ident::peek_any)
        && input.peek2(Token![=])
        && !input.peek2(Token![==])
        && !input.peek2(Token![=>]);
    let name = if is_named {
        let name = input.call(Ident::parse_any)?;
        input.parse::<Token![=]>()?;
        Some(name)
    } else {
        None
    };
    let expr = input.parse()?;
    Ok(Value { name, expr })
}

/// The variables that a format string names itself: `{name}`.
pub(super) fn named_in(text: &str, given: &[Option<&Ident>]) -> Vec<String> {
    let shown = Format::read(text).values.into_iter();
    let names = shown.filter_map(|shown| match shown {
        Use::Name(name) => Some(name),
        Use::Position(_) => None,
    });
    let is_given = |name: &String| given.iter().flatten().any(|given| *given == name);
    names.filter(|name| !is_given(name)).collect()
}

/// The text of a string literal.
pub(super) fn literal(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.value()),
        _ => None,
    }
}

/// An option or argument of an ask as an expression.
pub(super) fn expr(tokens: &TokenStream) -> Option<Expr> {
    syn::parse2(tokens.clone()).ok()
}

/// The expressions inside an ask, a capture or the call of a part.
pub(crate) fn inside(kind: Kind, args: &Args) -> Vec<Expr> {
    inside_but(kind, args, &[])
}

/// The same without those of some options.
pub(super) fn inside_but(kind: Kind, args: &Args, left_out: &[&str]) -> Vec<Expr> {
    let subject = args.subject.iter().filter(|_| kind != Kind::Elicit);
    let is_in = |name: &Ident| left_out.iter().all(|known| name != known);
    let options = args.options.iter().filter(|option| is_in(&option.name));
    let options = options.map(|option| &option.value);
    let arguments = args.arguments.iter().map(|argument| &argument.value);
    let all = subject.chain(options).chain(arguments);
    all.filter_map(expr).collect()
}

/// Whether something in these tokens asks.
pub(crate) fn asks(tokens: impl quote::ToTokens) -> bool {
    first_ask(tokens.to_token_stream()).is_some()
}

/// The name of the first ask, or call of a part, in these tokens.
pub(super) fn first_ask(tokens: TokenStream) -> Option<Ident> {
    first_call(tokens, |kind, _, _| kind != Kind::Capture)
}

/// The first ask that can be refused, and that somebody else awaits.
pub(super) fn not_awaited(tokens: TokenStream) -> Option<Ident> {
    first_call(tokens, |kind, level, at| {
        kind.can_be_refused() && !level.is_punct(at + 3, '.')
    })
}

/// The name of the first ask, capture or call of a part in these tokens that is meant. `at` is where it stands on its level.
fn first_call(
    tokens: TokenStream,
    is_meant: impl Copy + Fn(Kind, &Level<'_>, usize) -> bool,
) -> Option<Ident> {
    let tokens = flat(tokens);
    let level = Level(&tokens);
    tokens
        .iter()
        .enumerate()
        .find_map(|(at, token)| match token {
            TokenTree::Ident(word) => {
                let kind = Kind::of(word).filter(|_| level.is_punct(at + 1, '!'))?;
                is_meant(kind, &level, at).then(|| word.clone())
            }
            TokenTree::Group(group) => first_call(group.stream(), is_meant),
            _ => None,
        })
}

/// The ask, capture or call of a part that an expression is.
pub(crate) fn ours(expr: &Expr) -> Option<(Kind, Ident, Box<Args>)> {
    match expr {
        Expr::Macro(mac) => match Call::read(&mac.mac) {
            Call::Ours(kind, args) => Some((kind, name(&mac.mac)?, args)),
            Call::Rerun(_) | Call::Other(_) => None,
        },
        Expr::Paren(inner) => ours(&inner.expr),
        Expr::Group(inner) => ours(&inner.expr),
        _ => None,
    }
}

/// `name` as an expression.
pub(super) fn variable(expr: &Expr) -> Option<Ident> {
    match expr {
        Expr::Path(path) => path.path.get_ident().cloned(),
        Expr::Reference(reference) => variable(&reference.expr),
        Expr::Paren(paren) => variable(&paren.expr),
        Expr::Group(group) => variable(&group.expr),
        _ => None,
    }
}
