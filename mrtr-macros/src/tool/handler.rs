//! `#[mrtr_handler]` on rmcp's `impl ServerHandler`.
//!
//! rmcp's attributes write methods into the same block, so it waits until they are done. Then it
//! keeps the retry fields of `prompts/get`, refuses malformed ones, and serves `#[mrtr_resource]`.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, FnArg, ImplItem, ItemImpl, Pat, parse_quote};

use super::item::{FnItem, last_segment};
use super::kind::Kind;
use super::options::{self, Options};
use super::paths::Paths;
use super::resource;
use super::tokens::{Level, flat, regroup};
use super::unserved;
use crate::errors::Errors;
use crate::warning::{self, Warning};

pub(crate) fn expand(tokens: TokenStream, item: TokenStream, errors: &Errors) -> TokenStream {
    let (tokens, has_waited) = without_mark(tokens);
    let options = Options::read(options::Attribute::Handler, tokens.clone(), errors);
    let block = match syn::parse2::<ItemImpl>(item.clone()) {
        Ok(block) if is_server_handler(&block) => block,
        Ok(_) | Err(_) => {
            errors.at(
                Span::call_site(),
                "`#[mrtr_handler]` goes on the `impl ServerHandler for ..` of the server",
            );
            return item;
        }
    };
    if let (Some(word), false) = (&options.tasks, has_waited) {
        check_declared(&block, word, errors);
    }
    if !has_waited && block.attrs.iter().any(is_of_rmcp) {
        return wait(block, &tokens, &options.paths);
    }
    edit(block, &options, errors)
}

fn is_server_handler(block: &ItemImpl) -> bool {
    let path = block
        .trait_
        .as_ref()
        .and_then(|(path, _)| path.segments.last());
    path.is_some_and(|last| last.ident == "ServerHandler")
}

pub(super) fn is_of_rmcp(attribute: &Attribute) -> bool {
    let last = attribute.path().segments.last();
    last.is_some_and(|last| last.ident == "tool_handler" || last.ident == "prompt_handler")
}

/// The options without the mark of an attribute that has waited: rmcp's attributes, if they are still
/// there then, are ones that rustc could not resolve.
fn without_mark(tokens: TokenStream) -> (TokenStream, bool) {
    let all = flat(tokens.clone());
    match all.split_first_chunk() {
        Some(([sign, word], rest)) if sign.to_string() == "@" && word.to_string() == "last" => {
            (rest.iter().cloned().collect(), true)
        }
        _ => (tokens, false),
    }
}

/// The block with this attribute behind rmcp's.
fn wait(mut block: ItemImpl, tokens: &TokenStream, paths: &Paths) -> TokenStream {
    let root = &paths.root;
    block
        .attrs
        .push(parse_quote!(#[#root::mrtr_handler(@last #tokens)]));
    block.into_token_stream()
}

fn edit(mut block: ItemImpl, options: &Options, errors: &Errors) -> TokenStream {
    let paths = &options.paths;
    let mut hoisted = TokenStream::new();
    let mut answers_unknown = false;
    for item in &mut block.items {
        let Ok(mut function) = syn::parse2::<FnItem>(item.to_token_stream()) else {
            continue;
        };
        if let Some(attribute) = take_resource(&mut function) {
            // On another method the attribute itself says that it is wrong there.
            if function.name() == "read_resource" {
                let resource = resource::expand(&function, &attribute, errors);
                hoisted.extend(resource.hoisted);
                *item = ImplItem::Verbatim(resource.method);
            }
        } else if let Some(ask) = asks_unmarked(&function) {
            *item = ImplItem::Verbatim(unmarked(&function, &ask, &mut hoisted, errors));
        } else if function.name() == "get_prompt" {
            *item = ImplItem::Verbatim(keep_retry(function, paths));
        } else if function.name() == "on_custom_request" {
            answers_unknown = true;
            *item = ImplItem::Verbatim(refuse_malformed(function, paths));
        }
    }
    if !answers_unknown {
        block.items.push(ImplItem::Verbatim(answer_unknown(paths)));
    }
    let mut warnings = unserved::check_capabilities(&block);
    if let Some(word) = &options.tasks {
        add_tasks(&mut block, word, paths, errors);
        warnings.extend(check_tools(&block, word));
    }
    let beside = beside(&block, &hoisted, options);
    quote!(#block #beside #warnings)
}

/// rmcp's attributes write a `get_info` where there is none, and that one declares no tasks: seen before they run.
fn check_declared(block: &ItemImpl, word: &syn::Ident, errors: &Errors) {
    if may_have(block, "get_info") {
        return;
    }
    errors.on(
        word,
        "rmcp answers for tasks only where `get_info` declares them, and this block has none: write `fn get_info(&self) -> ServerConfig \
         { ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_tasks().build()) }`",
    );
}

/// The mark of `tasks` on a block that serves no tools, as a warning: rmcp's `Router` may serve them.
fn check_tools(block: &ItemImpl, word: &syn::Ident) -> TokenStream {
    if may_have(block, "call_tool") || block.attrs.iter().any(is_of_rmcp) {
        return TokenStream::new();
    }
    let text = "this block serves no tools, so no call becomes a task: write `#[tool_handler]` below `#[mrtr_handler(tasks)]`. If rmcp's \
                `Router` serves them: `#[allow(unused_must_use)]`";
    let found = Warning::at(word.span(), "tasks_without_tools", text.to_owned());
    let server = server_name(&block.self_ty);
    warning::expand(&server, [&found], &warning::lints(&block.attrs))
}

pub(super) fn server_name(server: &syn::Type) -> syn::Ident {
    last_segment(server)
        .cloned()
        .unwrap_or_else(|| syn::Ident::new("server", Span::call_site()))
}

/// Takes `#[mrtr_resource(..)]` off the method.
fn take_resource(function: &mut FnItem) -> Option<Attribute> {
    let is_ours = |attribute: &Attribute| {
        attribute
            .path()
            .segments
            .last()
            .is_some_and(|last| last.ident == "mrtr_resource")
    };
    let at = function.attributes.iter().position(is_ours)?;
    Some(function.attributes.remove(at))
}

/// The first ask of a `read_resource` that is not marked.
fn asks_unmarked(function: &FnItem) -> Option<syn::Ident> {
    let is_read = function.name() == "read_resource";
    is_read.then(|| first_ask(function.body.stream())).flatten()
}

fn first_ask(stream: TokenStream) -> Option<syn::Ident> {
    let tokens = flat(stream);
    let level = Level(&tokens);
    let mut places = 0..tokens.len();
    places.find_map(|at| {
        let group = level.group(at)?;
        let name = level.macro_name(at);
        let ask = name.filter(|name| Kind::of(name).is_some_and(Kind::is_ask));
        ask.cloned().or_else(|| first_ask(group.stream()))
    })
}

/// It is expanded as if it were marked: one mistake is one error.
fn unmarked(
    function: &FnItem,
    ask: &syn::Ident,
    hoisted: &mut TokenStream,
    errors: &Errors,
) -> TokenStream {
    errors.on(
        ask,
        format!("`read_resource` can ask once `#[mrtr_resource]` stands above it, and `{ask}!` does: write it there"),
    );
    let unreported = Errors::new();
    let resource = resource::expand(function, &parse_quote!(#[mrtr_resource]), &unreported);
    let _ = unreported.finish();
    hoisted.extend(resource.hoisted);
    resource.method
}

/// The inherent `impl` of what was hoisted, and the mark that retries are handled.
fn beside(block: &ItemImpl, hoisted: &TokenStream, options: &Options) -> TokenStream {
    let rmcp = &options.paths.rmcp;
    let cfgs: Vec<_> = block
        .attrs
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"))
        .collect();
    let (generics, _, conditions) = block.generics.split_for_impl();
    let server = &block.self_ty;
    let hoisted = (!hoisted.is_empty())
        .then(|| quote!(#(#cfgs)* impl #generics #server #conditions { #hoisted }));
    let tasks = options.tasks.is_some();
    let routers = unserved::check_routers(block, tasks, &options.paths);
    let tasks = tasks
        .then(|| quote!(#(#cfgs)* impl #generics #rmcp::HandlesTasks for #server #conditions {}));
    quote! {
        #hoisted
        #(#cfgs)* impl #generics #rmcp::HandlesRetries for #server #conditions { #routers }
        #tasks
    }
}

/// ```text
/// async fn get_prompt(&self, __mrtr_request: .., __mrtr_context: ..) -> .. {
///     let CONTEXT = keep_retry(&__mrtr_request, __mrtr_context);
///     let REQUEST = __mrtr_request;
///     STATEMENTS
/// }
/// ```
fn keep_retry(mut function: FnItem, paths: &Paths) -> TokenStream {
    let rmcp = &paths.rmcp;
    let [request, context] = names();
    let Some([request_pattern, context_pattern]) = rename(&mut function, [&request, &context])
    else {
        return print(&function, function.body.stream());
    };
    let statements = function.body.stream();
    let body = quote! {
        let #context_pattern = #rmcp::keep_retry(&#request, #context);
        let #request_pattern = #request;
        #statements
    };
    print(&function, body)
}

/// ```text
/// async fn on_custom_request(&self, __mrtr_request: .., ..) -> .. {
///     if let Some(error) = malformed_retry(settings, &__mrtr_request) { return Err(error); }
///     STATEMENTS
/// }
/// ```
fn refuse_malformed(mut function: FnItem, paths: &Paths) -> TokenStream {
    let [request, context] = names();
    let Some([request_pattern, context_pattern]) = rename(&mut function, [&request, &context])
    else {
        return print(&function, function.body.stream());
    };
    let statements = function.body.stream();
    let patterns = quote! {
        let #context_pattern = #context;
        let #request_pattern = #request;
    };
    let refuse = quote! {
        if let ::core::option::Option::Some(error) = __mrtr_malformed {
            return ::core::result::Result::Err(error);
        }
    };
    // As the author's own tokens name it: `self` of another macro is another one.
    let server = function.signature.receiver().map(|it| it.self_token);
    let malformed = malformed(&quote!(#server), &request, paths);
    let malformed = quote!(let __mrtr_malformed = #malformed;);
    let body = if function.signature.asyncness.is_some() {
        quote!(#malformed #refuse #patterns #statements)
    } else {
        quote!(#malformed #patterns let __mrtr_answer = { #statements }; async move { #refuse __mrtr_answer.await })
    };
    print(&function, body)
}

/// The refusal of a request that rmcp could not read, counted where the server has settings.
fn malformed(server: &TokenStream, request: &syn::Ident, paths: &Paths) -> TokenStream {
    let rmcp = &paths.rmcp;
    quote!({
        #[allow(unused_imports)]
        use #rmcp::NoSettings as _;
        #rmcp::malformed_retry(#rmcp::SettingsOf(#server).settings(), &#request)
    })
}

fn answer_unknown(paths: &Paths) -> TokenStream {
    let (rmcp, sdk) = (&paths.rmcp, &paths.sdk);
    let request = syn::Ident::new("request", Span::call_site());
    let malformed = malformed(&quote!(self), &request, paths);
    quote! {
        async fn on_custom_request(
            &self,
            #request: #sdk::model::CustomRequest,
            _context: #sdk::service::RequestContext<#sdk::RoleServer>,
        ) -> ::core::result::Result<#sdk::model::CustomResult, #sdk::ErrorData> {
            ::core::result::Result::Err(match #malformed {
                ::core::option::Option::Some(error) => error,
                ::core::option::Option::None => #rmcp::unknown_method(&#request),
            })
        }
    }
}

/// The three methods that clients look after a task with.
fn add_tasks(block: &mut ItemImpl, word: &syn::Ident, paths: &Paths, errors: &Errors) {
    let (rmcp, sdk, root) = (&paths.rmcp, &paths.sdk, &paths.root);
    let methods = [
        (
            "get_task",
            "GetTaskParams",
            quote!(#sdk::model::GetTaskResult),
            quote!(&),
        ),
        (
            "update_task",
            "UpdateTaskParams",
            quote!(()),
            TokenStream::new(),
        ),
        ("cancel_task", "CancelTaskParams", quote!(()), quote!(&)),
    ];
    for (name, params, output, by) in methods {
        if has_method(block, name) {
            errors.on(
                word,
                format!("`tasks` writes `{name}` itself, and this block has one. Take either away"),
            );
            continue;
        }
        let [name, params] = [name, params].map(|name| syn::Ident::new(name, Span::call_site()));
        block.items.push(ImplItem::Verbatim(quote! {
            async fn #name(
                &self,
                request: #sdk::model::#params,
                context: #sdk::service::RequestContext<#sdk::RoleServer>,
            ) -> ::core::result::Result<#output, #sdk::ErrorData> {
                #rmcp::#name(#root::MrtrServer::mrtr(self), #by request, &context)
            }
        }));
    }
}

/// Whether it has this method, as far as anybody can see: a macro of the author's may write it.
fn may_have(block: &ItemImpl, name: &str) -> bool {
    let mut items = block.items.iter();
    items.any(|item| matches!(item, ImplItem::Macro(_))) || has_method(block, name)
}

pub(super) fn has_method(block: &ItemImpl, name: &str) -> bool {
    let methods = block.items.iter();
    let mut methods = methods.filter_map(|item| syn::parse2::<FnItem>(item.to_token_stream()).ok());
    methods.any(|method| method.name() == name)
}

/// Gives the two parameters names of ours; the author's patterns are bound in the body.
fn rename(function: &mut FnItem, names: [&syn::Ident; 2]) -> Option<[Pat; 2]> {
    let mut typed = function
        .signature
        .inputs
        .iter_mut()
        .filter_map(|input| match input {
            FnArg::Typed(typed) => Some(typed),
            FnArg::Receiver(_) => None,
        });
    let (first, second) = (typed.next()?, typed.next()?);
    let [request, context] = names;
    let request = std::mem::replace(&mut *first.pat, parse_quote!(#request));
    let context = std::mem::replace(&mut *second.pat, parse_quote!(#context));
    Some([request, context])
}

fn names() -> [syn::Ident; 2] {
    ["__mrtr_request", "__mrtr_context"].map(|name| syn::Ident::new(name, Span::mixed_site()))
}

fn print(function: &FnItem, body: TokenStream) -> TokenStream {
    let FnItem {
        attributes,
        visibility,
        signature,
        ..
    } = function;
    let body = regroup(&function.body, body);
    quote!(#(#attributes)* #visibility #signature #body)
}
