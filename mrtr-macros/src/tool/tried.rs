//! `ask_sample!(..).await?`: a `?` behind what cannot fail. That is reported, and rustc should say no more about it.

use proc_macro2::TokenStream;
use quote::quote;

use super::paths::Paths;
use super::tokens::Level;

/// Something to put a `?` behind: of the type that is wanted there, or what the call awaits to.
pub(super) fn tried(call: &TokenStream, has_type: bool, paths: &Paths) -> TokenStream {
    let root = &paths.root;
    let ok = quote!(::core::result::Result::<_, #root::Refused>::Ok);
    if !has_type {
        return quote!((async { #ok(#call.await) }));
    }
    quote! {
        (async {
            fn wanted<T>() -> T {
                ::core::unreachable!()
            }
            let _ = #call.await;
            #ok(wanted())
        })
    }
}

/// Whether the value of `ask!(..).await?` at `at` has its type from elsewhere: from its `let`, or as an argument.
pub(super) fn has_type(level: Level, at: usize) -> bool {
    let ends = level.get(at + TRIED).is_none() || level.is_punct(at + TRIED, ',');
    match level.before(at) {
        None => ends,
        Some(_) if level.is_punct(at - 1, ',') => ends,
        Some(_) if level.is_punct(at - 1, '=') => is_typed_let(level, at - 1),
        Some(_) => false,
    }
}

/// The tokens of `ask ! (..) . await ?`.
const TRIED: usize = 6;

/// Whether the `=` at `end` is that of a `let name: Type`.
fn is_typed_let(level: Level, end: usize) -> bool {
    let start = (0..end).rev().find(|at| level.is_word(*at, "let"));
    let is_colon = |at: usize| level.is_punct(at, ':') && !level.is_punct(at + 1, ':');
    start.is_some_and(|start| (start..end).any(is_colon))
}
