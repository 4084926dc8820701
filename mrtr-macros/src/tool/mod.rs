//! The attributes of handlers and parts: `#[mrtr_tool]`, `#[mrtr_prompt]`, `#[mrtr_resource]`,
//! `#[mrtr_part]`, and `#[mrtr_handler]` on rmcp's `impl ServerHandler`.
//!
//! An item goes through these files in order: `item` and `options` read it, `scan` finds the asks in
//! its body, `keys` names them, `check` reports mistakes, and `shell`, `part` and `function` print it.

mod args;
mod attributes;
mod body;
mod check;
mod declared;
mod dispatch;
mod enclosing;
mod escape;
mod function;
mod handler;
mod inject;
mod item;
mod keys;
mod kind;
mod lint;
mod message;
mod misplaced;
mod named;
mod options;
mod part;
mod paths;
mod resource;
mod runs;
mod scan;
mod schema;
mod shell;
mod signature;
mod standing;
#[cfg(test)]
mod tests;
mod tokens;
mod tried;
mod unserved;
mod until;

use proc_macro2::TokenStream;

use self::attributes::Sorted;
use self::body::Body;
use self::item::FnItem;
pub(crate) use self::options::Attribute;
use self::options::Options;
use self::shell::Shell;
use crate::errors::Errors;

/// Expands one of the attributes on what it stands on.
pub(crate) fn expand(attribute: Attribute, tokens: TokenStream, item: TokenStream) -> TokenStream {
    let errors = Errors::new();
    let mut expanded = match attribute {
        Attribute::Handler => handler::expand(tokens, item, &errors),
        Attribute::Resource if resource::is_served(&tokens) => item,
        _ => on_function(attribute, tokens, item, &errors),
    };
    if let Err(found) = errors.finish() {
        expanded.extend(found.to_compile_error());
    }
    expanded
}

fn on_function(
    attribute: Attribute,
    tokens: TokenStream,
    item: TokenStream,
    errors: &Errors,
) -> TokenStream {
    let options = Options::read(attribute, tokens.clone(), errors);
    match syn::parse2::<FnItem>(item.clone()) {
        Ok(item) => function(attribute, &item, &options, errors),
        Err(_) => {
            if let Some(item) = declared::read(attribute, &item) {
                options::refuse_of_a_declaration(tokens, errors);
                return declared::expand(&item, &options, errors);
            }
            misplaced::not_a_function(attribute, &item, errors);
            misplaced::harmless(item, &options)
        }
    }
}

fn function(
    attribute: Attribute,
    item: &FnItem,
    options: &Options,
    errors: &Errors,
) -> TokenStream {
    if attribute == Attribute::Resource {
        return resource::outside(item, options, errors);
    }
    if dispatch::is_method(attribute, item, errors)
        || signature::came_too_late(attribute, item, errors)
        || signature::is_written_out(attribute, item, errors)
    {
        return misplaced::without_flow(item, options);
    }
    if enclosing::is_of_a_trait(attribute, item, errors) {
        return misplaced::without_flow(&misplaced::without_sdk(item), options);
    }
    let item = &misplaced::without_another(attribute, item, errors);
    let sorted = Sorted::of(&item.attributes);
    let is_sound = signature::check(attribute, item, &sorted, errors);
    let item = &check::without_joined_awaits(item, &options.paths, errors);
    let item = &if attribute == Attribute::Part {
        item.clone()
    } else {
        check::without_recursion(item, errors)
    };
    let body = Body::read(item, options, errors);
    if attribute == Attribute::Part {
        return part::expand(item, &body, options);
    }
    let shell = Shell {
        attribute: attribute.served_by(&sorted),
        item,
        body: &body,
        options,
        sorted: &sorted,
        is_sound: is_sound && !body.is_untried,
    };
    shell.expand()
}
