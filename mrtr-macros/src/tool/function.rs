//! What the runtime knows of a handler or part: its options and its sites, for the fingerprint.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, Ident};

use super::body::Body;
use super::item::FnItem;
use super::kind::Kind;
use super::options::Options;
use super::scan::Found;

/// ```text
/// fn __mrtr_function_NAME() -> &'static Function { <expression> }
/// ```
pub(crate) fn item(item: &FnItem, body: &Body, options: &Options) -> TokenStream {
    let name = item.function_name();
    let private = &options.paths.private;
    let value = expression(item, body, options);
    quote! {
        #[doc(hidden)]
        fn #name() -> &'static #private::Function {
            #value
        }
    }
}

/// ```text
/// static FUNCTION: OnceLock<Function> = OnceLock::new();
/// FUNCTION.get_or_init(|| Function::new(FunctionParts { .. }))
/// ```
pub(crate) fn expression(item: &FnItem, body: &Body, options: &Options) -> TokenStream {
    let private = &options.paths.private;
    let parts = parts(item, body, options);
    let has_form = body
        .scan
        .found
        .iter()
        .any(|found| form(found, body).is_some());
    let any_form = has_form.then(|| quote!(use #private::AnyForm as _;));
    quote! {
        static FUNCTION: ::std::sync::OnceLock<#private::Function> = ::std::sync::OnceLock::new();
        FUNCTION.get_or_init(|| {
            #any_form
            #private::Function::new(#parts)
        })
    }
}

fn parts(item: &FnItem, body: &Body, options: &Options) -> TokenStream {
    let private = &options.paths.private;
    let name = item.plain_name();
    let Options {
        version,
        accept,
        single_use,
        preflight,
        ..
    } = options;
    let unsolicited = options.unsolicited.is_some();
    let ttl = optional(
        options
            .ttl_seconds
            .map(|seconds| quote!(::core::time::Duration::from_secs(#seconds))),
    );
    let max_requests = optional(options.max_requests.map(ToTokens::into_token_stream));
    let sites = sites(body, private);
    quote! {
        #private::FunctionParts {
            name: #name,
            version: #version,
            accept: &[#(#accept),*],
            single_use: #single_use,
            unsolicited: #unsolicited,
            preflight: #preflight,
            ttl: #ttl,
            max_requests: #max_requests,
            file: ::core::file!(),
            sites: #sites,
        }
    }
}

fn optional(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}

/// An array, since its elements may stand under `#[cfg(..)]`: what a build leaves out is not in its
/// fingerprint.
fn sites(body: &Body, private: &TokenStream) -> TokenStream {
    let sites = body.scan.found.iter().zip(&body.keys).map(|(found, key)| {
        let cfgs = found.place.cfgs.iter().map(|cfg| &cfg.attribute);
        let kind = Ident::new(found.kind.variant(), Span::call_site());
        let key = if body.scan.locals.may_hold(&key.value) {
            quote!("")
        } else {
            key.value.clone()
        };
        let message = found
            .args
            .literal()
            .map(syn::LitStr::value)
            .unwrap_or_default();
        let form = form(found, body);
        let form = match form {
            Some(form) => quote!(#private::FormOf::<#form>::new().form()),
            None => optional(None),
        };
        let unconditional = found.is_unconditional;
        let of = of(found);
        let needs = needs(found)
            .into_iter()
            .map(|name| Ident::new(name, Span::call_site()));
        let line = quote_spanned!(found.name.span()=> ::core::line!());
        quote! {
            #(#cfgs)*
            #private::Site {
                kind: #private::SiteKind::#kind,
                key: #key,
                message: #message,
                form: #form,
                of: #of,
                line: #line,
                unconditional: #unconditional,
                needs: &[#(#private::Capability::#needs),*],
            }
        }
    });
    quote!(::std::vec::Vec::from([#(#sites),*]))
}

/// The expression in `of`, as text. Spaces do not count: rustc's printing of them may change.
fn of(found: &Found) -> String {
    let of = found.args.option("of");
    let mut text = of.map(|of| of.value.to_string()).unwrap_or_default();
    text.retain(|sign| !sign.is_whitespace());
    text
}

/// What a client needs beyond its kind, as far as it is written out: a list that may be empty says nothing.
fn needs(found: &Found) -> Vec<&'static str> {
    let written = |name: &str| syn::parse2::<Expr>(found.args.option(name)?.value.clone()).ok();
    let has_tools = matches!(written("tools"), Some(Expr::Array(tools)) if !tools.elems.is_empty());
    let chooses = found.args.option("tool_choice").is_some();
    let last = match written("context") {
        Some(Expr::Path(path)) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    };
    let has_context = last.is_some_and(|last| last == "ThisServer" || last == "AllServers");
    let is_required = found.kind == Kind::Task
        && matches!(written("required"), Some(Expr::Lit(required)) if required.lit == syn::parse_quote!(true));
    if is_required {
        return vec!["Tasks"];
    }
    if found.kind == Kind::Pick && found.args.option("several").is_some() {
        return vec!["Lists"];
    }
    let needs = [
        (has_tools || chooses, "SamplingTools"),
        (has_context, "SamplingContext"),
    ];
    let needs = needs
        .into_iter()
        .filter(|(is_needed, _)| *is_needed && found.kind == Kind::Sample);
    needs.map(|(_, name)| name).collect()
}

/// The type of the form, if it can be named outside of the body.
fn form<'a>(found: &'a Found, body: &Body) -> Option<&'a TokenStream> {
    let subject = found
        .args
        .subject
        .as_ref()
        .filter(|_| found.kind == Kind::Elicit && found.told.is_none())?;
    (!body.scan.locals.may_hold(subject)).then_some(subject)
}
