//! The impl of `Elicit` for a struct.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{DeriveInput, Expr, Path};

use super::check::{self, Number};
use super::model::{Absent, FieldModel, FormModel, Setting};
use super::types::Shape;
use super::{attr, warning};
use crate::errors::Errors;

/// ```ignore
/// impl Elicit for Trip {
///     fn form() -> &'static Form {
///         static FORM: OnceLock<Form> = OnceLock::new();
///         FORM.get_or_init(|| Form::new(vec![field_type::<u8>().field("nights").title("..").min(1).build(), ..]))
///     }
///     fn decode(content: &Map<String, Value>) -> Result<Self, Violations> {
///         let mut answers = Self::form().read(content)?;
///         Ok(Self { nights: field_type::<u8>().take(&mut answers)?, .. })
///     }
/// }
/// ```
pub(super) fn form(form: &FormModel<'_>) -> TokenStream {
    let (krate, ident) = (&form.krate, &form.input.ident);
    let private = private(krate);
    let fields = form
        .fields
        .iter()
        .map(|field| expand_field(&private, field));
    let values = form
        .fields
        .iter()
        .map(|field| expand_value(&private, field));
    let formats = form
        .fields
        .iter()
        .filter_map(|field| check_format(&private, field));
    let lints = warning::lints(&form.input.attrs);
    let warnings: Vec<_> = form
        .warnings
        .iter()
        .chain(&check::warnings(form))
        .map(|warning| warning.expand(&lints))
        .collect();
    quote! {
        #[automatically_derived]
        impl #krate::Elicit for #ident {
            fn form() -> &'static #private::Form {
                static FORM: #private::OnceLock<#private::Form> = #private::OnceLock::new();
                FORM.get_or_init(|| #private::Form::new(::std::vec![#(#fields),*]))
            }

            fn decode(
                content: &#private::Map<::std::string::String, #private::Value>,
            ) -> ::core::result::Result<Self, #private::Violations> {
                let mut answers = <Self as #krate::Elicit>::form().read(content)?;
                ::core::result::Result::Ok(Self { #(#values),* })
            }
        }
        #(#formats)*
        #(#warnings)*
    }
}

/// Impls that let the type's uses compile while its own errors are told.
pub(super) fn form_stub(input: &DeriveInput) -> TokenStream {
    let ident = &input.ident;
    let krate = quiet_crate(input, "elicit");
    let private = private(&krate);
    let (impls, types, _) = input.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impls #krate::Elicit for #ident #types where Self: ::core::marker::Send + 'static {
            fn form() -> &'static #private::Form {
                ::core::unreachable!()
            }

            fn decode(
                _: &#private::Map<::std::string::String, #private::Value>,
            ) -> ::core::result::Result<Self, #private::Violations> {
                ::core::unreachable!()
            }
        }
    }
}

/// Names the types of the fields, so that the compiler's errors about them come with those of the item.
pub(super) fn field_types(form: &FormModel<'_>) -> TokenStream {
    let private = private(&form.krate);
    let types = form.fields.iter().map(|field| field.ty);
    if form.input.generics.params.is_empty() {
        quote!(const _: fn() = || { #(let _ = #private::field_type::<#types>();)* };)
    } else {
        TokenStream::new()
    }
}

/// The crate of an item whose errors are told already.
pub(super) fn quiet_crate(input: &DeriveInput, attribute: &str) -> Path {
    let errors = Errors::new();
    let krate = attr::krate(&attr::items(&input.attrs, attribute, &errors), &errors);
    let _told_already = errors.finish();
    krate
}

pub(super) fn private(krate: &Path) -> TokenStream {
    quote!(#krate::__private::form)
}

fn expand_field(private: &TokenStream, field: &FieldModel<'_>) -> TokenStream {
    let (ty, name) = (field.ty, &field.name);
    let title = field.shown().map(|title| quote!(.title(#title)));
    let description = field
        .explained()
        .map(|description| quote!(.description(#description)));
    let optional = field.absent.as_ref().map(|_| quote!(.optional()));
    let settings = field
        .settings
        .iter()
        .map(|setting| expand_setting(private, field, setting));
    quote! {
        #private::field_type::<#ty>().field(#name) #title #description #optional #(#settings)* .build()
    }
}

fn expand_setting(private: &TokenStream, field: &FieldModel<'_>, setting: &Setting) -> TokenStream {
    let (name, value) = (&setting.name, &setting.value);
    let value = match (field.shape, check::number(value), check::list(value)) {
        _ if name == "format" => expand_format(private, value),
        (Shape::Number, Some(number), _) => expand_number(number, value),
        (_, _, Some(items)) if name == "default" => quote!(::std::vec![#(#items),*]),
        _ => quote!(#value),
    };
    quote!(.#name(#value))
}

fn expand_format(private: &TokenStream, value: &Expr) -> TokenStream {
    let variant = check::format_name(value).unwrap_or("Date");
    let variant = proc_macro2::Ident::new(variant, value.span());
    quote!(#private::Format::#variant)
}

/// A whole number is a fine bound of a double, which Rust would not take as it is.
fn expand_number(number: Number, value: &Expr) -> TokenStream {
    let mut literal = Literal::f64_unsuffixed(number.as_f64().abs());
    literal.set_span(value.span());
    let sign = (number.as_f64() < 0.0).then(|| quote!(-));
    quote!(#sign #literal)
}

fn expand_value(private: &TokenStream, field: &FieldModel<'_>) -> TokenStream {
    let (ident, ty) = (field.ident, field.ty);
    let default = field
        .absent
        .as_ref()
        .map(|absent| expand_absent(field, absent));
    match default {
        Some(default) => {
            quote!(#ident: #private::field_type::<#ty>().take_or(&mut answers, #default)?)
        }
        None => quote!(#ident: #private::field_type::<#ty>().take(&mut answers)?),
    }
}

fn expand_absent(field: &FieldModel<'_>, absent: &Absent) -> TokenStream {
    let ident = field.ident;
    match absent {
        Absent::Default(span) => quote_spanned!(*span=> ::core::default::Default::default),
        Absent::Path(path) => quote!(#path),
        Absent::OfStruct(span) => {
            quote_spanned!(*span=> || <Self as ::core::default::Default>::default().#ident)
        }
        Absent::OfStructPath(path) => quote!(|| { let default: Self = #path(); default.#ident }),
    }
}

/// The format of a default is checked by the function that checks answers, while the program compiles.
fn check_format(private: &TokenStream, field: &FieldModel<'_>) -> Option<TokenStream> {
    let format = &field.setting("format")?.value;
    let default = attr::text(&field.setting("default")?.value)?;
    let name = attr::text(format)?.value();
    let text =
        format!("the default is not in the format `{name}`, so pressing \"ok\" would be refused");
    let format = expand_format(private, format);
    Some(quote_spanned! {default.span()=>
        const _: () = ::core::assert!(#private::has_format(#default, #format), #text);
    })
}
