//! The methods of rmcp's `ServerHandler` call handlers, and none of them is one.
//!
//! No attribute is told that it stands in the `impl` of a trait, whose methods have no room for the flow. Of this trait
//! the names and parameters tell.

use super::item::{FnItem, last_segment};
use super::options::Attribute;
use crate::errors::Errors;

/// Those that answer a request.
const METHODS: [&str; 13] = [
    "call_tool",
    "complete",
    "discover",
    "get_prompt",
    "initialize",
    "list_prompts",
    "list_resource_templates",
    "list_resources",
    "list_tools",
    "on_custom_request",
    "ping",
    "read_resource",
    "subscribe",
];

/// Whether the attribute stands on such a method, which is then reported.
pub(crate) fn is_method(attribute: Attribute, item: &FnItem, errors: &Errors) -> bool {
    let mut types = item.typed().filter_map(|typed| last_segment(&typed.ty));
    let is_method = METHODS.iter().any(|method| item.name() == method)
        && types.any(|name| name == "RequestContext")
        && !item.attributes.iter().any(is_of_sdk);
    if is_method {
        errors.on(item.name(), text(attribute, item));
    }
    is_method
}

fn is_of_sdk(attribute: &syn::Attribute) -> bool {
    let last = attribute.path().segments.last();
    last.is_some_and(|last| last.ident == "tool" || last.ident == "prompt")
}

fn text(attribute: Attribute, item: &FnItem) -> String {
    let method = item.plain_name();
    let ours = attribute.name();
    let instead = match attribute.sdk_name() {
        _ if method == "read_resource" => {
            "Its attribute is `#[mrtr_resource]`, in an `impl` marked `#[mrtr_handler]`".to_owned()
        }
        Some(sdk) => {
            format!("Write `#[{ours}]` above each `#[{sdk}]` of an inherent `impl` that asks")
        }
        None => format!("Write `#[{ours}]` on a method of an inherent `impl`"),
    };
    format!("`{method}` is a method of `ServerHandler`: it calls handlers and is none. {instead}")
}
