//! A handler that calls itself.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use crate::errors::Errors;
use crate::tool::item::FnItem;
use crate::tool::shell::return_type;
use crate::tool::tokens::{Level, flat, regroup};

/// The handler with each call of itself reported and made harmless.
pub(crate) fn without_recursion(item: &FnItem, errors: &Errors) -> FnItem {
    let body = regroup(&item.body, harmless(item, item.body.stream(), errors));
    FnItem {
        body,
        ..item.clone()
    }
}

fn harmless(item: &FnItem, stream: TokenStream, errors: &Errors) -> TokenStream {
    let tokens = flat(stream);
    let level = Level(&tokens);
    let mut done = TokenStream::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if let Some(name) = call_of(item, level, at) {
            errors.on(level.get(name), "a handler cannot call itself; loop instead: asks in a loop get the keys `x`, `x#2`, …");
            let output = return_type(item);
            done.extend(quote!(::core::future::pending::<#output>()));
            at = name + 2;
            continue;
        }
        match token {
            TokenTree::Group(group) => {
                regroup(group, harmless(item, group.stream(), errors)).to_tokens(&mut done);
            }
            token => token.to_tokens(&mut done),
        }
        at += 1;
    }
    done
}

/// Where the handler's name is in `self.name(..)` or `Self::name(..)` at `at`.
fn call_of(item: &FnItem, level: Level, at: usize) -> Option<usize> {
    let is_field = at > 0 && level.is_punct(at - 1, '.');
    let name = if level.is_word(at, "self") && level.is_punct(at + 1, '.') && !is_field {
        at + 2
    } else if level.is_word(at, "Self") && level.is_pair(at + 1, ':', ':') {
        at + 3
    } else {
        return None;
    };
    let is_called = level.is_group(name + 1, Delimiter::Parenthesis);
    (is_called && level.ident(name) == Some(item.name())).then_some(name)
}
