//! A body that was read: its sites, their keys, and the body with the flow handed to them.

use proc_macro2::{Delimiter, Ident, TokenStream};
use quote::quote;
use syn::ReturnType;

use super::check;
use super::inject::Injector;
use super::item::{FnItem, last_segment};
use super::keys::{self, Key};
use super::lint;
use super::options::Options;
use super::scan::Scan;
use super::tokens::{Level, flat};
use crate::errors::Errors;
use crate::warning::Warning;

pub(crate) struct Body {
    pub(crate) scan: Scan,
    pub(crate) keys: Vec<Key>,
    pub(crate) warnings: Vec<Warning>,
    /// What names the flow in it, and is no parameter; that is reported.
    pub(crate) flow: Option<Ident>,
    /// Whether something in it is wrong, and so was made harmless.
    pub(crate) is_repaired: bool,
    /// Whether no `?` in it can leave it; that is reported.
    pub(crate) is_untried: bool,
}

impl Body {
    /// Reads the body and reports what is wrong in it.
    pub(crate) fn read(item: &FnItem, options: &Options, errors: &Errors) -> Self {
        let mut scan = Scan::of(&item.body.stream());
        for generic in item.signature.generics.type_params() {
            scan.locals.add(&generic.ident);
        }
        check::note_borrowed(item, &mut scan);
        let keys = keys::assign(&scan, errors);
        check::body(&mut scan, &keys, options, errors);
        check::fixed_of(item, errors);
        let is_untried = check::returned(item, options.attribute, errors);
        check::task(item, &scan, options, errors);
        let is_told_in_place = scan.found.iter().any(|found| found.told.is_some());
        check::shared_flow(item, errors);
        let flow = check::missing_flow(item, errors);
        let warnings = lint::body(item, options, errors);
        Self {
            scan,
            keys,
            warnings,
            flow,
            is_repaired: errors.is_any() || is_told_in_place,
            is_untried,
        }
    }

    /// The author's statements, with the flow.
    pub(crate) fn with_flow(&self, item: &FnItem, options: &Options) -> TokenStream {
        self.inject(item, options, true)
    }

    /// The author's statements, where there is no flow and an error says so.
    pub(crate) fn without_flow(&self, item: &FnItem, options: &Options) -> TokenStream {
        self.inject(item, options, false)
    }

    fn inject(&self, item: &FnItem, options: &Options, has_flow: bool) -> TokenStream {
        let mut injector = Injector {
            paths: &options.paths,
            found: &self.scan.found,
            keys: &self.keys,
            has_flow,
            output: match &item.signature.output {
                ReturnType::Type(_, output) => Some(output),
                ReturnType::Default => None,
            },
            is_strict: options.strict,
            is_untried: self.is_untried,
            next: 0,
        };
        let statements = item.body.stream();
        let is_plain = injector
            .output
            .and_then(last_segment)
            .is_none_or(|last| last != "Result");
        injector.stream(if self.is_untried && is_plain {
            without_tail_ok(statements)
        } else {
            statements
        })
    }
}

/// What a body ends with, without the `Ok` around it: the `text` of `Ok(text)` and of `Result::Ok(text)`.
fn without_tail_ok(statements: TokenStream) -> TokenStream {
    let mut tokens = flat(statements);
    let level = Level(&tokens);
    let at = tokens.len().checked_sub(2);
    let ok =
        at.filter(|at| level.is_word(*at, "Ok") && level.is_group(at + 1, Delimiter::Parenthesis));
    if let Some((start, ok)) = ok.and_then(|ok| Some((path_start(level, ok)?, ok))) {
        tokens.splice(start..=ok, quote!(::core::convert::identity));
    }
    tokens.into_iter().collect()
}

/// Where the path that ends with the name at `end` begins; none for a method, and for one with a type in it.
fn path_start(level: Level, end: usize) -> Option<usize> {
    let mut start = end;
    while start >= 3 && level.is_pair(start - 2, ':', ':') && level.ident(start - 3).is_some() {
        start -= 3;
    }
    let is_more = start > 0 && (level.is_punct(start - 1, ':') || level.is_punct(start - 1, '.'));
    (!is_more).then_some(start)
}
