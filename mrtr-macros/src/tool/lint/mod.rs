//! What compiles and is probably not meant: warnings, and the errors of `strict`.
//!
//! `replay` follows values that differ from round to round, `habits` and `many` look at what stands around asks, `strict`
//! at what is awaited. They read the body as a syntax tree; one that does not parse is rustc's to complain about.

mod answers;
mod bindings;
mod calls;
mod habits;
mod many;
mod names;
mod panics;
mod refusals;
mod replay;
mod scopes;
mod source;
mod strict;
mod texts;

use syn::Block;
use syn::parse::{ParseStream, Parser};

pub(crate) use self::calls::{Call, asks, inside, ours};
pub(crate) use self::names::Lint;
use super::item::FnItem;
use super::options::{Attribute, Options};
use crate::errors::Errors;
use crate::warning::Warning;

/// The warnings about a body, but for those that the author allows; the errors of `strict` are reported.
pub(crate) fn body(item: &FnItem, options: &Options, errors: &Errors) -> Vec<Warning> {
    let Ok(block) = statements(item) else {
        return Vec::new();
    };
    if options.strict {
        strict::check(&block, options.attribute == Attribute::Part, errors);
    }
    panics::check(&block, errors);
    let mut found = replay::warnings(item, &block);
    found.extend(habits::warnings(&block));
    found.extend(refusals::warnings(&block));
    found.extend(many::warnings(&block, options.max_requests));
    let meant = found
        .into_iter()
        .filter(|(lint, _)| !options.allow.contains(lint));
    meant
        .map(|(lint, warning)| with_way_out(lint, warning, options))
        .collect()
}

/// The body as a syntax tree.
pub(crate) fn statements(item: &FnItem) -> syn::Result<Block> {
    block.parse2(item.body.stream())
}

fn block(input: ParseStream) -> syn::Result<Block> {
    syn::Attribute::parse_inner(input)?;
    Ok(Block {
        brace_token: syn::token::Brace::default(),
        stmts: Block::parse_within(input)?,
    })
}

fn with_way_out(lint: Lint, warning: Warning, options: &Options) -> Warning {
    let (attribute, name) = (options.attribute.name(), lint.name());
    let text = warning.text;
    Warning {
        text: format!("{text}. If it is meant: `#[{attribute}(allow({name}))]`"),
        ..warning
    }
}

#[cfg(test)]
mod tests;
