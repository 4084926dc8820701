//! `#[mrtr_resource]` on `read_resource`, which `#[mrtr_handler]` expands.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Ident, Meta};

use super::attributes::Sorted;
use super::body::Body;
use super::item::{FnItem, last_segment};
use super::options::{Attribute, Options};
use super::paths::Paths;
use super::shell::{Shell, located, return_type};
use super::signature;
use super::tokens::first_span;
use crate::errors::Errors;

/// The trait's method, and what goes into an inherent `impl` beside it.
pub(crate) struct Resource {
    pub(crate) method: TokenStream,
    pub(crate) hoisted: TokenStream,
}

/// Expands a `read_resource` in a marked `impl ServerHandler`.
pub(crate) fn expand(item: &FnItem, attribute: &syn::Attribute, errors: &Errors) -> Resource {
    let tokens = match &attribute.meta {
        Meta::List(list) => list.tokens.clone(),
        Meta::Path(_) | Meta::NameValue(_) => TokenStream::new(),
    };
    let options = Options::read(Attribute::Resource, tokens, errors);
    let item = &super::check::without_joined_awaits(item, &options.paths, errors);
    let body = Body::read(item, &options, errors);
    let sorted = Sorted::of(&item.attributes);
    let is_sound = signature::check(Attribute::Resource, item, &sorted, errors)
        && has_known_parameters(item, errors);
    let shell = Shell {
        attribute: Attribute::Resource,
        item,
        body: &body,
        options: &options,
        sorted: &sorted,
        is_sound: is_sound && !body.is_untried,
    };
    let part = shell.part();
    let function = shell.function_item();
    let function = (!function.is_empty()).then(|| quote!(#[allow(dead_code)] #function));
    // The author's import of the attribute stays in use. rustc warns of no unused method of a trait,
    // so it must not warn of what is moved out of one.
    let path = attribute.path();
    Resource {
        method: method(&shell),
        hoisted: quote!(#[#path(@served)] #[allow(dead_code)] #part #function),
    }
}

/// Whether these are the options of an attribute that was expanded already.
pub(crate) fn is_served(tokens: &TokenStream) -> bool {
    tokens.to_string().replace(' ', "") == "@served"
}

/// The attribute where no `#[mrtr_handler]` has taken it.
pub(crate) fn outside(item: &FnItem, options: &Options, errors: &Errors) -> TokenStream {
    errors.at(Span::call_site(), OUTSIDE);
    if item.name() != "read_resource" || item.receiver().is_none() {
        return super::misplaced::without_flow(item, options);
    }
    let signature = signature_of(item, &options.paths);
    let (parameters, output) = (item.typed(), &item.signature.output);
    // What the author imported for the signature counts as used.
    quote! {
        #signature {
            #[allow(dead_code, unused_variables, unreachable_code)]
            fn written(#(#parameters),*) #output {
                ::core::unreachable!()
            }
            ::core::future::pending().await
        }
    }
}

const OUTSIDE: &str = "`#[mrtr_resource]` belongs on `read_resource` in an `impl ServerHandler` that is marked `#[mrtr_handler]`, \
                       which serves it";

/// ```text
/// async fn read_resource(&self, __mrtr_request: .., __mrtr_context: ..) -> Result<ReadResourceResponse, ErrorData> {
///     serve_resource(served(self, MrtrServer::mrtr(self)), __mrtr_request, __mrtr_context, FUNCTION, move |flow, request, context| Box::pin(async move {
///         <R as ResourceOutput>::into_response(self.read_resource_part(flow.body(), request, context).await)
///     })).await
/// }
/// ```
fn method(shell: &Shell) -> TokenStream {
    let Sorted {
        cfgs, shared, docs, ..
    } = shell.sorted;
    let paths = &shell.options.paths;
    let signature = signature_of(shell.item, paths);
    let served = if shell.is_sound {
        served(shell)
    } else {
        quote!(::core::future::pending().await)
    };
    quote! {
        #(#cfgs)* #(#shared)* #(#docs)*
        #signature {
            #served
        }
    }
}

fn signature_of(item: &FnItem, paths: &Paths) -> TokenStream {
    let sdk = &paths.sdk;
    let (request, context) = names();
    let receiver = item.receiver().map(|receiver| {
        let own = &receiver.self_token;
        quote!(&#own,)
    });
    let name = item.name();
    quote! {
        async fn #name(
            #receiver
            #request: #sdk::model::ReadResourceRequestParams,
            #context: #sdk::service::RequestContext<#sdk::RoleServer>,
        ) -> ::core::result::Result<#sdk::model::ReadResourceResponse, #sdk::ErrorData>
    }
}

fn served(shell: &Shell) -> TokenStream {
    let rmcp = &shell.options.paths.rmcp;
    let (request, context) = names();
    let flow = super::inject::flow_ident();
    let receiver = shell.item.receiver().map(|receiver| &receiver.self_token);
    let function = shell.function();
    let part = shell.item.part_name();
    let arguments = shell.item.typed().filter_map(argument);
    let ty = return_type(&shell.item.signature);
    let span = located(first_span(&ty));
    let convert = quote_spanned!(span=> <#ty as #rmcp::ResourceOutput>::into_response);
    let run = quote!(#receiver.#part(#flow.body(), #(#arguments),*).await);
    let output = shell.with_refusal(&run, &convert);
    let body =
        quote!(move |#flow, #request, #context| ::std::boxed::Box::pin(async move { #output }));
    let served = shell.served_by();
    shell.serve(
        "serve_resource",
        &quote!(#served, #request, #context, #function, #body),
    )
}

/// What the part gets for one of the author's parameters; nothing for the flow, which it has.
fn argument(parameter: &syn::PatType) -> Option<Ident> {
    let (request, context) = names();
    let name = last_segment(&parameter.ty)?;
    match name.to_string().as_str() {
        "Flow" => None,
        "RequestContext" => Some(context),
        _ => Some(request),
    }
}

fn has_known_parameters(item: &FnItem, errors: &Errors) -> bool {
    let parameters = item.parameters();
    let unknown = parameters.iter().find(|parameter| {
        let name = last_segment(&parameter.written.ty);
        !name.is_some_and(|name| name == "ReadResourceRequestParams" || name == "RequestContext")
    });
    if let Some(unknown) = unknown {
        errors.on(&unknown.written.ty, "`read_resource` takes `ReadResourceRequestParams` and `RequestContext<RoleServer>`, and may name its `Flow`");
    }
    unknown.is_none()
}

fn names() -> (Ident, Ident) {
    let name = |name| Ident::new(name, Span::mixed_site());
    (name("__mrtr_request"), name("__mrtr_context"))
}
