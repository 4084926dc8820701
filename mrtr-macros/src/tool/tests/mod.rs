//! Tests of the attributes as a whole: source text in, expansion or mistakes out.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod bodies;
mod borrowed;
mod corrections;
mod declared;
mod editor;
mod expansion;
mod keys;
mod loops;
mod messages;
mod picks;
mod signatures;
mod sites;

use proc_macro2::{TokenStream, TokenTree};

use super::{Attribute, Body, FnItem, Options, expand};
use crate::errors::Errors;

fn tokens(text: &str) -> TokenStream {
    text.parse().expect("source text")
}

/// A handler with this body, read, and the mistakes in it.
fn read(body: &str) -> (Body, Vec<String>) {
    read_with(Options::default(), body)
}

fn read_with(options: Options, body: &str) -> (Body, Vec<String>) {
    let item: FnItem = syn::parse2(tokens(&format!(
        "async fn handler(&self) -> R {{ {body} }}"
    )))
    .unwrap();
    let errors = Errors::new();
    let body = Body::read(&item, &options, &errors);
    let in_place = body
        .scan
        .found
        .iter()
        .filter_map(|found| found.told.clone());
    let found: Vec<_> = in_place.chain(errors.take()).collect();
    (body, found.iter().map(|error| error.to_string()).collect())
}

/// The mistakes in a handler's body.
fn mistakes(body: &str) -> Vec<String> {
    read(body).1
}

/// The one mistake in a handler's body.
fn mistake(body: &str) -> String {
    let found = mistakes(body);
    assert_eq!(found.len(), 1, "{body}: {found:#?}");
    found.into_iter().next().unwrap()
}

/// What the expansion of an item reports.
fn reported(attribute: Attribute, options: &str, item: &str) -> Vec<String> {
    let mut found = Vec::new();
    collect(expand(attribute, tokens(options), tokens(item)), &mut found);
    found
}

fn collect(stream: TokenStream, found: &mut Vec<String>) {
    let all: Vec<_> = stream.into_iter().collect();
    for (at, token) in all.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            continue;
        };
        let is_error = at > 1 && all[at - 2].to_string() == "compile_error";
        if is_error {
            let text: syn::LitStr = syn::parse2(group.stream()).unwrap();
            found.push(text.value());
        } else {
            collect(group.stream(), found);
        }
    }
}

/// The expansion as text without spaces.
fn expanded(attribute: Attribute, options: &str, item: &str) -> String {
    let expanded = expand(attribute, tokens(options), tokens(item));
    expanded.to_string().replace([' ', '\n'], "")
}
