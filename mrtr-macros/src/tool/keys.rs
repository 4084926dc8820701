//! The keys of a body's asks, captures and parts.
//!
//! An explicit `key`, else the name of the `let` that the ask alone initializes, else kind and
//! number. A part is called as its function is.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Expr, ExprLit, Lit};

use super::args::{Args, Call};
use super::kind::Kind;
use super::paths::Paths;
use super::scan::{Found, Scan};
use super::shell::located;
use super::tokens::{first_span, spelled};
use crate::errors::Errors;

/// The most characters that a key may have; the runtime counts alike.
const MAX_LENGTH: usize = 48;

/// What a site's answer is sent and recorded under.
pub(crate) struct Key {
    /// What goes into the expansion: a literal, or the author's constant.
    pub(crate) value: TokenStream,
    /// The key itself, unless a constant holds it.
    pub(crate) text: Option<String>,
    pub(crate) source: Source,
}

/// Where a key comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Option,
    Binding,
    Function,
    Number,
}

pub(crate) fn is_key(text: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !text.is_empty()
        && text.len() <= MAX_LENGTH
        && text.bytes().all(is_word)
        && !text.starts_with(|first: char| first.is_ascii_digit())
}

/// The keys of all sites, in their order.
pub(crate) fn assign(scan: &Scan, errors: &Errors) -> Vec<Key> {
    let mut numbers = Vec::new();
    let sites = scan.found.iter();
    let mut keys: Vec<Key> = sites
        .map(|found| key_of(found, scan, &mut numbers, errors))
        .collect();
    tell_arms_apart(scan, &mut keys);
    keys
}

/// `hold` and `hold_2`, where captures or parts of two arms take one name for their key: whoever comes back by the other
/// arm has captured nothing there.
fn tell_arms_apart(scan: &Scan, keys: &mut [Key]) {
    let names: Vec<_> = keys.iter().map(|key| key.text.clone()).collect();
    let sites: Vec<_> = scan.found.iter().zip(names).collect();
    for (number, ((found, name), key)) in sites.iter().zip(keys).enumerate() {
        let (Some(name), Source::Binding | Source::Function) = (name, key.source) else {
            continue;
        };
        let is_part = |found: &Found| found.kind == Kind::Part;
        let before = sites.iter().take(number).filter(|(other, other_name)| {
            let is_same = other_name.as_ref() == Some(name) && is_part(other) == is_part(found);
            is_same && found.place.is_in_other_arm(&other.place)
        });
        let count = before.count();
        if count > 0 && !found.kind.is_ask() {
            *key = Key::new(format!("{name}_{}", count + 1), key.source);
        }
    }
}

fn key_of(found: &Found, scan: &Scan, numbers: &mut Vec<Kind>, errors: &Errors) -> Key {
    let named = explicit(&found.args, errors)
        .or_else(|| function(found, errors))
        .or_else(|| binding(found, scan, errors));
    named.unwrap_or_else(|| numbered(found.kind, numbers))
}

fn numbered(kind: Kind, numbers: &mut Vec<Kind>) -> Key {
    numbers.push(kind);
    let number = numbers.iter().filter(|numbered| **numbered == kind).count();
    Key::new(format!("{}_{number}", kind.word()), Source::Number)
}

impl Key {
    /// The author's constant, where an item can name it.
    fn constant(&self) -> Option<&TokenStream> {
        let is_own = |token: proc_macro2::TokenTree| token.to_string() == "Self";
        let is_item = self.text.is_none() && !self.value.clone().into_iter().any(is_own);
        is_item.then_some(&self.value)
    }

    fn new(text: String, source: Source) -> Self {
        let value = text.to_token_stream();
        let text = Some(text);
        Self {
            value,
            text,
            source,
        }
    }
}

/// Checks of the keys that constants hold, while the program compiles; they can name what the body names.
pub(crate) fn assertions(scan: &Scan, keys: &[Key], paths: &Paths) -> TokenStream {
    let sites: Vec<(&Found, &Key)> = scan.found.iter().zip(keys).collect();
    let mut assertions = TokenStream::new();
    for (number, (found, key)) in sites.iter().enumerate() {
        let cfgs = cfgs(found);
        assertions.extend(is_key_assertion(key, paths).map(|it| quote!(#cfgs #it)));
        for (other, other_key) in sites.iter().take(number) {
            let is_part = |found: &Found| found.kind == Kind::Part;
            if is_part(found) == is_part(other) && !found.may_share_a_key(other) {
                let other_cfgs = self::cfgs(other);
                let assertion = differ_assertion(other_key, key, paths);
                assertions.extend(assertion.map(|it| quote!(#cfgs #other_cfgs #it)));
            }
        }
    }
    assertions
}

fn cfgs(found: &Found) -> TokenStream {
    let cfgs = found.place.cfgs.iter().map(|cfg| cfg.attribute.clone());
    cfgs.collect()
}

fn is_key_assertion(key: &Key, paths: &Paths) -> Option<TokenStream> {
    let value = key.constant()?;
    let private = &paths.private;
    let span = located(first_span(value));
    let text = format!("`key = {}`: {BAD_KEY}", spelled(value));
    Some(quote_spanned!(span=> const _: () = ::core::assert!(#private::is_key(#value), #text);))
}

fn differ_assertion(one: &Key, two: &Key, paths: &Paths) -> Option<TokenStream> {
    // The constant is underlined; of two, the second.
    let constant = two.constant().or_else(|| one.constant())?;
    let is_item = |key: &Key| key.text.is_some() || key.constant().is_some();
    let (a, b) = (&one.value, &two.value);
    if !is_item(one) || !is_item(two) || a.to_string() == b.to_string() {
        return None;
    }
    let private = &paths.private;
    let span = located(first_span(constant));
    let text = format!(
        "`{}` and `{}` are equal, and two asks of this handler have them as their key, so one answer could be taken for the other. Give one of them another key",
        spelled(a),
        spelled(b)
    );
    Some(quote_spanned! {span=>
        const _: () = ::core::assert!(!#private::is_same_key(#a, #b), #text);
    })
}

/// `key = "..."`, or a constant.
fn explicit(args: &Args, errors: &Errors) -> Option<Key> {
    let value = &args.option("key")?.value;
    match syn::parse2(value.clone()).ok()? {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if is_key(&text.value()) => {
            return Some(Key::new(text.value(), Source::Option));
        }
        Expr::Lit(_) => errors.on(value, BAD_KEY),
        Expr::Path(path) if is_constant(&path.path) => {
            return Some(Key {
                value: quote!(#value),
                text: None,
                source: Source::Option,
            });
        }
        _ => errors.on(value, "a key is a string literal or a constant: it is part of the handler's fingerprint. What tells several answers of one ask apart is `of = ..`"),
    }
    None
}

fn is_constant(path: &syn::Path) -> bool {
    let name = path
        .segments
        .last()
        .map(|last| last.ident.unraw().to_string());
    name.is_some_and(|name| !name.starts_with(char::is_lowercase))
}

const BAD_KEY: &str = "a key has 1 to 48 letters, digits and `_`, and begins with a letter or `_`; it is what the client sends \
                       the answer under, and mrtr adds `.`, `:` and `#` to it";

/// The name of a part's function, without the `_part` that a handler's body has.
fn function(found: &Found, errors: &Errors) -> Option<Key> {
    let call = found
        .args
        .subject
        .as_ref()
        .filter(|_| found.kind == Kind::Part);
    let name = Call::read(call?)?.function.unraw().to_string();
    let name = name
        .strip_suffix("_part")
        .filter(|name| !name.is_empty())
        .unwrap_or(&name);
    Some(checked(name, Source::Function, &found.name, errors))
}

/// The name of the `let` that this site alone initializes.
fn binding(found: &Found, scan: &Scan, errors: &Errors) -> Option<Key> {
    let number = found.place.binding?;
    let name = scan.bindings.get(number)?.as_ref()?;
    let is_linked =
        |other: &&Found| other.kind != Kind::Part && other.place.binding == Some(number);
    if scan.found.iter().filter(is_linked).count() > 1 {
        return None;
    }
    let name = plain(name)?;
    Some(checked(&name, Source::Binding, &found.name, errors))
}

/// The name without `r#` and leading underscores; `_` alone is none.
fn plain(name: &Ident) -> Option<String> {
    let name = name.unraw().to_string();
    let name = name.trim_start_matches('_');
    (!name.is_empty()).then(|| name.to_owned())
}

fn checked(name: &str, source: Source, at: &Ident, errors: &Errors) -> Key {
    if !is_key(name) {
        let from = if source == Source::Function {
            "function"
        } else {
            "binding"
        };
        errors.at(at.span(), format!("the {from} `{name}` cannot be the key of this `{at}!`: {BAD_KEY}. Give it one: `key = \"...\"`"));
    }
    Key::new(name.to_owned(), source)
}
