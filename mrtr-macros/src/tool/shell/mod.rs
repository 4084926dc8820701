//! A handler: a part with the author's statements, and a thin shell that serves it.

mod plain;
mod served;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{ReturnType, Signature};

use super::attributes::Sorted;
use super::body::Body;
use super::function;
use super::item::{FnItem, Parameter};
use super::kind::Kind;
use super::options::{Attribute, Options};
use super::part::Part;

pub(crate) struct Shell<'a> {
    pub(crate) attribute: Attribute,
    pub(crate) item: &'a FnItem,
    pub(crate) body: &'a Body,
    pub(crate) options: &'a Options,
    pub(crate) sorted: &'a Sorted,
    /// False where the signature is wrong: then the shell serves nothing, and nothing else errs.
    pub(crate) is_sound: bool,
}

impl Shell<'_> {
    pub(crate) fn expand(&self) -> TokenStream {
        let cfgs = &self.sorted.cfgs;
        let shared = &self.sorted.shared;
        let part = self.part();
        let function = self.function_item();
        let shell = match (self.attribute.sdk_name(), &self.sorted.sdk) {
            (Some(_), Some(sdk)) => self.for_rmcp(sdk),
            _ => self.plain(),
        };
        quote! {
            #function
            #part
            #(#cfgs)* #(#shared)* #shell
        }
    }

    pub(crate) fn part(&self) -> TokenStream {
        let Sorted { cfgs, rest, .. } = self.sorted;
        let name = self.item.plain_name();
        let doc = format!("The body of `{name}`, as a part: `part!(self.{name}_part(..))`.");
        // A shell that serves nothing leaves its part unused.
        let unused = (!self.is_sound).then(|| quote!(#[allow(dead_code)]));
        // What the author wrote about them stands at the shell.
        let is_private = matches!(self.item.visibility, syn::Visibility::Inherited);
        let told = (!is_private)
            .then(|| quote!(#[allow(clippy::missing_errors_doc, clippy::missing_panics_doc)]));
        let part = Part {
            item: self.item,
            body: self.body,
            options: self.options,
            attributes: quote!(#(#cfgs)* #(#rest)* #unused #told #[doc = #doc]),
            name: &self.item.part_name(),
            function: self.function(),
        };
        part.expand()
    }

    /// The part's function, which the shell names too, if it serves the part.
    pub(crate) fn function_item(&self) -> TokenStream {
        if !self.is_sound {
            return TokenStream::new();
        }
        let Sorted { cfgs, shared, .. } = self.sorted;
        let function = function::item(self.item, self.body, self.options);
        quote!(#(#cfgs)* #(#shared)* #function)
    }

    fn beside(&self, name: &impl ToTokens) -> TokenStream {
        if self.item.is_associated() {
            quote!(Self::#name)
        } else {
            quote!(#name)
        }
    }

    pub(crate) fn function(&self) -> TokenStream {
        if !self.is_sound {
            let value = function::expression(self.item, self.body, self.options);
            return quote!({ #value });
        }
        let function = self.beside(&self.item.function_name());
        quote!(#function())
    }

    /// The call of the part, with what the shell has for its parameters.
    fn part_call(&self, flow: &TokenStream, parameters: &[Parameter]) -> TokenStream {
        self.part_call_on(None, flow, parameters)
    }

    /// The same on another server than `self`.
    fn part_call_on(
        &self,
        server: Option<TokenStream>,
        flow: &TokenStream,
        parameters: &[Parameter],
    ) -> TokenStream {
        let name = self.item.part_name();
        let receiver = self.item.receiver();
        let receiver = receiver.map(|receiver| receiver.self_token.to_token_stream());
        let part = match receiver.map(|own| server.unwrap_or(own)) {
            Some(receiver) => quote!(#receiver.#name),
            None => self.beside(&name),
        };
        let idents = parameters.iter().map(|parameter| &parameter.ident);
        quote!(#part(#flow, #(#idents),*))
    }

    /// Whether the call of this tool can become a task.
    fn becomes_task(&self) -> bool {
        let mut found = self.body.scan.found.iter();
        self.attribute == Attribute::Tool && found.any(|found| found.kind == Kind::Task)
    }

    fn lifetimes(&self) -> (TokenStream, TokenStream) {
        let generics = &self.item.signature.generics;
        let lifetimes: Vec<_> = generics.lifetimes().collect();
        if !self.is_sound || lifetimes.is_empty() {
            return (TokenStream::new(), TokenStream::new());
        }
        let conditions = &generics.where_clause;
        (quote!(<#(#lifetimes),*>), quote!(#conditions))
    }

    /// The author's receiver, or `&self` in place of one that cannot be.
    fn shell_receiver(&self) -> Option<TokenStream> {
        let receiver = self.item.receiver()?;
        if self.is_sound {
            return Some(quote!(#receiver,));
        }
        let own = &receiver.self_token;
        Some(quote!(&#own,))
    }
}

pub(crate) fn return_type(signature: &Signature) -> TokenStream {
    match &signature.output {
        ReturnType::Default => {
            let span = signature.ident.span();
            quote_spanned!(span=> ())
        }
        ReturnType::Type(_, ty) => ty.to_token_stream(),
    }
}

fn ident(name: &str) -> syn::Ident {
    syn::Ident::new(name, Span::call_site())
}

fn ident_at(name: &str, span: Span) -> syn::Ident {
    syn::Ident::new(name, located(span))
}

/// Our own token, reported where the author's stands.
pub(crate) fn located(span: Span) -> Span {
    Span::call_site().located_at(span)
}
