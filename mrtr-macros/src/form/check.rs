//! Whether a form makes sense: each rule a function, each error on the token that breaks it.

use syn::spanned::Spanned;

use super::model::{FieldModel, FormModel};
use super::types::Shape;
use super::{default, secrets, settings};
use crate::errors::Errors;
use crate::warning::Warning;

pub(super) fn form(form: &FormModel<'_>, errors: &Errors) {
    check_names(form, errors);
    for field in &form.fields {
        check_title(field, errors);
        check_secret(field, errors);
        let sound = field
            .settings
            .iter()
            .filter(|setting| settings::check_setting(field, setting, errors))
            .count();
        if sound == field.settings.len() {
            settings::check_order(field, errors);
            default::check(field, errors);
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

fn check_secret(field: &FieldModel<'_>, errors: &Errors) {
    let Some(asked_for) = secrets::in_shape(field.shape).filter(|_| !field.not_secret) else {
        return;
    };
    let written = [field.rename.as_ref(), field.title.as_ref()];
    let written = written.into_iter().flatten();
    let mut written = written.map(|text| (text.span(), asked_for(&text.value())));
    let found = asked_for(&field.ident.to_string()).map(|kind| (field.ident.span(), kind));
    let found = found.or_else(|| written.find_map(|(span, kind)| Some((span, kind?))));
    if let Some((span, kind)) = found {
        errors.at(span, format!(
            "`{}` asks for {kind}. Clients show and log forms, and MCP forbids asking for secrets in one: send the user to \
             a page of your own with `ask_url!`. If it is none, say `#[elicit(not_secret)]`.", field.ident
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
            warnings.push(Warning::at(span, "fields_shown_alike", text));
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
        "`{}` seems to ask for {kind}, by its doc comment; forms must not ask for secrets: use a page of your own with `ask_url!`, or say \
         `#[elicit(not_secret)]`",
        field.ident
    );
    Some(Warning::at(field.docs.span?, "secret_in_form", text))
}
