//! What a field's type says, as a constant that names the author's innermost type once.
//!
//! `Option<Place>` is taken apart here and not by a trait, so that an error is about `Place` and underlines it. A type that
//! the spelling does not show (an alias) still works, by the impls for `Option` and `Vec`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use super::types;

/// The type of one field, in expansions.
pub(super) struct FieldType<'a> {
    /// The constant that holds what `Field` says of the innermost type.
    constant: Ident,
    /// The number of the field.
    place: usize,
    ty: &'a Type,
}

impl<'a> FieldType<'a> {
    pub(super) fn new(place: usize, ty: &'a Type) -> Self {
        Self {
            constant: format_ident!("__MRTR_FIELD_{place}"),
            place,
            ty,
        }
    }

    /// The constant's definition.
    pub(super) fn define(&self, private: &TokenStream) -> TokenStream {
        let constant = &self.constant;
        let inner = types::option(self.ty).unwrap_or(self.ty);
        let check = types::option(self.ty).map(|inner| self.check_inner(inner));
        match types::list(inner) {
            Some(item) => quote! {
                const #constant: #private::FieldType<#inner> = <#item as #private::Choice>::LIST;
            },
            None => quote! {
                const #constant: #private::FieldType<#inner> = <#inner as #private::Field>::TYPE;
                #check
            },
        }
    }

    /// An alias of `Option` in an `Option`, which the spelling does not show.
    fn check_inner(&self, inner: &Type) -> TokenStream {
        let constant = &self.constant;
        quote_spanned! {inner.span()=>
            const _: () = ::core::assert!(
                #constant.is_required(),
                "a form knows \"given\" and \"not given\"; there is no third state. Use one `Option`"
            );
        }
    }

    /// An alias of the whole type with a span of an option, where an error about the two is told.
    pub(super) fn alias(&self, span: Span) -> Ident {
        format_ident!("__MrtrField{}", self.place, span = span)
    }

    /// The definition of the alias.
    pub(super) fn define_alias(&self) -> TokenStream {
        let (alias, ty) = (self.alias(Span::call_site()), self.ty);
        quote!(type #alias = #ty;)
    }

    /// The builder of the field, required where its type is.
    pub(super) fn builder(&self, private: &TokenStream, name: &str) -> TokenStream {
        let constant = &self.constant;
        let required = match types::option(self.ty) {
            Some(_) => quote!(false),
            None => quote!(#constant.is_required()),
        };
        quote!(#private::FieldBuilder::new(#name, #required, #constant.kind()))
    }

    /// What its form is filled in with.
    pub(super) fn entry(&self, field: &Ident, of: &Ident) -> TokenStream {
        let constant = &self.constant;
        quote!(#constant.entry(&#of.#field))
    }

    /// How its value is made of an answer.
    pub(super) fn decoder(&self, private: &TokenStream) -> TokenStream {
        let constant = &self.constant;
        match types::option(self.ty) {
            Some(_) => quote!(#private::optional_from(#constant.decoder())),
            None => quote!(#constant.decoder()),
        }
    }
}
