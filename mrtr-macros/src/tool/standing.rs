//! What can stand in the place of an ask, once something is wrong with it.

use proc_macro2::TokenStream;
use syn::{Lit, Type};

use super::check::no_future;
use super::item::last_segment;
use super::kind::Kind;
use super::named::{is_type, is_value};
use super::scan::Found;
use super::tokens::{Level, flat};

impl Found {
    /// Whether the macro can take what stands in it; if not, that was reported.
    pub(crate) fn is_call(&self) -> bool {
        let args = &self.args;
        let subject = args.subject.as_ref();
        match self.kind {
            Kind::Capture if !args.is_readable => true,
            Kind::Capture if subject.is_some_and(is_statement) => false,
            Kind::Capture => {
                subject.is_some_and(|subject| !subject.is_empty()) && self.borrowed.is_none()
            }
            Kind::Elicit => {
                let may_be = |subject: &&TokenStream| !is_no_form(subject);
                !args.is_readable || subject.filter(may_be).and_then(form_of).is_some()
            }
            Kind::Pick => !args.is_readable || subject.is_some_and(|subject| !is_type(subject)),
            // What a part returns is not known.
            Kind::Part if self.missing() == Some(".await?") => false,
            Kind::Part => !subject.is_some_and(is_literal),
            Kind::Sample => no_future(self).is_none(),
            Kind::Url => !args.is_readable || (subject.is_some() && args.option("until").is_some()),
            _ => true,
        }
    }

    /// Whether nothing tells the type of its answer, so that a value in its place would lead to more errors. In a macro of
    /// the author's an error would be one for each use.
    pub(crate) fn has_no_type(&self) -> bool {
        let is_replaced = self.place.is_detached() || !self.is_call();
        let is_open = match self.kind {
            Kind::Elicit => self.args.subject.as_ref().is_none_or(is_no_form),
            Kind::Capture => self.args.subject.as_ref().is_some_and(is_statement),
            kind => matches!(kind, Kind::Pick | Kind::Part | Kind::Url),
        };
        is_replaced && is_open && !self.place.in_macro_rules
    }
}

/// The type of a form, if it can be one.
fn form_of(subject: &TokenStream) -> Option<()> {
    let ty = syn::parse2(subject.clone()).ok()?;
    crate::form::shape(&ty).ok()
}

fn is_literal(subject: &TokenStream) -> bool {
    syn::parse2::<Lit>(subject.clone()).is_ok()
}

fn is_no_form(subject: &TokenStream) -> bool {
    is_value(subject) || is_result(subject) || subject.to_string() == "str"
}

/// Whether this is the `Result` that an ask awaits to anyway.
pub(crate) fn is_result(subject: &TokenStream) -> bool {
    let ty = syn::parse2::<Type>(subject.clone());
    ty.is_ok_and(|ty| last_segment(&ty).is_some_and(|last| last == "Result"))
}

/// Whether this is a `let`, or several statements, in place of an expression.
pub(crate) fn is_statement(subject: &TokenStream) -> bool {
    let tokens = flat(subject.clone());
    let level = Level(&tokens);
    level.is_word(0, "let") || (0..tokens.len()).any(|at| level.is_punct(at, ';'))
}
