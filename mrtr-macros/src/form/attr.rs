//! Reading `#[elicit(..)]`, `#[choice(..)]` and `#[serde(..)]`.

use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Ident, Lit, LitStr, Meta, Path, Token};

use crate::colon;
use crate::errors::Errors;

/// One option: `name`, `name = value` or `name(..)`.
pub(super) struct Item {
    pub(super) meta: Meta,
    pub(super) name: String,
}

impl Item {
    /// The value behind `=`.
    pub(super) fn value(&self) -> syn::Result<&Expr> {
        match &self.meta {
            Meta::NameValue(pair) => Ok(&pair.value),
            Meta::List(list) => Err(syn::Error::new_spanned(
                list,
                format!(
                    "`{0}` takes its value by `=`: `{0} = {1}`.",
                    self.name, list.tokens
                ),
            )),
            Meta::Path(path) => Err(syn::Error::new_spanned(
                path,
                format!("`{0}` needs a value: `{0} = ..`.", self.name),
            )),
        }
    }

    /// The text behind `=`.
    pub(super) fn text(&self) -> syn::Result<&LitStr> {
        let value = self.value()?;
        text(value).ok_or_else(|| {
            syn::Error::new_spanned(value, format!("`{0}` is text: `{0} = \"..\"`.", self.name))
        })
    }

    /// The name as an identifier, for spans.
    pub(super) fn ident(&self) -> syn::Result<&Ident> {
        self.meta.path().require_ident()
    }

    /// That it is a word alone.
    pub(super) fn word(&self) -> syn::Result<()> {
        self.meta.require_path_only().map(|_| ()).map_err(|_| {
            syn::Error::new_spanned(
                &self.meta,
                format!("`{0}` is a word alone: `#[elicit({0})]`.", self.name),
            )
        })
    }

    /// The path of `crate = path`.
    pub(super) fn path(&self) -> syn::Result<Path> {
        let value = self.value()?;
        match value {
            Expr::Path(path) if path.qself.is_none() => Ok(path.path.clone()),
            _ => Err(syn::Error::new_spanned(value, self.instead_of(value))),
        }
    }

    fn instead_of(&self, value: &Expr) -> String {
        let written = text(value).map_or_else(|| "mrtr".to_owned(), LitStr::value);
        format!("write the path itself: `{} = {written}`.", self.name)
    }
}

/// All options of the attributes called `attribute`, in order. One given twice is an error.
pub(super) fn items(attrs: &[Attribute], attribute: &str, errors: &Errors) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident(attribute)) {
        let parsed = attr
            .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
            .map_err(|error| misread(attr, attribute).unwrap_or(error));
        for meta in errors.keep(parsed).into_iter().flatten() {
            let name = meta
                .path()
                .segments
                .iter()
                .map(|part| part.ident.to_string())
                .collect::<Vec<_>>()
                .join("::");
            if attribute != "serde" && items.iter().any(|item| item.name == name) {
                errors.on(
                    meta.path(),
                    format!("`{name}` is given twice; take one away."),
                );
            } else {
                items.push(Item { meta, name });
            }
        }
    }
    items
}

/// What is said of an attribute that does not parse, where it shows what is meant.
fn misread(attr: &Attribute, attribute: &str) -> Option<syn::Error> {
    let written = |at: &dyn ToTokens, options: &str| {
        let text =
            format!("options stand in parentheses and have names: `#[{attribute}({options})]`.");
        Some(syn::Error::new_spanned(at, text))
    };
    let list = match &attr.meta {
        _ if attribute == "serde" => return None,
        Meta::Path(path) => return written(path, "title = \"..\""),
        Meta::NameValue(pair) => {
            let value = pair.value.to_token_stream();
            return written(&value, &format!("title = {value}"));
        }
        Meta::List(list) => list,
    };
    if let Some(TokenTree::Literal(title)) = list.tokens.clone().into_iter().next() {
        return written(&title, &format!("title = {title}"));
    }
    let (colon, text) = colon::find(&list.tokens)?;
    Some(syn::Error::new_spanned(colon, text + "."))
}

/// Reports attributes of the other derive: `#[elicit(..)]` in a choice, `#[choice(..)]` in a form.
pub(super) fn refuse_other(attrs: &[Attribute], other: &str, own: &str, errors: &Errors) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident(other)) {
        let options = match &attr.meta {
            Meta::List(list) => list.tokens.to_string(),
            Meta::Path(_) | Meta::NameValue(_) => "..".to_owned(),
        };
        let what = if own == "choice" {
            "a choice"
        } else {
            "a form"
        };
        errors.on(
            attr.path(),
            format!("the attribute of {what} is `{own}`: write `#[{own}({options})]`."),
        );
    }
}

/// The literal text that an expression is.
pub(super) fn text(value: &Expr) -> Option<&LitStr> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text),
        Expr::Group(group) => text(&group.expr),
        _ => None,
    }
}

/// The crate's path where the item names one, else `::mrtr_runtime`.
pub(super) fn krate(items: &[Item], errors: &Errors) -> Path {
    let named = items
        .iter()
        .find(|item| item.name == "crate")
        .and_then(|item| errors.keep(item.path()));
    named.unwrap_or_else(default_crate)
}

pub(super) fn default_crate() -> Path {
    syn::parse_quote!(::mrtr_runtime)
}
