//! Whether an option fits its field: of the right kind, within the type, and not at odds with another.

use syn::Expr;

use super::literal::{Number, is_literal, number};
use super::model::{FieldModel, Setting};
use super::types::{self, Shape};
use super::{attr, default};
use crate::errors::Errors;

/// Whether an option fits the field's type, as far as the type's spelling tells.
pub(super) fn check_setting(field: &FieldModel<'_>, setting: &Setting, errors: &Errors) -> bool {
    let name = setting.name.to_string();
    let found = match name.as_str() {
        "default" => default::check_kind(field, setting),
        "format" => {
            check_for(field, setting, "text").and_then(|()| format_name(&setting.value).map(|_| ()))
        }
        "min_length" | "max_length" => {
            check_for(field, setting, "text").and_then(|()| check_count(setting))
        }
        "min_items" | "max_items" => {
            check_for(field, setting, "a `Vec` of a choice").and_then(|()| check_count(setting))
        }
        _ => check_for(field, setting, "numbers").and_then(|()| check_bound(field, setting)),
    };
    errors.keep(found).is_some()
}

/// Whether an option that is for one kind of field stands on one.
fn check_for(field: &FieldModel<'_>, setting: &Setting, what: &str) -> syn::Result<()> {
    let (kind, instead) = match field.shape {
        Shape::Text => ("text", "use `min_length` and `max_length`"),
        Shape::Integer { .. } | Shape::Number => ("numbers", "use `min` and `max`"),
        Shape::List => ("a `Vec` of a choice", "use `min_items` and `max_items`"),
        Shape::Boolean => ("yes or no", "take it away"),
        Shape::Other => return Ok(()),
    };
    if kind == what {
        return Ok(());
    }
    let instead = if setting.name == "format" {
        "take it away"
    } else {
        instead
    };
    let ty = types::spelled(field.ty);
    let reason = format!(
        "`{}` is for {what} and `{}` is a `{ty}`; {instead}.",
        setting.name, field.ident
    );
    Err(syn::Error::new(setting.name.span(), reason))
}

/// Constants pass; literals must be counts.
fn check_count(setting: &Setting) -> syn::Result<()> {
    match number(&setting.value) {
        Some(Number::Whole(count)) if u32::try_from(count).is_ok() => Ok(()),
        None if !is_literal(&setting.value) => Ok(()),
        _ => Err(syn::Error::new_spanned(
            &setting.value,
            format!("`{0}` is a count: `{0} = 3`.", setting.name),
        )),
    }
}

fn check_bound(field: &FieldModel<'_>, setting: &Setting) -> syn::Result<()> {
    let fail = |reason: String| Err(syn::Error::new_spanned(&setting.value, reason));
    let name = &setting.name;
    match (field.shape, number(&setting.value)) {
        (_, None) if is_literal(&setting.value) => {
            fail(format!("`{name}` is a number: `{name} = 3`."))
        }
        (Shape::Integer { name: ty, .. }, Some(Number::Fraction(_))) => fail(format!(
            "`{name}` must be a whole number, as `{}` is a `{ty}`.",
            field.ident
        )),
        (Shape::Integer { name: ty, min, max }, Some(Number::Whole(bound))) => {
            match range_error(ty, min, max, bound) {
                Some(reason) => fail(format!("`{name} = {bound}` is {reason}")),
                None => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

pub(super) fn range_error(ty: &str, min: i128, max: i128, number: i128) -> Option<String> {
    match number {
        _ if number > max => Some(format!("more than a `{ty}` can hold ({max}).")),
        _ if number < min => Some(format!("less than a `{ty}` can hold ({min}).")),
        _ => None,
    }
}

/// Bounds that exclude each other.
pub(super) fn check_order(field: &FieldModel<'_>, errors: &Errors) {
    for (low, high) in [
        ("min", "max"),
        ("min_length", "max_length"),
        ("min_items", "max_items"),
    ] {
        let (Some(least), Some(most)) = (field.setting(low), field.setting(high)) else {
            continue;
        };
        if let (Some(min), Some(max)) = (number(&least.value), number(&most.value))
            && max.less_than(min)
        {
            errors.on(
                &most.value,
                format!("`{high} = {max}` is below `{low} = {min}`, so no answer could pass."),
            );
        }
    }
    for (name, nothing) in [("max_items", "choose"), ("max_length", "write")] {
        let most = field.setting(name);
        if let Some(most) = most.filter(|most| number(&most.value) == Some(Number::Whole(0))) {
            let text = format!("`{name} = 0` leaves nothing to {nothing}.");
            errors.on(&most.value, text);
        }
    }
}

/// The format that a literal names, as the variant of the runtime's enum.
pub(super) fn format_name(value: &Expr) -> syn::Result<&'static str> {
    const FORMATS: [(&str, &str); 4] = [
        ("email", "Email"),
        ("uri", "Uri"),
        ("date", "Date"),
        ("date-time", "DateTime"),
    ];
    let named = attr::text(value)
        .map(syn::LitStr::value)
        .unwrap_or_default();
    FORMATS.iter().find(|(name, _)| *name == named).map(|(_, variant)| *variant).ok_or_else(|| {
        syn::Error::new_spanned(value, "a format is \"email\", \"uri\", \"date\" or \"date-time\"; MCP forms have no others.")
    })
}
