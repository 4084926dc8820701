//! A handler that calls itself.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use crate::errors::Errors;
use crate::tool::item::FnItem;
use crate::tool::shell::return_type;
use crate::tool::tokens::{Level, flat, regroup};

/// The handler with each call of itself reported and made harmless.
pub(crate) fn without_recursion(item: &FnItem, errors: &Errors) -> FnItem {
    let is_function = item.receiver().is_none() && is_only_called(item, item.body.stream());
    let walk = Walk {
        item,
        is_function,
        errors,
    };
    let body = regroup(&item.body, walk.harmless(item.body.stream()));
    FnItem {
        body,
        ..item.clone()
    }
}

struct Walk<'a> {
    item: &'a FnItem,
    /// Whether the handler's bare name is the handler, and no variable or import.
    is_function: bool,
    errors: &'a Errors,
}

impl Walk<'_> {
    fn harmless(&self, stream: TokenStream) -> TokenStream {
        let tokens = flat(stream);
        let level = Level(&tokens);
        let mut done = TokenStream::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if let Some(name) = self.call_of(level, at) {
                self.errors.on(level.get(name), "a handler cannot call itself; loop instead: asks in a loop get the keys `x`, `x#2`, …");
                let output = return_type(&self.item.signature);
                let arguments = level.group(name + 1).map(Group::stream);
                done.extend(quote!({
                    let _ = (#arguments);
                    ::core::future::pending::<#output>()
                }));
                at = name + 2;
                continue;
            }
            match token {
                TokenTree::Group(group) => {
                    regroup(group, self.harmless(group.stream())).to_tokens(&mut done);
                }
                token => token.to_tokens(&mut done),
            }
            at += 1;
        }
        done
    }

    /// Where the handler's name is in `self.name(..)`, `Self::name(..)` or `name(..)` at `at`.
    fn call_of(&self, level: Level, at: usize) -> Option<usize> {
        let is_field = at > 0 && level.is_punct(at - 1, '.');
        let name = if level.is_word(at, "self") && level.is_punct(at + 1, '.') && !is_field {
            at + 2
        } else if level.is_word(at, "Self") && level.is_pair(at + 1, ':', ':') {
            at + 3
        } else if self.is_function {
            at
        } else {
            return None;
        };
        let is_called = level.is_group(name + 1, Delimiter::Parenthesis);
        (is_called && level.ident(name) == Some(self.item.name())).then_some(name)
    }
}

/// Whether the handler's name stands in its body as a plain call and in no other way.
fn is_only_called(item: &FnItem, stream: TokenStream) -> bool {
    let tokens = flat(stream);
    let level = Level(&tokens);
    tokens.iter().enumerate().all(|(at, token)| match token {
        TokenTree::Ident(word) if word == item.name() => {
            let is_part = at > 0 && (level.is_punct(at - 1, '.') || level.is_punct(at - 1, ':'));
            let is_declared = at > 0 && level.is_word(at - 1, "fn");
            let is_called = level.is_group(at + 1, Delimiter::Parenthesis);
            is_called && !is_part && !is_declared
        }
        TokenTree::Group(group) => is_only_called(item, group.stream()),
        _ => true,
    })
}
