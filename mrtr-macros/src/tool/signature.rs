//! What the signature of a handler or part must be.

use proc_macro2::Span;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{GenericParam, Receiver, ReceiverKind, ReturnType, Signature, Type, TypeImplTrait};

use super::attributes::Sorted;
use super::item::{FnItem, last_segment};
use super::options::Attribute;
use crate::errors::Errors;

/// Whether rmcp's attribute came first: it has made the `async fn` one that returns a boxed future.
pub(crate) fn came_too_late(attribute: Attribute, item: &FnItem, errors: &Errors) -> bool {
    let Some(sdk) = attribute.sdk_name().filter(|_| returns_boxed_future(item)) else {
        return false;
    };
    let ours = attribute.name();
    let text = format!(
        "`#[{ours}]` came too late: `#[{sdk}]` has already rewritten this `async fn`. Write `#[{ours}]` above `#[{sdk}]`"
    );
    errors.at(Span::call_site(), text);
    true
}

/// Whether the future is written out, `fn pick() -> impl Future<Output = R>`: that is reported.
pub(crate) fn is_written_out(attribute: Attribute, item: &FnItem, errors: &Errors) -> bool {
    let ReturnType::Type(_, ty) = &item.signature.output else {
        return false;
    };
    let is_future = impl_trait(ty).is_some_and(|hidden| is_of_future(&hidden));
    let is_it = item.signature.asyncness.is_none() && (is_future || returns_boxed_future(item));
    if is_it {
        let what = if attribute == Attribute::Part {
            "part"
        } else {
            "handler"
        };
        let name = item.name();
        let text = format!(
            "a {what} is an `async fn` and names what its future gives: `async fn {name}(..) -> Result<..>`"
        );
        errors.on(item.signature.fn_token, text);
    }
    is_it
}

fn is_of_future(hidden: &TypeImplTrait) -> bool {
    hidden
        .bounds
        .to_token_stream()
        .to_string()
        .contains("Future")
}

fn returns_boxed_future(item: &FnItem) -> bool {
    let ReturnType::Type(_, ty) = &item.signature.output else {
        return false;
    };
    let is_pin = last_segment(ty).is_some_and(|name| name == "Pin");
    item.signature.asyncness.is_none()
        && is_pin
        && ty.to_token_stream().to_string().contains("Future")
}

/// Reports what is wrong; whether a shell can serve the function as it is.
pub(crate) fn check(attribute: Attribute, item: &FnItem, sorted: &Sorted, errors: &Errors) -> bool {
    let is_async = is_async(attribute, &item.signature, errors);
    if attribute == Attribute::Part {
        return true;
    }
    let has_receiver = has_receiver(attribute, item, sorted, errors);
    let is_concrete = is_concrete(item, errors);
    let is_named = names_its_output(item, errors);
    let is_matched = has_matching_sdk(attribute, sorted, errors);
    let is_given_once = has_one_parameters(item, errors);
    is_async && has_receiver && is_concrete && is_named && is_matched && is_given_once
}

/// rmcp gives all arguments to the first `Parameters`; a second one finds none.
fn has_one_parameters(item: &FnItem, errors: &Errors) -> bool {
    let is_it = |name: &syn::Ident| name == "Parameters";
    let mut given = item
        .typed()
        .filter(|typed| last_segment(&typed.ty).is_some_and(is_it));
    let second = given.nth(1);
    if let Some(second) = second {
        errors.on(&second.ty, "the arguments of a call are one `Parameters<T>`: put all of them into one struct, each a field");
    }
    second.is_none()
}

pub(crate) fn is_async(attribute: Attribute, signature: &Signature, errors: &Errors) -> bool {
    if signature.asyncness.is_none() {
        let what = if attribute == Attribute::Part {
            "part"
        } else {
            "handler"
        };
        let text = format!(
            "a {what} must be `async fn`: each ask is a point where the call may end and run again later"
        );
        errors.on(signature.fn_token, text);
    }
    true
}

fn has_receiver(attribute: Attribute, item: &FnItem, sorted: &Sorted, errors: &Errors) -> bool {
    let is_served = sorted.sdk.is_some() || attribute == Attribute::Resource;
    match item.receiver() {
        Some(receiver) => is_shared(receiver, errors),
        None if is_served => {
            errors.on(item.name(), "a handler takes `&self`: the server has the `Mrtr` that seals and opens its states");
            false
        }
        None => true,
    }
}

fn is_shared(receiver: &Receiver, errors: &Errors) -> bool {
    const TEXT: &str = "a handler takes `&self`: rounds of many flows run at the same time. Keep state behind a lock or in a database";
    match &receiver.kind {
        ReceiverKind::Reference(_, _, Some(mutable)) => errors.on(mutable, TEXT),
        ReceiverKind::Reference(_, _, None) => return true,
        ReceiverKind::Typed(_, ty) if matches!(&**ty, Type::Reference(reference) if reference.mutability.is_none()) =>
        {
            return true;
        }
        _ => errors.on(receiver, TEXT),
    }
    false
}

fn is_concrete(item: &FnItem, errors: &Errors) -> bool {
    const TEXT: &str = "a handler cannot be generic: it is one operation, with one name and one fingerprint. Put the \
                        type on the server (`impl<T: Store> Srv<T>`)";
    let generics = item.signature.generics.params.iter();
    let mut own = generics.filter(|param| !matches!(param, GenericParam::Lifetime(_)));
    let mut implied = item.typed().filter_map(|typed| impl_trait(&typed.ty));
    match (own.next(), implied.next()) {
        (Some(GenericParam::Type(param)), _) => errors.on(&param.ident, TEXT),
        (Some(param), _) => errors.on(param, TEXT),
        (None, Some(implied)) => errors.on(implied, TEXT),
        (None, None) => return true,
    }
    false
}

fn names_its_output(item: &FnItem, errors: &Errors) -> bool {
    let ReturnType::Type(_, ty) = &item.signature.output else {
        return true;
    };
    match impl_trait(ty) {
        Some(hidden) => {
            errors.on(
                hidden,
                "a handler must name what it returns: its reply is made of this type",
            );
            false
        }
        None => true,
    }
}

fn has_matching_sdk(attribute: Attribute, sorted: &Sorted, errors: &Errors) -> bool {
    let expected = attribute.sdk_name();
    let (Some(expected), Some(sdk)) = (expected, &sorted.sdk) else {
        return true;
    };
    let found = sdk
        .path()
        .segments
        .last()
        .map(|last| last.ident.to_string())
        .unwrap_or_default();
    if found == expected {
        return true;
    }
    let ours = attribute.name();
    errors.on(
        sdk.path(),
        format!(
            "`#[{ours}]` goes with `#[{expected}]`; above `#[{found}]` write `#[mrtr_{found}]`"
        ),
    );
    false
}

fn impl_trait(ty: &Type) -> Option<TypeImplTrait> {
    let mut found = ImplTrait(None);
    found.visit_type(ty);
    found.0
}

struct ImplTrait(Option<TypeImplTrait>);

impl<'ast> Visit<'ast> for ImplTrait {
    fn visit_type_impl_trait(&mut self, hidden: &'ast TypeImplTrait) {
        self.0.get_or_insert_with(|| hidden.clone());
        visit::visit_type_impl_trait(self, hidden);
    }
}
