//! Titles and descriptions from doc comments.

use proc_macro2::Span;
use quote::ToTokens;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// What a doc comment says: its first paragraph is the title, the rest the description.
#[derive(Debug, Default)]
pub(super) struct Docs {
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    /// The first line of the comment.
    pub(super) span: Option<Span>,
}

impl Docs {
    pub(super) fn of(attrs: &[Attribute]) -> Self {
        let lines: Vec<(String, Span)> = attrs.iter().filter_map(line).collect();
        let text: Vec<&str> = lines
            .iter()
            .flat_map(|(text, _)| text.split('\n'))
            .collect();
        let mut paragraphs = text
            .split(|line| line.trim().is_empty())
            .map(joined)
            .filter(|text| !text.is_empty());
        let title = paragraphs.next();
        let description = paragraphs.collect::<Vec<_>>().join("\n\n");
        Self {
            title,
            description: Some(description).filter(|text| !text.is_empty()),
            span: lines.first().map(|(_, span)| *span),
        }
    }
}

fn line(attr: &Attribute) -> Option<(String, Span)> {
    match &attr.meta {
        Meta::NameValue(doc) if doc.path.is_ident("doc") => match &doc.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => Some((
                text.value(),
                doc.value.to_token_stream().into_iter().next()?.span(),
            )),
            _ => None,
        },
        _ => None,
    }
}

fn joined(lines: &[&str]) -> String {
    lines
        .iter()
        .map(|line| line.trim())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn docs(attrs: &[Attribute]) -> (Option<String>, Option<String>) {
        let docs = Docs::of(attrs);
        (docs.title, docs.description)
    }

    #[test]
    fn the_first_paragraph_is_the_title_and_the_rest_the_description() {
        let found = docs(&[
            syn::parse_quote!(#[doc = " Language of"]),
            syn::parse_quote!(#[doc = " the summary"]),
            syn::parse_quote!(#[doc = ""]),
            syn::parse_quote!(#[doc = " Names are"]),
            syn::parse_quote!(#[doc = " kept."]),
            syn::parse_quote!(#[doc = ""]),
            syn::parse_quote!(#[doc = " So are dates."]),
        ]);
        assert_eq!(found.0.as_deref(), Some("Language of the summary"));
        assert_eq!(found.1.as_deref(), Some("Names are kept.\n\nSo are dates."));
    }

    #[test]
    fn a_block_comment_counts_line_by_line() {
        let found = docs(&[syn::parse_quote!(#[doc = " Title\n\n Rest "])]);
        assert_eq!(
            (found.0.as_deref(), found.1.as_deref()),
            (Some("Title"), Some("Rest"))
        );
    }

    #[test]
    fn no_comment_gives_no_title() {
        assert_eq!(
            docs(&[
                syn::parse_quote!(#[doc(hidden)]),
                syn::parse_quote!(#[doc = "  "])
            ]),
            (None, None)
        );
    }
}
