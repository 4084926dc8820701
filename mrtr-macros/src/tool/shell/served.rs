//! The shell of a tool or prompt: what rmcp sees of the handler.

use proc_macro2::{Delimiter, Group, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;

use super::{Shell, ident, ident_at, located, return_type};
use crate::tool::attributes::with_option;
use crate::tool::inject::flow_ident;
use crate::tool::item::{Parameter, last_segment};
use crate::tool::options::Attribute;
use crate::tool::schema::output_schema;
use crate::tool::tokens::first_span;

impl Shell<'_> {
    /// ```text
    /// #[tool(..)] /// docs
    /// async fn NAME(&self, __mrtr_call: ToolsAreCalledAsParts) -> ToolReply {
    ///     serve_tool(served(self, MrtrServer::mrtr(self)), __mrtr_call, FUNCTION, move |__mrtr_flow, mut __mrtr_context| Box::pin(async move {
    ///         let __mrtr_p0 = <P0 as ToolParameter<_>>::take(&mut __mrtr_context)?;
    ///         Ok(<R as ToolOutput>::into_response(self.NAME_part(__mrtr_flow.body(), __mrtr_p0).await))
    ///     })).await
    /// }
    /// ```
    pub(super) fn for_rmcp(&self, sdk: &syn::Attribute) -> TokenStream {
        let names = Names::of(self.attribute);
        let rmcp = &self.options.paths.rmcp;
        let sdk = self.sdk_attribute(sdk);
        let docs = &self.sorted.docs;
        let visibility = &self.item.visibility;
        let name = self.item.name();
        let (lifetimes, conditions) = self.lifetimes();
        let receiver = self.shell_receiver();
        let call = quote::format_ident!("__mrtr_call", span = Span::mixed_site());
        let (call_type, reply) = (ident(names.call), ident(names.reply));
        let served = if self.is_sound {
            self.served(&names, &call)
        } else {
            quote! {
                ::core::mem::drop(#call);
                ::core::future::pending().await
            }
        };
        quote! {
            #sdk #(#docs)*
            #visibility async fn #name #lifetimes (#receiver #call: #rmcp::#call_type) -> #rmcp::#reply #conditions {
                #served
            }
        }
    }

    /// A task outlives the request, so its body finds the server in the context:
    ///
    /// ```text
    /// serve_task_tool(.., |__mrtr_flow, mut __mrtr_context| Box::pin(async move {
    ///     let __mrtr_p0 = ..;
    ///     Ok(<R as ToolOutput>::into_response(__mrtr_context.service.NAME_part(__mrtr_flow.body(), __mrtr_p0).await))
    /// }))
    /// ```
    fn served(&self, names: &Names, call: &syn::Ident) -> TokenStream {
        let function = self.function();
        let served = self.served_by();
        let flow = flow_ident();
        let context = syn::Ident::new("__mrtr_context", Span::mixed_site());
        let parameters = self.item.parameters();
        let is_read = !parameters.is_empty();
        let becomes_task = self.becomes_task();
        let mutable = is_read.then(|| quote!(mut));
        let extracted = self.extracted(names, &context, &parameters);
        let server = becomes_task.then(|| quote!(#context.service));
        let part = self.part_call_on(server, &quote!(#flow.body()), &parameters);
        let output = self.output(names, &quote!(#part.await));
        // A body that is not `Send` is reported here, on the handler's name, without a note about the attribute.
        let pin = quote_spanned!(self.item.name().span()=> ::std::boxed::Box::pin);
        let mut pinned = Group::new(
            Delimiter::Parenthesis,
            quote!(async move { #extracted #output }),
        );
        pinned.set_span(self.item.name().span());
        let capture = (!becomes_task).then(|| quote!(move));
        let body = quote!(#capture |#flow, #mutable #context| #pin #pinned);
        let serve = if becomes_task {
            "serve_task_tool"
        } else {
            names.serve
        };
        self.serve(serve, &quote!(#served, #call, #function, #body))
    }

    pub(crate) fn serve(&self, name: &str, arguments: &TokenStream) -> TokenStream {
        let rmcp = &self.options.paths.rmcp;
        let name = ident_at(name, self.item.name().span());
        quote!(#rmcp::#name(#arguments).await)
    }

    /// `served(self, MrtrServer::mrtr(self))`: the one bound on the server, in a call of its own. A
    /// server without what it needs is then one error, at the author's `self`; on an `async fn` it
    /// would be three. So it is with all bounds on the author's types: each is a call of a trait's
    /// own method, which rustc reports without a note about us.
    pub(crate) fn served_by(&self) -> TokenStream {
        let rmcp = &self.options.paths.rmcp;
        let receiver = self.item.receiver().map(|receiver| &receiver.self_token);
        let root = &self.options.paths.root;
        if self.becomes_task() {
            return quote!(#rmcp::ServesTasks::for_tasks(#receiver));
        }
        let settings = if self.attribute == Attribute::Prompt {
            quote!(#rmcp::ServesPrompts::mrtr_for_prompts)
        } else {
            quote!(#root::MrtrServer::mrtr)
        };
        quote!(#rmcp::served(#receiver, #settings(#receiver)))
    }

    fn extracted(
        &self,
        names: &Names,
        context: &syn::Ident,
        parameters: &[Parameter],
    ) -> TokenStream {
        let rmcp = &self.options.paths.rmcp;
        let extracted = parameters.iter().map(|parameter| {
            let ident = &parameter.ident;
            let ty = &parameter.written.ty;
            let span = located(first_span(ty));
            let extract = self::ident(names.parameter);
            let take = quote_spanned!(span=> <#ty as #rmcp::#extract<'_, _>>::take);
            quote!(let #ident = #take(&mut #context)?;)
        });
        extracted.collect()
    }

    fn output(&self, names: &Names, run: &TokenStream) -> TokenStream {
        let rmcp = &self.options.paths.rmcp;
        let ty = return_type(&self.item.signature);
        let span = located(first_span(&ty));
        let name = ident(names.output);
        let convert = quote_spanned!(span=> <#ty as #rmcp::#name>::into_response);
        let output = self.with_refusal(run, &convert);
        quote!(::core::result::Result::Ok({ #output }))
    }

    /// The response made of what the part returned; a refusal among an error's causes goes first.
    pub(crate) fn with_refusal(&self, run: &TokenStream, convert: &TokenStream) -> TokenStream {
        let rmcp = &self.options.paths.rmcp;
        let output = syn::Ident::new("__mrtr_output", Span::mixed_site());
        quote! {
            use #rmcp::AnyOutput as _;
            let #output = #run;
            match #rmcp::Output(&#output).refusal() {
                ::core::option::Option::Some(refusal) => ::core::result::Result::Err(refusal),
                ::core::option::Option::None => #convert(#output),
            }
        }
    }

    /// `#[tool(..)]` with the schemas that rmcp would have read off the author's signature.
    fn sdk_attribute(&self, sdk: &syn::Attribute) -> syn::Attribute {
        let rmcp = &self.options.paths.rmcp;
        let parameters = self.item.typed().find(|typed| is_parameters(&typed.ty));
        let parameters = parameters.map(|typed| &typed.ty).filter(|_| self.is_sound);
        if self.attribute == Attribute::Prompt {
            let arguments = parameters.map(|ty| quote!(<#ty as #rmcp::PromptSchema>::arguments()));
            return with_option(sdk, "arguments", arguments);
        }
        let input = parameters.map(|ty| quote!(<#ty as #rmcp::ToolSchema>::input_schema()));
        let output = output_schema(&self.item.signature.output).filter(|_| self.is_sound);
        let output = output.map(|ty| quote!(<#ty as #rmcp::ToolSchema>::output_schema()));
        with_option(
            &with_option(sdk, "input_schema", input),
            "output_schema",
            output,
        )
    }
}

/// What the adapter calls things for one method of MCP.
struct Names {
    call: &'static str,
    reply: &'static str,
    serve: &'static str,
    parameter: &'static str,
    output: &'static str,
}

impl Names {
    fn of(attribute: Attribute) -> Self {
        if attribute == Attribute::Prompt {
            return Self {
                call: "PromptsAreCalledAsParts",
                reply: "PromptReply",
                serve: "serve_prompt",
                parameter: "PromptParameter",
                output: "PromptOutput",
            };
        }
        Self {
            call: "ToolsAreCalledAsParts",
            reply: "ToolReply",
            serve: "serve_tool",
            parameter: "ToolParameter",
            output: "ToolOutput",
        }
    }
}

fn is_parameters(ty: &Type) -> bool {
    last_segment(ty).is_some_and(|name| name == "Parameters")
}
