//! The impls of `Choice` and of what stands on it, for an enum.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Ident, Path};

use super::attr;
use super::choice::{ChoiceModel, OptionModel, displays, warnings};
use super::expand::{private, quiet_crate};
use crate::errors::Errors;
use crate::warning;

/// ```ignore
/// impl Choice for Size {
///     const OPTIONS: &'static [(&'static str, &'static str)] = &[("small", "Small"), ..];
///     fn from_value(value: &str) -> Option<Self> { match value { "small" => Some(Self::Small), .., _ => None } }
///     fn value(&self) -> &'static str { match self { Self::Small => "small", .. } }
///     fn title(&self) -> &'static str { match self { Self::Small => "Small", .. } }
/// }
/// // and Field, Prefilled, Elicit and Display, which stand on it
/// ```
pub(super) fn choice(choice: &ChoiceModel<'_>) -> TokenStream {
    let (krate, ident) = (&choice.krate, &choice.input.ident);
    let idents: Vec<_> = choice.options.iter().map(|option| option.ident).collect();
    let values: Vec<_> = choice.options.iter().map(|option| &option.value).collect();
    let titles: Vec<_> = choice.options.iter().map(OptionModel::shown).collect();
    let lints = warning::lints(&choice.input.attrs);
    let found = warnings(choice);
    let warnings = warning::expand(ident, choice.warnings.iter().chain(&found), &lints);
    let traits = expand_traits(krate, ident);
    let display = choice.displays.then(|| expand_display(krate, ident));
    quote! {
        #[automatically_derived]
        #[diagnostic::do_not_recommend]
        impl #krate::Choice for #ident {
            const OPTIONS: &'static [(&'static str, &'static str)] = &[#((#values, #titles)),*];

            fn from_value(value: &str) -> ::core::option::Option<Self> {
                match value {
                    #(#values => ::core::option::Option::Some(Self::#idents),)*
                    _ => ::core::option::Option::None,
                }
            }

            fn value(&self) -> &'static str {
                match self {
                    #(Self::#idents => #values,)*
                }
            }

            fn title(&self) -> &'static str {
                match self {
                    #(Self::#idents => #titles,)*
                }
            }
        }
        #traits
        #display
        #warnings
    }
}

/// What stands on `Choice`: being a field, having a default, and being a form by itself.
fn expand_traits(krate: &Path, ident: &Ident) -> TokenStream {
    let private = private(krate);
    quote! {
        #[automatically_derived]
        #[diagnostic::do_not_recommend]
        impl #private::Field for #ident {
            fn kind() -> #private::FieldKind {
                #private::choice_kind::<Self>()
            }

            fn from_answer(
                answer: ::core::option::Option<#private::Answer<'_>>,
            ) -> ::core::result::Result<Self, #private::Rule> {
                #private::choice_from_answer(answer)
            }

            fn to_entry(&self) -> ::core::option::Option<#private::Value> {
                #private::choice_to_entry(self)
            }
        }

        #[automatically_derived]
        #[diagnostic::do_not_recommend]
        impl #private::Prefilled for #ident {
            type Default = Self;

            const FILL_IN: fn(&mut #private::FieldKind, Self) = #private::fill_in_choice;
        }

        #[automatically_derived]
        #[diagnostic::do_not_recommend]
        impl #krate::Elicit for #ident {
            fn form() -> &'static #private::Form {
                static FORM: ::std::sync::OnceLock<#private::Form> = ::std::sync::OnceLock::new();
                FORM.get_or_init(#private::scalar_form::<Self>)
            }

            fn decode(
                content: &#private::Map<::std::string::String, #private::Value>,
            ) -> ::core::result::Result<Self, #private::Violations> {
                #private::decode_scalar(content)
            }
        }

        #[automatically_derived]
        #[diagnostic::do_not_recommend]
        impl #private::Fillable for #ident {
            type Given = Self;

            fn entries(
                value: &Self,
            ) -> #private::Map<::std::string::String, #private::Value> {
                #private::scalar_entries(value)
            }
        }
    }
}

fn expand_display(krate: &Path, ident: &Ident) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl ::core::fmt::Display for #ident {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(#krate::Choice::title(self))
            }
        }
    }
}

/// Impls that let the type's uses compile while its own errors are told; none where it is generic, since they could not
/// name it.
pub(super) fn stub(input: &DeriveInput) -> TokenStream {
    if !input.generics.params.is_empty() {
        return TokenStream::new();
    }
    let ident = &input.ident;
    let krate = quiet_crate(input, "choice");
    let traits = expand_traits(&krate, ident);
    let display = quiet_displays(input).then(|| expand_display(&krate, ident));
    quote! {
        #[automatically_derived]
        #[diagnostic::do_not_recommend]
        impl #krate::Choice for #ident {
            const OPTIONS: &'static [(&'static str, &'static str)] = &[];

            fn from_value(_: &str) -> ::core::option::Option<Self> {
                ::core::unreachable!()
            }

            fn value(&self) -> &'static str {
                ::core::unreachable!()
            }
        }
        #traits
        #display
    }
}

/// Whether the derive writes `Display`, without telling again what is wrong.
fn quiet_displays(input: &DeriveInput) -> bool {
    let errors = Errors::new();
    let displays = displays(&attr::items(&input.attrs, "choice", &errors), &errors);
    let _told_already = errors.finish();
    displays
}
