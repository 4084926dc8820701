//! Whether the value that a form is filled in with would pass as an answer.

use quote::ToTokens;
use syn::{Expr, LitStr};

use super::attr;
use super::literal::{Number, is_named, list, literal_kind, number};
use super::model::{FieldModel, Setting};
use super::settings::range_error;
use super::types::{self, Shape};
use crate::errors::Errors;

/// Whether a default's literal is of the field's kind.
pub(super) fn check_kind(field: &FieldModel<'_>, setting: &Setting) -> syn::Result<()> {
    let value = &setting.value;
    let fail = |reason: String| Err(syn::Error::new_spanned(value, reason));
    if is_named(value, "None") && types::option(field.ty).is_none() {
        return fail(format!(
            "a field that must be answered has no `None`; leave `default` out, or make it an `Option<{}>`.",
            types::spelled(field.ty)
        ));
    }
    if is_named(value, "None") {
        return fail("an optional field has no default to show; leave `default` out.".to_owned());
    }
    if matches!(value, Expr::Call(call) if is_named(&call.func, "Some")) {
        return fail("a default is the value itself, without `Some`.".to_owned());
    }
    if let (Shape::Text, Some(text)) = (field.shape, owned_text(value)) {
        return fail(format!(
            "a default is the text itself: `default = {}`.",
            text.to_token_stream()
        ));
    }
    if let (Shape::List, Expr::Path(path)) = (field.shape, value)
        && path.path.segments.last().is_some_and(is_variant)
    {
        let item = value.to_token_stream().to_string().replace(" :: ", "::");
        return fail(format!(
            "the default of `{}` must be a list, also of one: `default = [{item}]`.",
            field.ident
        ));
    }
    let Some(found) = literal_kind(value) else {
        return Ok(());
    };
    let (ident, ty) = (
        field.ident,
        types::spelled(types::option(field.ty).unwrap_or(field.ty)),
    );
    match (field.shape, number(value)) {
        (Shape::Text, _) if found == "text" => Ok(()),
        (Shape::Boolean, _) if found == "yes or no" => Ok(()),
        (Shape::Number, Some(_)) | (Shape::Other, _) => Ok(()),
        (Shape::List, _) if found == "a list" => Ok(()),
        (Shape::Integer { name, min, max }, Some(Number::Whole(number))) => {
            match range_error(name, min, max, number) {
                Some(reason) => fail(format!("the default {number} is {reason}")),
                None => Ok(()),
            }
        }
        (Shape::Integer { .. }, Some(Number::Fraction(number))) => fail(format!(
            "the default of `{ident}` must be a `{ty}`, a whole number: write `default = {}`.",
            whole(field, number)
        )),
        (Shape::List, _) => fail(format!(
            "the default of `{ident}` must be a list, `[..]`; this is {found}."
        )),
        _ => fail(format!(
            "the default of `{ident}` must be a `{ty}`; this is {found}."
        )),
    }
}

/// The whole number nearest to this one that the field takes.
fn whole(field: &FieldModel<'_>, number: f64) -> String {
    let (mut least, mut most) = (bound(field, "min"), bound(field, "max"));
    if let Shape::Integer { min, max, .. } = field.shape {
        least.get_or_insert(Number::Whole(min));
        most.get_or_insert(Number::Whole(max));
    }
    let number = number.round();
    let number = least.map_or(number, |least| number.max(least.as_f64()));
    let number = most.map_or(number, |most| number.min(most.as_f64()));
    // There is no `-0`.
    format!("{:.0}", number + 0.0)
}

fn bound(field: &FieldModel<'_>, name: &str) -> Option<Number> {
    let setting = field.setting(name)?;
    number(&setting.value)
}

/// Whether this is the name of a variant and not of a constant: `French`, not `FAVOURITES`.
fn is_variant(last: &syn::PathSegment) -> bool {
    let name = last.ident.to_string();
    name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
}

/// The text of `String::from("..")` and `"..".to_owned()`.
fn owned_text(value: &Expr) -> Option<&LitStr> {
    match value {
        Expr::Call(call) if is_named(&call.func, "from") && call.args.len() == 1 => {
            call.args.first().and_then(attr::text)
        }
        Expr::MethodCall(call) if call.method == "to_owned" || call.method == "to_string" => {
            attr::text(&call.receiver)
        }
        _ => None,
    }
}

/// Whether a sound default lies within the field's sound bounds.
pub(super) fn check(field: &FieldModel<'_>, errors: &Errors) {
    let Some(value) = field.setting("default").map(|setting| &setting.value) else {
        return;
    };
    let bound = |name: &str| bound(field, name);
    if let Some(default) = number(value) {
        let (min, max) = (bound("min"), bound("max"));
        if min.is_some_and(|min| default.less_than(min))
            || max.is_some_and(|max| max.less_than(default))
        {
            let range = told_range(min, max);
            errors.on(
                value,
                format!("the default {default} is {range}, so pressing \"ok\" would be refused."),
            );
        }
    }
    if let Some(text) = attr::text(value) {
        check_size(
            value,
            text.value().chars().count(),
            "character",
            (bound("min_length"), bound("max_length")),
            "length",
            errors,
        );
    }
    if let Some(items) = list(value) {
        check_size(
            value,
            items.len(),
            "item",
            (bound("min_items"), bound("max_items")),
            "items",
            errors,
        );
        check_repeats(&items, errors);
    }
}

fn told_range(min: Option<Number>, max: Option<Number>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!("not between {min} and {max}"),
        (Some(min), None) => format!("less than {min}"),
        (_, max) => format!("more than {}", max.unwrap_or(Number::Whole(0))),
    }
}

type Range = (Option<Number>, Option<Number>);

fn check_size(
    value: &Expr,
    size: usize,
    unit: &str,
    (least, most): Range,
    of: &str,
    errors: &Errors,
) {
    let count = Number::Whole(i128::try_from(size).unwrap_or(i128::MAX));
    let broken = least
        .filter(|least| count.less_than(*least))
        .map(|least| format!("`min_{of}` is {least}"))
        .or_else(|| {
            most.filter(|most| most.less_than(count))
                .map(|most| format!("`max_{of}` is {most}"))
        });
    if let Some(broken) = broken {
        let plural = if size == 1 { "" } else { "s" };
        errors.on(
            value,
            format!("the default has {size} {unit}{plural} and {broken}."),
        );
    }
}

fn check_repeats(items: &[&Expr], errors: &Errors) {
    for (at, item) in items.iter().enumerate() {
        if items.iter().take(at).any(|other| other == item) {
            errors.on(item, "this choice is there twice; take one away.");
        }
    }
}
