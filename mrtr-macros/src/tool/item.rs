//! The function that an attribute stands on. Its body stays a group of tokens.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::format_ident;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{FnArg, PatType, Receiver, Signature, Type, Visibility};

#[derive(Clone)]
pub(crate) struct FnItem {
    pub(crate) attributes: Vec<syn::Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) signature: Signature,
    pub(crate) body: Group,
}

impl Parse for FnItem {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let item = Self {
            attributes: input.call(syn::Attribute::parse_outer)?,
            visibility: input.parse()?,
            signature: input.parse()?,
            body: input.parse()?,
        };
        if item.body.delimiter() != Delimiter::Brace {
            return Err(syn::Error::new(item.body.span(), "expected a body"));
        }
        Ok(item)
    }
}

/// The author's own parameters, without the receiver and without `Flow`.
pub(crate) struct Parameter {
    pub(crate) written: PatType,
    /// What it is called in a shell, where its pattern does not matter.
    pub(crate) ident: Ident,
}

impl FnItem {
    pub(crate) fn name(&self) -> &Ident {
        &self.signature.ident
    }

    /// The name in text and in names made of it.
    pub(crate) fn plain_name(&self) -> String {
        self.name().unraw().to_string()
    }

    /// The part of a handler.
    pub(crate) fn part_name(&self) -> Ident {
        format_ident!("{}_part", self.plain_name(), span = self.name().span())
    }

    /// Where a method stands in the `impl` of a trait, which no attribute sees, this is the first name that rustc finds wrong
    /// there: so it says what is.
    pub(crate) fn function_name(&self) -> Ident {
        let place = if self.is_associated() {
            "_of_an_impl_without_a_trait"
        } else {
            ""
        };
        let name = self.plain_name();
        format_ident!("__mrtr_function_{name}{place}", span = Span::call_site())
    }

    pub(crate) fn receiver(&self) -> Option<&Receiver> {
        self.signature.receiver()
    }

    pub(crate) fn parameters(&self) -> Vec<Parameter> {
        let typed = self.typed().filter(|typed| !is_flow(&typed.ty));
        let numbered = typed.enumerate().map(|(number, typed)| Parameter {
            written: typed.clone(),
            ident: Ident::new(&format!("__mrtr_p{number}"), Span::mixed_site()),
        });
        numbered.collect()
    }

    /// The parameters by which the author names the flow.
    pub(crate) fn flows(&self) -> impl Iterator<Item = &PatType> {
        self.typed().filter(|typed| is_flow(&typed.ty))
    }

    pub(crate) fn typed(&self) -> impl Iterator<Item = &PatType> {
        self.signature
            .inputs
            .iter()
            .filter_map(|input| match input {
                FnArg::Typed(typed) => Some(typed),
                FnArg::Receiver(_) => None,
            })
    }

    /// Whether a function beside it is named `Self::other` rather than `other`.
    pub(crate) fn is_associated(&self) -> bool {
        let signature = quote::ToTokens::to_token_stream(&self.signature);
        self.receiver().is_some() || names_self(signature) || names_self(self.body.stream())
    }
}

fn names_self(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(ident) => ident == "Self",
        proc_macro2::TokenTree::Group(group) => names_self(group.stream()),
        _ => false,
    })
}

pub(crate) fn is_flow(ty: &Type) -> bool {
    match ty {
        Type::Reference(reference) => is_flow(&reference.elem),
        ty => last_segment(ty).is_some_and(|name| name == "Flow"),
    }
}

/// The last name of a type's path: `Json` of `rmcp::Json<T>`.
pub(crate) fn last_segment(ty: &Type) -> Option<&Ident> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|segment| &segment.ident),
        Type::Group(group) => last_segment(&group.elem),
        _ => None,
    }
}
