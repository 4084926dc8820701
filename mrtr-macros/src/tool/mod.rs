//! The attributes of handlers and parts: `#[mrtr_tool]`, `#[mrtr_prompt]`, `#[mrtr_resource]`,
//! `#[mrtr_part]`, and `#[mrtr_handler]` on rmcp's `impl ServerHandler`.
//!
//! An item goes through these files in order: `item` and `options` read it, `scan` finds the asks in
//! its body, `keys` names them, `check` reports mistakes, and `shell`, `part` and `function` print it.

mod args;
mod attributes;
mod body;
mod check;
mod escape;
mod function;
mod handler;
mod inject;
mod item;
mod keys;
mod kind;
mod message;
mod misplaced;
mod options;
mod part;
mod paths;
mod resource;
mod scan;
mod schema;
mod shell;
mod signature;
mod sink;
mod suggest;
mod tokens;

use proc_macro2::TokenStream;

use self::attributes::Sorted;
use self::body::Body;
use self::item::FnItem;
pub(crate) use self::options::Attribute;
use self::options::Options;
use self::shell::Shell;
use self::sink::Sink;

/// Expands one of the attributes on what it stands on.
pub(crate) fn expand(attribute: Attribute, tokens: TokenStream, item: TokenStream) -> TokenStream {
    let sink = Sink::default();
    let mut expanded = match attribute {
        Attribute::Handler => handler::expand(tokens, item, &sink),
        Attribute::Resource if resource::is_served(&tokens) => item,
        _ => on_function(attribute, tokens, item, &sink),
    };
    expanded.extend(sink.into_tokens());
    expanded
}

fn on_function(
    attribute: Attribute,
    tokens: TokenStream,
    item: TokenStream,
    sink: &Sink,
) -> TokenStream {
    let options = Options::read(attribute, tokens, sink);
    match syn::parse2::<FnItem>(item.clone()) {
        Ok(item) => function(attribute, &item, &options, sink),
        Err(_) => {
            misplaced::not_a_function(attribute, &item, sink);
            misplaced::harmless(item, &options)
        }
    }
}

fn function(attribute: Attribute, item: &FnItem, options: &Options, sink: &Sink) -> TokenStream {
    if attribute == Attribute::Resource {
        return resource::outside(item, options, sink);
    }
    if signature::came_too_late(attribute, item, sink) {
        return misplaced::without_flow(item, options);
    }
    let sorted = Sorted::of(&item.attributes);
    let is_sound = signature::check(attribute, item, &sorted, sink);
    let item = &if sorted.sdk.is_some() {
        check::without_recursion(item, sink)
    } else {
        item.clone()
    };
    let body = Body::read(item, options, sink);
    if attribute == Attribute::Part {
        return part::expand(item, &body, options);
    }
    let shell = Shell {
        attribute: attribute.served_by(&sorted),
        item,
        body: &body,
        options,
        sorted: &sorted,
        is_sound,
    };
    shell.expand()
}
