//! What can stand in the place of an ask, once something is wrong with it.

use proc_macro2::TokenStream;

use super::check::no_future;
use super::kind::Kind;
use super::scan::Found;

impl Found {
    /// Whether the macro can take what stands in it; if not, that was reported.
    pub(crate) fn is_call(&self) -> bool {
        let args = &self.args;
        let subject = args.subject.as_ref();
        match self.kind {
            Kind::Capture if !args.is_readable => true,
            Kind::Capture => {
                subject.is_some_and(|subject| !subject.is_empty()) && self.borrowed.is_none()
            }
            Kind::Elicit => !args.is_readable || subject.and_then(form_of).is_some(),
            Kind::Pick => !args.is_readable || subject.is_some(),
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
            Kind::Elicit => self.args.subject.is_none(),
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
