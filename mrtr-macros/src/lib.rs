//! The macros of `mrtr-runtime`, which re-exports and documents them.
#![forbid(unsafe_code)]

mod errors;
mod form;
mod similar;
mod tool;

use proc_macro::TokenStream;

use tool::Attribute;

/// Makes an `async fn` a handler of `tools/call` whose asks may take several rounds.
///
/// It stands above rmcp's own `#[tool]`, or on a plain function that needs no SDK.
#[proc_macro_attribute]
pub fn mrtr_tool(options: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(Attribute::Tool, options.into(), item.into()).into()
}

/// Makes an `async fn` a handler of `prompts/get` whose asks may take several rounds.
///
/// It stands above rmcp's own `#[prompt]`.
#[proc_macro_attribute]
pub fn mrtr_prompt(options: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(Attribute::Prompt, options.into(), item.into()).into()
}

/// Makes an `async fn` that asks callable from handlers, as `part!(self.name(..)).await`.
#[proc_macro_attribute]
pub fn mrtr_part(options: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(Attribute::Part, options.into(), item.into()).into()
}

/// A struct with named fields as a form. See the trait `Elicit` of `mrtr-runtime`.
#[proc_macro_derive(Elicit, attributes(elicit, serde))]
pub fn derive_elicit(input: TokenStream) -> TokenStream {
    form::derive_elicit(input.into()).into()
}

/// An enum without fields as the options of a form's field. See the trait `Choice` of `mrtr-runtime`.
#[proc_macro_derive(Choice, attributes(choice, serde))]
pub fn derive_choice(input: TokenStream) -> TokenStream {
    form::derive_choice(input.into()).into()
}

/// Makes `read_resource`, in an `impl ServerHandler` marked `#[mrtr_handler]`, a handler of
/// `resources/read` whose asks may take several rounds.
#[proc_macro_attribute]
pub fn mrtr_resource(options: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(Attribute::Resource, options.into(), item.into()).into()
}

/// Completes an `impl ServerHandler`: prompts get the answers of a retry, malformed retries are
/// refused, and `#[mrtr_resource]` is served.
///
/// It may stand above or below rmcp's `#[tool_handler]` and `#[prompt_handler]`.
#[proc_macro_attribute]
pub fn mrtr_handler(options: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(Attribute::Handler, options.into(), item.into()).into()
}
