//! `#[mrtr_part]` on a method that a trait declares: those that implement it take the flow, so it takes it too.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{FnArg, TraitItemFn};

use super::item::is_flow;
use super::options::{Attribute, Options};
use super::part::flow_parameter;
use super::shell::{located, return_type};
use crate::errors::Errors;

/// The method, if it is one of a part.
pub(crate) fn read(attribute: Attribute, item: &TokenStream) -> Option<TraitItemFn> {
    let item = syn::parse2::<TraitItemFn>(item.clone()).ok()?;
    (attribute == Attribute::Part && item.default.is_none()).then_some(item)
}

/// ```text
/// ATTRIBUTES fn NAME(&self, __mrtr_flow: FlowGivenByPartMacro, ..) -> impl Future<Output = R> + Send;
/// ```
pub(crate) fn expand(item: &TraitItemFn, options: &Options, errors: &Errors) -> TokenStream {
    let TraitItemFn { attrs, sig, .. } = item;
    super::signature::is_async(options.attribute, sig, errors);
    let mut signature = sig.clone();
    signature.asyncness = None;
    let (receiver, own): (Vec<_>, Vec<_>) = sig
        .inputs
        .iter()
        .filter(|input| !matches!(input, FnArg::Typed(typed) if is_flow(&typed.ty)))
        .cloned()
        .partition(|input| matches!(input, FnArg::Receiver(_)));
    let flow = flow_parameter(sig, options);
    signature.inputs = receiver.into_iter().chain([flow]).chain(own).collect();
    let output = return_type(sig);
    let span = located(sig.fn_token.span);
    // rmcp runs handlers on any thread, and `async fn` promises nothing of that.
    signature.output = syn::parse_quote_spanned!(span=>
        -> impl ::core::future::Future<Output = #output> + ::core::marker::Send
    );
    quote!(#(#attrs)* #signature;)
}
