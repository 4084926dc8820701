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
    ty: &'a Type,
}

impl<'a> FieldType<'a> {
    pub(super) fn new(place: usize, ty: &'a Type) -> Self {
        Self {
            constant: format_ident!("FIELD_{place}", span = Span::mixed_site()),
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

    /// The field in the making, required where its type is.
    pub(super) fn field(&self, private: &TokenStream, name: &str) -> TokenStream {
        let (constant, ty) = (&self.constant, self.ty);
        let required = match types::option(ty) {
            Some(_) => quote!(false),
            None => quote!(#constant.is_required()),
        };
        quote!(#private::TypedField::<#ty>::new(#name, #required, #constant.kind()))
    }

    /// How its value is made of an answer.
    pub(super) fn from_answer(&self, private: &TokenStream) -> TokenStream {
        let constant = &self.constant;
        match types::option(self.ty) {
            Some(_) => quote!(#private::optional_from(#constant.from_answer())),
            None => quote!(#constant.from_answer()),
        }
    }
}
