//! `#[derive(Choice)]`: an enum whose variants are the options of a field.

use quote::ToTokens;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Ident, LitStr, Path, Variant};

use super::attr;
use super::case::Case;
use super::docs::Docs;
use super::literal::is_named;
use super::parse::{item_name, no_effect};
use crate::errors::Errors;
use crate::similar;
use crate::warning::Warning;

/// An enum with `#[derive(Choice)]`.
pub(super) struct ChoiceModel<'a> {
    pub(super) input: &'a DeriveInput,
    pub(super) krate: Path,
    /// Whether the derive writes `Display`; false where the author has one.
    pub(super) displays: bool,
    pub(super) options: Vec<OptionModel<'a>>,
    pub(super) warnings: Vec<Warning>,
}

pub(super) struct OptionModel<'a> {
    pub(super) ident: &'a Ident,
    pub(super) value: String,
    pub(super) rename: Option<LitStr>,
    pub(super) title: Option<LitStr>,
    pub(super) docs: Docs,
}

impl OptionModel<'_> {
    pub(super) fn shown(&self) -> String {
        let title = self
            .title
            .as_ref()
            .map(LitStr::value)
            .or_else(|| self.docs.title.clone());
        title.unwrap_or_else(|| self.value.clone())
    }
}

/// The model of an enum, or `None` where there is no choice to speak of.
pub(super) fn parse<'a>(input: &'a DeriveInput, errors: &Errors) -> Option<ChoiceModel<'a>> {
    let Data::Enum(data) = &input.data else {
        refuse_data(&input.data, errors);
        return None;
    };
    if data.variants.is_empty() {
        errors.on(
            &input.ident,
            "a choice needs at least one variant, or nobody can answer.",
        );
    }
    if let Some(parameter) = input.generics.params.first() {
        errors.on(
            parameter,
            "a choice cannot be generic: its options are fixed when the program is built.",
        );
    }
    attr::refuse_other(&input.attrs, "elicit", "choice", errors);
    let items = attr::items(&input.attrs, "choice", errors);
    let of_the_enum = |item: &&attr::Item| item.name == "crate" || item.name == "display";
    for item in items.iter().filter(|item| !of_the_enum(item)) {
        errors.on(
            item.meta.path(),
            unknown(
                &item.name,
                "a choice",
                "`crate` and `display = off` on the enum, and `title` on variants",
            ),
        );
    }
    let case = case(input, errors);
    let mut warnings = Vec::new();
    let options = data
        .variants
        .iter()
        .map(|variant| option(variant, case, &mut warnings, errors))
        .collect();
    Some(ChoiceModel {
        input,
        krate: attr::krate(&items, errors),
        displays: displays(&items, errors),
        options,
        warnings,
    })
}

/// Whether nothing says `display = off`.
pub(super) fn displays(items: &[attr::Item], errors: &Errors) -> bool {
    let Some(item) = items.iter().find(|item| item.name == "display") else {
        return true;
    };
    if !item.value().is_ok_and(|value| is_named(value, "off")) {
        errors.on(
            &item.meta,
            "the title is the `Display` of a choice; write `display = off` to have your own instead.",
        );
    }
    false
}

fn refuse_data(data: &Data, errors: &Errors) {
    let reason = "a choice is an enum; for fields derive `Elicit`.";
    match data {
        Data::Struct(data) => errors.on(data.struct_token, reason),
        Data::Union(data) => errors.on(data.union_token, reason),
        Data::Enum(_) => {}
    }
}

fn unknown(name: &str, of: &str, options: &str) -> String {
    match (name, similar::nearest(name, &["title", "crate", "display"])) {
        ("rename" | "rename_all", _) => {
            format!("what is sent is renamed by `#[serde({name} = \"..\")]`.")
        }
        (_, Some(nearest)) if nearest == name => {
            let place = if name == "title" {
                "the variants"
            } else {
                "the enum"
            };
            format!("`{name}` is no option of {of}: it stands on {place}.")
        }
        (_, Some(nearest)) => format!("`{name}` is no option of {of}. Did you mean `{nearest}`?"),
        _ => format!("`{name}` is no option of {of}. There is {options}."),
    }
}

fn case(input: &DeriveInput, errors: &Errors) -> Option<Case> {
    let items = attr::items(&input.attrs, "serde", errors);
    let rule = items.iter().find(|item| item.name == "rename_all")?;
    errors.keep(item_name(rule).and_then(Case::parse))
}

fn option<'a>(
    variant: &'a Variant,
    case: Option<Case>,
    warnings: &mut Vec<Warning>,
    errors: &Errors,
) -> OptionModel<'a> {
    let plain = variant.ident.unraw().to_string();
    let mut model = OptionModel {
        ident: &variant.ident,
        value: case.map_or_else(|| plain.clone(), |case| case.variant(&plain)),
        rename: None,
        title: None,
        docs: Docs::of(&variant.attrs),
    };
    check_fields(variant, errors);
    attr::refuse_other(&variant.attrs, "elicit", "choice", errors);
    if let Some((_, discriminant)) = &variant.discriminant {
        let text = format!(
            "a choice is sent by name (`{}`), not by number; for numbers ask an integer with `min` and `max`",
            model.value
        );
        warnings.push(Warning::at(discriminant.span(), "number_of_choice", text));
    }
    serde_options(variant, &mut model, warnings, errors);
    for item in attr::items(&variant.attrs, "choice", errors) {
        match item.name.as_str() {
            "title" => model.title = errors.keep(item.text().cloned()),
            name => errors.on(item.meta.path(), unknown(name, "a variant", "`title`")),
        }
    }
    model
}

fn check_fields(variant: &Variant, errors: &Errors) {
    let fixed = "a choice is one of several fixed words and cannot carry fields.";
    match &variant.fields {
        Fields::Unit => {}
        Fields::Named(fields) if !fields.named.is_empty() => {
            let names: Vec<_> = fields
                .named
                .iter()
                .filter_map(|field| field.ident.as_ref())
                .map(|name| format!("`{name}`"))
                .collect();
            errors.on(
                fields,
                format!(
                    "{fixed} Ask for {} in a second question.",
                    names.join(" and ")
                ),
            );
        }
        fields if !fields.is_empty() => errors.on(
            fields,
            format!("{fixed} Ask for its value in a second question."),
        ),
        fields => errors.on(
            fields,
            format!("a choice is a plain word: write `{}`.", variant.ident),
        ),
    }
}

fn serde_options(
    variant: &Variant,
    model: &mut OptionModel<'_>,
    warnings: &mut Vec<Warning>,
    errors: &Errors,
) {
    for item in attr::items(&variant.attrs, "serde", errors) {
        match item.name.as_str() {
            "rename" => {
                if let Some(name) = errors.keep(item_name(&item)) {
                    model.value = name.value();
                    model.rename = Some(name.clone());
                }
            }
            "skip" | "skip_deserializing" => {
                errors.on(
                    item.meta.path(),
                    "a skipped variant is never offered; take it out of the choice.",
                );
            }
            "other" => errors.on(
                item.meta.path(),
                "an answer is always one of the choices that were sent; take `other` away.",
            ),
            "with" | "deserialize_with" => {
                errors.on(
                    item.meta.path(),
                    "a choice is sent by its name; take this away.",
                );
            }
            "alias" => warnings.push(no_effect(&item)),
            _ => {}
        }
    }
}

/// Whether the options can be told apart, on the wire and by a person.
pub(super) fn check(choice: &ChoiceModel<'_>, errors: &Errors) {
    for (at, option) in choice.options.iter().enumerate() {
        if let Some(title) = option
            .title
            .as_ref()
            .filter(|title| title.value().trim().is_empty())
        {
            errors.on(title, "an empty title shows nothing; leave `title` out.");
        }
        if let Some(other) = choice
            .options
            .iter()
            .take(at)
            .find(|other| other.value == option.value)
        {
            let named: &dyn ToTokens = option
                .rename
                .as_ref()
                .map_or(option.ident, |rename| rename as &dyn ToTokens);
            errors.on(
                named,
                format!(
                    "`{}` and `{}` would both be sent as `{}`.",
                    other.ident, option.ident, option.value
                ),
            );
        }
    }
}

pub(super) fn warnings(choice: &ChoiceModel<'_>) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for (at, option) in choice.options.iter().enumerate() {
        let shown = option.shown();
        if choice
            .options
            .iter()
            .take(at)
            .any(|other| other.shown() == shown)
        {
            let span = option
                .title
                .as_ref()
                .map(LitStr::span)
                .or(option.docs.span)
                .unwrap_or_else(|| option.ident.span());
            let text =
                format!("two choices are shown as \"{shown}\"; the user cannot tell them apart");
            warnings.push(Warning::at(span, "options_shown_alike", text));
        }
    }
    warnings
}
