//! The impl of `Elicit` for a struct.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{DeriveInput, Expr, Path};

use super::attr;
use super::check;
use super::field_type::FieldType;
use super::literal::{self, Number};
use super::model::{Absent, FieldModel, FormModel, Setting};
use super::settings;
use super::types::{self, Shape};
use crate::errors::Errors;
use crate::warning;

/// ```ignore
/// const _: () = {
///     const __MRTR_FIELD_0: FieldType<u8> = <u8 as Field>::TYPE;
///     type __MrtrField0 = u8;
///     impl Elicit for Trip {
///         fn form() -> &'static Form {
///             static __MRTR_FORM: OnceLock<Form> = OnceLock::new();
///             __MRTR_FORM.get_or_init(|| Form::new(vec![
///                 FieldBuilder::new("nights", __MRTR_FIELD_0.is_required(), __MRTR_FIELD_0.kind())
///                     .title("How long?")
///                     .min(<__MrtrField0 as Ranged>::BOUND, 1)
///                     .build(),
///                 ..
///             ]))
///         }
///         fn decode(content: &Map<String, Value>) -> Result<Self, Violations> {
///             let mut answers = Self::form().read(content)?;
///             Ok(Self { nights: answers.take_with(__MRTR_FIELD_0.decoder())?, .. })
///         }
///     }
///     // where it says `#[elicit(fill)]`
///     impl Fillable for Trip {
///         type Given = Self;
///         fn entries(value: &Self) -> Map<String, Value> {
///             entries(Self::form(), vec![__MRTR_FIELD_0.entry(&value.nights), ..])
///         }
///     }
/// };
/// ```
///
/// rustc recommends none of an author's forms in place of a type that is none: with ten of them that is half of the error.
pub(super) fn form(form: &FormModel<'_>) -> TokenStream {
    let (krate, ident) = (&form.krate, &form.input.ident);
    let private = private(krate);
    let types = typed(form);
    let constants = types.iter().map(|(_, ty)| ty.define(&private));
    let aliases = types
        .iter()
        .filter(|(field, _)| !field.settings.is_empty())
        .map(|(_, ty)| ty.define_alias());
    let fields = types
        .iter()
        .map(|(field, ty)| expand_field(&private, field, ty));
    let values = types
        .iter()
        .map(|(field, ty)| expand_value(&private, field, ty));
    let fillable = form.fill.then(|| expand_fillable(form, &types));
    let (content, answers) = (local("content"), local("answers"));
    let formats = form
        .fields
        .iter()
        .filter_map(|field| check_format(&private, field));
    let sizes = form
        .fields
        .iter()
        .filter_map(|field| check_items(&private, field));
    let lints = warning::lints(&form.input.attrs);
    let found = check::warnings(form);
    let warnings = warning::expand(
        &form.input.ident,
        form.warnings.iter().chain(&found),
        &lints,
    );
    quote! {
        const _: () = {
            #(#constants)*
            #(#aliases)*

            #[automatically_derived]
            #[diagnostic::do_not_recommend]
            impl #krate::Elicit for #ident {
                fn form() -> &'static #private::Form {
                    static __MRTR_FORM: ::std::sync::OnceLock<#private::Form> = ::std::sync::OnceLock::new();
                    __MRTR_FORM.get_or_init(|| #private::Form::new(::std::vec![#(#fields),*]))
                }

                fn decode(
                    #content: &#private::Map<::std::string::String, #private::Value>,
                ) -> ::core::result::Result<Self, #private::Violations> {
                    let mut #answers = <Self as #krate::Elicit>::form().read(#content)?;
                    ::core::result::Result::Ok(Self { #(#values),* })
                }
            }

            #fillable
        };
        #(#formats)*
        #(#sizes)*
        #warnings
    }
}

/// Only where it is asked for: it reads every field, and rustc would no longer tell of one that the author never reads.
fn expand_fillable(
    form: &FormModel<'_>,
    types: &[(&FieldModel<'_>, FieldType<'_>)],
) -> TokenStream {
    let (krate, ident, value) = (&form.krate, &form.input.ident, local("value"));
    let private = private(krate);
    let entries = types
        .iter()
        .map(|(field, ty)| ty.entry(field.ident, &value));
    quote! {
        #[automatically_derived]
        #[diagnostic::do_not_recommend]
        impl #private::Fillable for #ident {
            type Given = Self;

            fn entries(#value: &Self) -> #private::Map<::std::string::String, #private::Value> {
                #private::entries(<Self as #krate::Elicit>::form(), ::std::vec![#(#entries),*])
            }
        }
    }
}

/// The fields, each with its type in expansions.
fn typed<'a>(form: &'a FormModel<'a>) -> Vec<(&'a FieldModel<'a>, FieldType<'a>)> {
    let fields = form.fields.iter().enumerate();
    fields
        .map(|(place, field)| (field, FieldType::new(place, field.ty)))
        .collect()
}

/// Impls that let the type's uses compile while its own errors are told.
pub(super) fn form_stub(input: &DeriveInput) -> TokenStream {
    let ident = &input.ident;
    let krate = quiet_crate(input, "elicit");
    let private = private(&krate);
    let (impls, types, _) = input.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        #[diagnostic::do_not_recommend]
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

        #[automatically_derived]
        #[diagnostic::do_not_recommend]
        impl #impls #private::Fillable for #ident #types where Self: ::core::marker::Send + 'static {
            type Given = Self;

            fn entries(_: &Self) -> #private::Map<::std::string::String, #private::Value> {
                ::core::unreachable!()
            }
        }
    }
}

/// Names the types of the fields, so that the compiler's errors about them come with those of the item.
pub(super) fn field_types(form: &FormModel<'_>) -> TokenStream {
    let private = private(&form.krate);
    let constants = typed(form)
        .into_iter()
        .map(|(_, ty)| ty.define(&private))
        .collect::<Vec<_>>();
    if form.input.generics.params.is_empty() {
        quote!(#[allow(dead_code)] const _: () = { #(#constants)* };)
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

fn expand_field(private: &TokenStream, field: &FieldModel<'_>, ty: &FieldType<'_>) -> TokenStream {
    let new = ty.builder(private, &field.name);
    let title = field.shown().map(|title| quote!(.title(#title)));
    let description = field
        .explained()
        .map(|description| quote!(.description(#description)));
    let optional = field.absent.as_ref().map(|_| quote!(.optional()));
    let settings = field
        .settings
        .iter()
        .map(|setting| expand_setting(private, field, setting, ty));
    quote!(#new #title #description #optional #(#settings)* .build())
}

fn expand_setting(
    private: &TokenStream,
    field: &FieldModel<'_>,
    setting: &Setting,
    ty: &FieldType<'_>,
) -> TokenStream {
    let (name, alias) = (&setting.name, ty.alias(setting.name.span()));
    let value = expand_setting_value(private, field, setting);
    let fits = |kind: TokenStream| match field.shape {
        Shape::Other => quote!(let () = <#alias as #private::#kind>::IS;),
        _ => TokenStream::new(),
    };
    match name.to_string().as_str() {
        "default" => quote!(.#name(<#alias as #private::Prefilled>::FILL_IN, #value)),
        "min" | "max" => quote!(.#name(<#alias as #private::Ranged>::BOUND, #value)),
        "min_items" | "max_items" => wrap(name, &fits(quote!(ListField)), &value),
        _ => wrap(name, &fits(quote!(TextField)), &value),
    }
}

/// Where the spelling of the type does not tell that the option fits it, a trait must.
fn wrap(name: &Ident, fits: &TokenStream, value: &TokenStream) -> TokenStream {
    if fits.is_empty() {
        quote!(.#name(#value))
    } else {
        quote!(.#name({ #fits #value }))
    }
}

fn expand_setting_value(
    private: &TokenStream,
    field: &FieldModel<'_>,
    setting: &Setting,
) -> TokenStream {
    let (name, value) = (&setting.name, &setting.value);
    match (field.shape, literal::number(value), literal::list(value)) {
        _ if name == "format" => expand_format(private, value),
        (Shape::Number, Some(number), _) => expand_number(number, value),
        (_, _, Some(items)) if name == "default" => quote!(::std::vec![#(#items),*]),
        _ => quote!(#value),
    }
}

fn expand_format(private: &TokenStream, value: &Expr) -> TokenStream {
    let variant = settings::format_name(value).unwrap_or("Date");
    let variant = Ident::new(variant, value.span());
    quote!(#private::Format::#variant)
}

/// A whole number is a fine bound of a double, which Rust would not take as it is.
fn expand_number(number: Number, value: &Expr) -> TokenStream {
    let mut literal = Literal::f64_unsuffixed(number.as_f64().abs());
    literal.set_span(value.span());
    let sign = (number.as_f64() < 0.0).then(|| quote!(-));
    quote!(#sign #literal)
}

fn expand_value(private: &TokenStream, field: &FieldModel<'_>, ty: &FieldType<'_>) -> TokenStream {
    let (ident, from, answers) = (field.ident, ty.decoder(private), local("answers"));
    match field
        .absent
        .as_ref()
        .map(|absent| expand_absent(field, absent))
    {
        Some(default) => quote!(#ident: #answers.take_or(#from, #default)?),
        None => quote!(#ident: #answers.take_with(#from)?),
    }
}

/// A local variable that the author's expressions cannot meet.
fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
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

/// There are as many choices as must be taken. A choice with none is told of already.
fn check_items(private: &TokenStream, field: &FieldModel<'_>) -> Option<TokenStream> {
    let value = &field.setting("min_items")?.value;
    let item = types::list(types::option(field.ty).unwrap_or(field.ty))?;
    let Some(Number::Whole(least)) = literal::number(value) else {
        return None;
    };
    let count = Literal::usize_unsuffixed(usize::try_from(least).ok()?);
    let text =
        format!("`min_items = {least}` is more than there are choices, so no answer could pass");
    Some(quote_spanned! {value.span()=>
        const _: () = ::core::assert!(
            #private::has_options(<#item as #private::Choice>::OPTIONS, #count),
            #text
        );
    })
}
