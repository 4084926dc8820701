//! A handler: a part with the author's statements, and a thin shell that serves it.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{ReturnType, Type};

use super::attributes::{Sorted, with_option};
use super::body::Body;
use super::function;
use super::inject::flow_ident;
use super::item::{FnItem, Parameter, last_segment};
use super::options::{Attribute, Options};
use super::part::Part;
use super::schema::output_schema;
use super::sink::first_span;

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
            #part
            #function
            #(#cfgs)* #(#shared)* #shell
        }
    }

    pub(crate) fn part(&self) -> TokenStream {
        let Sorted { cfgs, rest, .. } = self.sorted;
        let name = self.item.plain_name();
        let doc = format!("The body of `{name}`, as a part: `part!(self.{name}_part(..))`.");
        // A shell that serves nothing leaves its part unused.
        let unused = (!self.is_sound).then(|| quote!(#[allow(dead_code)]));
        let part = Part {
            item: self.item,
            body: self.body,
            options: self.options,
            attributes: quote!(#(#cfgs)* #(#rest)* #unused #[doc = #doc]),
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

    /// ```text
    /// #[tool(..)] /// docs
    /// async fn NAME(&self, __mrtr_call: ToolCall) -> ToolReply {
    ///     serve_tool(served(self), __mrtr_call, FUNCTION, move |__mrtr_flow, mut __mrtr_context| async move {
    ///         let __mrtr_p0 = extract_tool::<_, P0>(&mut __mrtr_context)?;
    ///         Ok(tool_output::<R>(self.NAME_part(__mrtr_flow, __mrtr_p0).await))
    ///     }).await
    /// }
    /// ```
    fn for_rmcp(&self, sdk: &syn::Attribute) -> TokenStream {
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

    fn served(&self, names: &Names, call: &syn::Ident) -> TokenStream {
        let function = self.function();
        let served = self.served_by();
        let flow = flow_ident();
        let context = syn::Ident::new("__mrtr_context", Span::mixed_site());
        let parameters = self.item.parameters();
        let is_read = !parameters.is_empty();
        let mutable = is_read.then(|| quote!(mut));
        let extracted = self.extracted(names, &context, &parameters);
        let run = self.run(&flow, &parameters);
        let output = self.output(names, &run);
        let body = quote! {
            move |#flow, #mutable #context| async move {
                #extracted
                #output
            }
        };
        self.serve(names.serve, &quote!(#served, #call, #function, #body))
    }

    pub(crate) fn serve(&self, name: &str, arguments: &TokenStream) -> TokenStream {
        let rmcp = &self.options.paths.rmcp;
        let name = ident_at(name, self.item.name().span());
        quote!(#rmcp::#name(#arguments).await)
    }

    /// `served(self)`: the one bound on the server, in a call of its own. A server without what it
    /// needs is then one error, at the author's `self`; on an `async fn` it would be three.
    pub(crate) fn served_by(&self) -> TokenStream {
        let rmcp = &self.options.paths.rmcp;
        let receiver = self.item.receiver().map(|receiver| &receiver.self_token);
        let is_prompt = self.attribute == Attribute::Prompt;
        let name = ident(if is_prompt {
            "served_prompts"
        } else {
            "served"
        });
        quote!(#rmcp::#name(#receiver))
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
            let extract = ident_at(names.extract, first_span(ty));
            let span = located(first_span(ty));
            let extract = quote_spanned!(span=> #rmcp::#extract::<_, #ty>);
            quote!(let #ident = #extract(&mut #context)?;)
        });
        extracted.collect()
    }

    fn run(&self, flow: &syn::Ident, parameters: &[Parameter]) -> TokenStream {
        let receiver = self.item.receiver().map(|receiver| &receiver.self_token);
        let part = self.item.part_name();
        let idents = parameters.iter().map(|parameter| &parameter.ident);
        let part = match receiver {
            Some(receiver) => quote!(#receiver.#part),
            None => self.beside(&part),
        };
        quote!(#part(#flow, #(#idents),*).await)
    }

    fn output(&self, names: &Names, run: &TokenStream) -> TokenStream {
        let rmcp = &self.options.paths.rmcp;
        let ty = self.return_type();
        let span = located(first_span(&ty));
        let name = ident(names.output);
        let convert = quote_spanned!(span=> #rmcp::#name::<#ty>);
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

    fn return_type(&self) -> TokenStream {
        return_type(self.item)
    }

    /// `#[tool(..)]` with the schemas that rmcp would have read off the author's signature.
    fn sdk_attribute(&self, sdk: &syn::Attribute) -> syn::Attribute {
        let rmcp = &self.options.paths.rmcp;
        let parameters = self.item.typed().find(|typed| is_parameters(&typed.ty));
        let parameters = parameters.map(|typed| &typed.ty).filter(|_| self.is_sound);
        if self.attribute == Attribute::Prompt {
            let arguments = parameters.map(|ty| quote!(#rmcp::prompt_arguments::<#ty>()));
            return with_option(sdk, "arguments", arguments);
        }
        let input = parameters.map(|ty| quote!(#rmcp::input_schema::<#ty>()));
        let output = output_schema(&self.item.signature.output).filter(|_| self.is_sound);
        let output = output.map(|ty| quote!(#rmcp::output_schema::<#ty>()));
        with_option(
            &with_option(sdk, "input_schema", input),
            "output_schema",
            output,
        )
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

    /// ```text
    /// async fn NAME(&self, __mrtr_flow: &Flow, ..) -> Reply<R> {
    ///     __mrtr_flow.run(FUNCTION, self.NAME_part(__mrtr_flow.clone(), ..)).await
    /// }
    /// ```
    fn plain(&self) -> TokenStream {
        let root = &self.options.paths.root;
        let docs = &self.sorted.docs;
        let visibility = &self.item.visibility;
        let name = self.item.name();
        let (lifetimes, conditions) = self.lifetimes();
        let receiver = self.item.receiver().map(|_| self.shell_receiver());
        let flow = flow_ident();
        let parameters = self.item.parameters();
        let typed = parameters.iter().map(|Parameter { written, ident }| {
            let ty = &written.ty;
            quote!(#ident: #ty)
        });
        let function = self.function();
        let run = if self.is_sound {
            let part = self.called(&parameters);
            quote!(#flow.run(#function, #part).await)
        } else {
            quote!(::core::future::pending().await)
        };
        let output = if self.is_sound {
            self.return_type()
        } else {
            quote!(())
        };
        let typed = if self.is_sound {
            quote!(#(#typed),*)
        } else {
            TokenStream::new()
        };
        quote! {
            #(#docs)*
            #visibility async fn #name #lifetimes (#receiver #flow: &#root::Flow, #typed) -> #root::Reply<#output> #conditions {
                #run
            }
        }
    }

    fn called(&self, parameters: &[Parameter]) -> TokenStream {
        let flow = flow_ident();
        let receiver = self.item.receiver().map(|receiver| &receiver.self_token);
        let part = self.item.part_name();
        let part = match receiver {
            Some(receiver) => quote!(#receiver.#part),
            None => self.beside(&part),
        };
        let idents = parameters.iter().map(|parameter| &parameter.ident);
        quote!(#part(::core::clone::Clone::clone(#flow), #(#idents),*))
    }
}

/// What the adapter calls things for one method of MCP.
struct Names {
    call: &'static str,
    reply: &'static str,
    served: &'static str,
    serve: &'static str,
    extract: &'static str,
    output: &'static str,
}

impl Names {
    fn of(attribute: Attribute) -> Self {
        if attribute == Attribute::Prompt {
            return Self {
                call: "PromptCall",
                reply: "PromptReply",
                served: "served_prompts",
                serve: "serve_prompt",
                extract: "extract_prompt",
                output: "prompt_output",
            };
        }
        Self {
            call: "ToolCall",
            reply: "ToolReply",
            served: "served",
            serve: "serve_tool",
            extract: "extract_tool",
            output: "tool_output",
        }
    }
}

pub(crate) fn return_type(item: &FnItem) -> TokenStream {
    match &item.signature.output {
        ReturnType::Default => {
            let span = item.name().span();
            quote_spanned!(span=> ())
        }
        ReturnType::Type(_, ty) => ty.to_token_stream(),
    }
}

fn is_parameters(ty: &Type) -> bool {
    last_segment(ty).is_some_and(|name| name == "Parameters")
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
