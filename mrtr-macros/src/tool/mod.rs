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
mod inject;
mod item;
mod keys;
mod kind;
mod message;
mod options;
mod part;
mod paths;
mod scan;
mod schema;
mod shell;
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

/// Expands one of the attributes that stand on a function.
pub(crate) fn expand(attribute: Attribute, tokens: TokenStream, item: TokenStream) -> TokenStream {
    let sink = Sink::default();
    let options = Options::read(attribute, tokens, &sink);
    let mut expanded = match syn::parse2::<FnItem>(item.clone()) {
        Ok(item) => function(attribute, &item, &options, &sink),
        Err(error) => {
            sink.push(error);
            item
        }
    };
    expanded.extend(sink.into_tokens());
    expanded
}

fn function(attribute: Attribute, item: &FnItem, options: &Options, sink: &Sink) -> TokenStream {
    let body = Body::read(item, options, sink);
    if attribute == Attribute::Part {
        return part::expand(item, &body, options);
    }
    let sorted = Sorted::of(&item.attributes);
    let shell = Shell {
        attribute,
        item,
        body: &body,
        options,
        sorted: &sorted,
        is_sound: true,
    };
    shell.expand()
}
