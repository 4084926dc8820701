//! A part: the author's function with the flow as its first parameter.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::{FnArg, Signature, Token, parse_quote};

use super::body::Body;
use super::inject::flow_ident;
use super::item::FnItem;
use super::options::Options;
use super::shell::located;
use super::tokens::{Level, flat, regroup};
use crate::warning;

/// ```text
/// ATTRIBUTES VIS async fn NAME(&self, __mrtr_flow: FlowGivenByPartMacro, ..) -> R {
///     WARNINGS
///     let __mrtr_flow = &__mrtr_flow.enter(FUNCTION);
///     STATEMENTS
/// }
/// ```
pub(crate) struct Part<'a> {
    pub(crate) item: &'a FnItem,
    pub(crate) body: &'a Body,
    pub(crate) options: &'a Options,
    pub(crate) attributes: TokenStream,
    pub(crate) name: &'a Ident,
    /// The expression of its `&'static Function`.
    pub(crate) function: TokenStream,
}

impl Part<'_> {
    pub(crate) fn expand(&self) -> TokenStream {
        let Self {
            item, attributes, ..
        } = self;
        let visibility = &item.visibility;
        let mut signature = item.signature.clone();
        signature.ident = self.name.clone();
        signature.asyncness = Some(signature.asyncness.unwrap_or_default());
        signature.inputs = self.inputs();
        let flow = flow_ident();
        let function = &self.function;
        let named = self.named_flow();
        let keys = super::keys::assertions(&self.body.scan, &self.body.keys, &self.options.paths);
        let statements = self.body.with_flow(item, self.options);
        let (inner, statements) = inner_attributes(&statements);
        let warnings = warning::expand(item.name(), &self.body.warnings, &[]);
        let body = quote! {
            #inner
            #keys
            #warnings
            let #flow = &#flow.enter(#function);
            #named
            #statements
        };
        let body = regroup(&item.body, body);
        // The flow is bound ahead of items that the author wrote first.
        let items =
            begins_with_item(&item.body).then(|| quote!(#[allow(clippy::items_after_statements)]));
        let repaired = self
            .body
            .is_repaired
            .then(|| quote!(#[allow(unreachable_code, unused_variables)]));
        let levels = self
            .options
            .strict
            .then(|| quote!(#[warn(clippy::disallowed_methods, clippy::disallowed_types)]));
        quote!(#attributes #repaired #levels #items #visibility #signature #body)
    }

    fn inputs(&self) -> Punctuated<FnArg, Token![,]> {
        let flow = flow_parameter(&self.item.signature, self.options);
        let receiver = self.item.receiver().cloned().map(FnArg::Receiver);
        let own = self
            .item
            .parameters()
            .into_iter()
            .map(|own| FnArg::Typed(own.written));
        receiver.into_iter().chain([flow]).chain(own).collect()
    }

    /// `let flow: Flow = ..`, where the author names the flow.
    fn named_flow(&self) -> TokenStream {
        let flow = flow_ident();
        let named = self.item.flows().map(|named| {
            let (pattern, ty) = (&named.pat, &named.ty);
            let value = match &**ty {
                syn::Type::Reference(lent) if lent.mutability.is_none() => quote!(#flow),
                // Reported.
                syn::Type::Reference(_) => quote!(&mut ::core::clone::Clone::clone(#flow)),
                _ => quote!(::core::clone::Clone::clone(#flow)),
            };
            quote!(let #pattern: #ty = #value;)
        });
        let missing = self.body.flow.iter().map(|name| quote!(let #name = #flow;));
        named.chain(missing).collect()
    }
}

/// The flow as a parameter. It stands where the author's `fn` does: rustc points at both when a part is called without it.
pub(crate) fn flow_parameter(signature: &Signature, options: &Options) -> FnArg {
    let root = &options.paths.root;
    let span = signature.fn_token.span;
    let mut flow = flow_ident();
    flow.set_span(flow.span().located_at(span));
    let ty = quote_spanned!(located(span)=> #root::FlowGivenByPartMacro);
    parse_quote!(#flow: #ty)
}

/// `#[mrtr_part]`: its function stands in its own body, where all that it names is in reach.
pub(crate) fn expand(item: &FnItem, body: &Body, options: &Options) -> TokenStream {
    let value = super::function::expression(item, body, options);
    let part = Part {
        item,
        body,
        options,
        attributes: item
            .attributes
            .iter()
            .map(ToTokens::to_token_stream)
            .collect(),
        name: item.name(),
        function: quote!({ #value }),
    };
    part.expand()
}

fn begins_with_item(body: &proc_macro2::Group) -> bool {
    const WORDS: [&str; 12] = [
        "struct",
        "enum",
        "union",
        "use",
        "fn",
        "impl",
        "const",
        "static",
        "type",
        "trait",
        "mod",
        "macro_rules",
    ];
    let tokens = flat(body.stream());
    let level = Level(&tokens);
    let mut at = 0;
    while level.is_punct(at, '#') {
        at += 2;
    }
    WORDS.iter().any(|word| level.is_word(at, word))
}

/// `#![..]` at the head of a body, and the rest.
fn inner_attributes(statements: &TokenStream) -> (TokenStream, TokenStream) {
    let tokens = flat(statements.clone());
    let level = Level(&tokens);
    let mut end = 0;
    while level.is_punct(end, '#') && level.is_punct(end + 1, '!') {
        end += 3;
    }
    let (inner, rest) = tokens.split_at_checked(end).unwrap_or((&tokens, &[]));
    (
        inner.iter().cloned().collect(),
        rest.iter().cloned().collect(),
    )
}
