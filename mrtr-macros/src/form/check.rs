//! Whether a form makes sense: each rule a function, each error on the token that breaks it.

use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit};

use super::model::{FieldModel, FormModel, Setting};
use super::types::{self, Shape};
use super::warning::Warning;
use super::{attr, secrets};
use crate::errors::Errors;

pub(super) fn form(form: &FormModel<'_>, errors: &Errors) {
    check_names(form, errors);
    for field in &form.fields {
        check_title(field, errors);
        check_secret(field, errors);
        let sound = field
            .settings
            .iter()
            .filter(|setting| check_setting(field, setting, errors))
            .count();
        if sound == field.settings.len() {
            check_order(field, errors);
            check_default(field, errors);
        }
    }
}

fn check_names(form: &FormModel<'_>, errors: &Errors) {
    for (at, field) in form.fields.iter().enumerate() {
        let name = &field.name;
        let told = |reason: String| match &field.rename {
            Some(rename) => errors.on(rename, reason),
            None => errors.on(field.ident, reason),
        };
        if name.is_empty() {
            told("a field needs a name: the client sends its value under it.".to_owned());
        }
        if let Some(other) = form
            .fields
            .iter()
            .take(at)
            .find(|other| other.name == *name)
        {
            told(format!(
                "`{}` and `{}` would both be sent as `{name}`.",
                other.ident, field.ident
            ));
        }
    }
}

fn check_title(field: &FieldModel<'_>, errors: &Errors) {
    for (text, what) in [(&field.title, "title"), (&field.description, "description")] {
        if let Some(text) = text.as_ref().filter(|text| text.value().trim().is_empty()) {
            errors.on(
                text,
                format!("an empty {what} shows nothing; leave `{what}` out."),
            );
        }
    }
}

/// Only text can carry a secret.
fn check_secret(field: &FieldModel<'_>, errors: &Errors) {
    if field.not_secret || field.shape != Shape::Text {
        return;
    }
    let title = field.title.as_ref();
    let found = None
        .or_else(|| {
            secrets::asked_for(&field.ident.to_string()).map(|kind| (field.ident.span(), kind))
        })
        .or_else(|| {
            field
                .rename
                .as_ref()
                .and_then(|rename| Some((rename.span(), secrets::asked_for(&rename.value())?)))
        })
        .or_else(|| {
            title.and_then(|title| Some((title.span(), secrets::asked_for(&title.value())?)))
        });
    if let Some((span, kind)) = found {
        errors.at(span, format!(
            "`{}` asks for {kind}. Clients show and log forms, and MCP forbids asking for secrets in one: send the user to \
             your site with `ask_url!`. If it is none, say `#[elicit(not_secret)]`.", field.ident
        ));
    }
}

/// What compiles and is probably not meant.
pub(super) fn warnings(form: &FormModel<'_>) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for (at, field) in form.fields.iter().enumerate() {
        warnings.extend(secret_in_docs(field));
        let shown = field.shown();
        if shown.is_some()
            && form
                .fields
                .iter()
                .take(at)
                .any(|other| other.shown() == shown)
        {
            let span = field
                .title
                .as_ref()
                .map(Spanned::span)
                .or(field.docs.span)
                .unwrap_or_else(|| field.ident.span());
            let text = format!(
                "two fields are shown as \"{}\"; the user cannot tell them apart",
                shown.unwrap_or_default()
            );
            warnings.push(Warning { span, text });
        }
    }
    warnings
}

fn secret_in_docs(field: &FieldModel<'_>) -> Option<Warning> {
    if field.not_secret || field.shape != Shape::Text {
        return None;
    }
    let texts = [&field.docs.title, &field.docs.description];
    let kind = texts
        .into_iter()
        .flatten()
        .find_map(|text| secrets::asked_for(text))?;
    let text = format!(
        "`{}` seems to ask for {kind}, by its doc comment; forms must not ask for secrets: use `ask_url!`, or say \
         `#[elicit(not_secret)]`",
        field.ident
    );
    Some(Warning {
        span: field.docs.span?,
        text,
    })
}

/// Whether an option fits the field's type, as far as the type's spelling tells.
fn check_setting(field: &FieldModel<'_>, setting: &Setting, errors: &Errors) -> bool {
    let name = setting.name.to_string();
    let found = match name.as_str() {
        "default" => check_default_kind(field, setting),
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

fn range_error(ty: &str, min: i128, max: i128, number: i128) -> Option<String> {
    match number {
        _ if number > max => Some(format!("more than a `{ty}` can hold ({max}).")),
        _ if number < min => Some(format!("less than a `{ty}` can hold ({min}).")),
        _ => None,
    }
}

/// Bounds that exclude each other.
fn check_order(field: &FieldModel<'_>, errors: &Errors) {
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
    if let Some(most) = field
        .setting("max_items")
        .filter(|most| matches!(number(&most.value), Some(Number::Whole(0))))
    {
        errors.on(&most.value, "`max_items = 0` leaves nothing to choose.");
    }
}

/// Whether a default's literal is of the field's kind.
fn check_default_kind(field: &FieldModel<'_>, setting: &Setting) -> syn::Result<()> {
    let value = &setting.value;
    let fail = |reason: String| Err(syn::Error::new_spanned(value, reason));
    if is_named(value, "None") {
        return fail("an optional field has no default to show; leave `default` out.".to_owned());
    }
    if matches!(value, Expr::Call(call) if is_named(&call.func, "Some")) {
        return fail("a default is the value itself, without `Some`.".to_owned());
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
        (Shape::List, _) => fail(format!(
            "the default of `{ident}` must be a list, `[..]`; this is {found}."
        )),
        _ => fail(format!(
            "the default of `{ident}` must be a `{ty}`; this is {found}."
        )),
    }
}

/// Whether a sound default lies within the field's sound bounds.
fn check_default(field: &FieldModel<'_>, errors: &Errors) {
    let Some(value) = field.setting("default").map(|setting| &setting.value) else {
        return;
    };
    let bound = |name: &str| {
        field
            .setting(name)
            .and_then(|setting| number(&setting.value))
    };
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

/// The items of `[..]` or `&[..]`.
pub(super) fn list(value: &Expr) -> Option<Vec<&Expr>> {
    match value {
        Expr::Array(array) => Some(array.elems.iter().collect()),
        Expr::Reference(reference) => list(&reference.expr),
        Expr::Group(group) => list(&group.expr),
        _ => None,
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

/// A number that an option gives literally.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    Whole(i128),
    Fraction(f64),
}

impl Number {
    #[allow(
        clippy::cast_precision_loss,
        reason = "a whole number meets a fraction only where the field is a double"
    )]
    pub(super) fn as_f64(self) -> f64 {
        match self {
            Self::Whole(number) => number as f64,
            Self::Fraction(number) => number,
        }
    }

    fn less_than(self, other: Self) -> bool {
        match (self, other) {
            (Self::Whole(number), Self::Whole(other)) => number < other,
            _ => self.as_f64() < other.as_f64(),
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(number) => number.fmt(f),
            Self::Fraction(number) => number.fmt(f),
        }
    }
}

/// The number that an expression is, if it is one literally.
pub(super) fn number(value: &Expr) -> Option<Number> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Int(int), ..
        }) => int.base10_parse().ok().map(Number::Whole),
        Expr::Lit(ExprLit {
            lit: Lit::Float(float),
            ..
        }) => float.base10_parse().ok().map(Number::Fraction),
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
            number(&unary.expr).map(|number| match number {
                Number::Whole(number) => Number::Whole(-number),
                Number::Fraction(number) => Number::Fraction(-number),
            })
        }
        Expr::Group(group) => number(&group.expr),
        Expr::Paren(paren) => number(&paren.expr),
        _ => None,
    }
}

fn is_literal(value: &Expr) -> bool {
    literal_kind(value).is_some()
}

/// What a literal is, in a person's words.
fn literal_kind(value: &Expr) -> Option<&'static str> {
    if number(value).is_some() {
        return Some("a number");
    }
    match value {
        Expr::Lit(literal) => Some(match literal.lit {
            Lit::Str(_) => "text",
            Lit::Bool(_) => "yes or no",
            Lit::Char(_) => "a single character",
            Lit::Int(_) | Lit::Float(_) => "a number",
            _ => "bytes",
        }),
        Expr::Array(_) => Some("a list"),
        _ => None,
    }
}

fn is_named(value: &Expr, name: &str) -> bool {
    matches!(value, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == name))
}
