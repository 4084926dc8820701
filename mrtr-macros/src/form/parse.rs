//! From the struct's tokens to its model. What cannot be read is an error here; whether it makes sense is `check`'s.

use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Field, Fields, GenericParam, LitStr};

use super::attr::{self, Item};
use super::case::Case;
use super::docs::Docs;
use super::model::{Absent, FieldModel, FormModel};
use super::options;
use super::types::{self, Shape};
use crate::errors::Errors;
use crate::warning::Warning;

/// The model of a struct, or `None` where there is no form to speak of.
pub(super) fn form<'a>(input: &'a DeriveInput, errors: &Errors) -> Option<FormModel<'a>> {
    let fields = named_fields(input, errors)?;
    attr::refuse_other(&input.attrs, "choice", "elicit", errors);
    let items = attr::items(&input.attrs, "elicit", errors);
    items
        .iter()
        .filter(|item| item.name != "crate" && item.name != "fill")
        .for_each(|item| errors.add(unknown_on_struct(item)));
    let mut warnings = Vec::new();
    let container = container(input, &mut warnings, errors);
    let models: Vec<_> = fields
        .iter()
        .map(|it| field(it, &container, &mut warnings, errors))
        .collect();
    check_generics(input, models.iter().any(Option::is_none), errors);
    let krate = attr::krate(&items, errors);
    let fill = items.iter().find(|item| item.name == "fill");
    let fill = fill.and_then(|item| errors.keep(item.word()));
    Some(FormModel {
        input,
        krate,
        fields: models.into_iter().flatten().collect(),
        fill: fill.is_some(),
        warnings,
    })
}

fn unknown_on_struct(item: &Item) -> syn::Error {
    let reason = match item.name.as_str() {
        "title" | "description" => {
            "a form has no title of its own; say it in the message of the ask.".to_owned()
        }
        "rename_all" => "names are respelled by `#[serde(rename_all = \"..\")]`.".to_owned(),
        name => format!(
            "`{name}` is no option of a form. There are `fill` and `crate`; the others stand on fields."
        ),
    };
    syn::Error::new_spanned(item.meta.path(), reason)
}

fn named_fields<'a>(input: &'a DeriveInput, errors: &Errors) -> Option<Vec<&'a Field>> {
    let empty = "a form needs at least one field; for a yes or no use `ask_confirm!`. (An empty form is accepted by some \
                 clients without a person.)";
    match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) if !fields.named.is_empty() => return Some(fields.named.iter().collect()),
            Fields::Unnamed(fields) if !fields.unnamed.is_empty() => {
                errors.on(fields, "a form needs named fields: the name is what the client shows and sends back.");
            }
            _ => errors.on(&input.ident, empty),
        },
        Data::Enum(data) => errors.on(
            data.enum_token,
            "a form is a struct; for one of several words derive `Choice` (it can be asked by itself).",
        ),
        Data::Union(data) => errors.on(data.union_token, "a form is a struct with named fields."),
    }
    None
}

/// A lifetime is told about only where no field was refused, since a reference is refused with its own words.
fn check_generics(input: &DeriveInput, refused: bool, errors: &Errors) {
    for parameter in &input.generics.params {
        match parameter {
            GenericParam::Lifetime(lifetime) if !refused => errors.on(
                &lifetime.lifetime,
                "a form is decoded anew in each round and must own its fields: take the lifetime away.",
            ),
            GenericParam::Lifetime(_) => {}
            GenericParam::Type(parameter) => errors.on(&parameter.ident, GENERIC),
            GenericParam::Const(parameter) => errors.on(&parameter.ident, GENERIC),
        }
    }
}

const GENERIC: &str = "a form cannot be generic: its schema is fixed when the program is built. Write one struct for each \
                       question.";

/// What `#[serde(..)]` on the struct says.
struct Container {
    case: Option<Case>,
    absent: Option<Absent>,
}

fn container(input: &DeriveInput, warnings: &mut Vec<Warning>, errors: &Errors) -> Container {
    let mut container = Container {
        case: None,
        absent: None,
    };
    for item in attr::items(&input.attrs, "serde", errors) {
        match item.name.as_str() {
            "rename_all" => container.case = errors.keep(item_name(&item).and_then(Case::parse)),
            "default" => {
                container.absent = errors.keep(absent(&item)).map(|absent| match absent {
                    Absent::Path(path) => Absent::OfStructPath(path),
                    _ => Absent::OfStruct(span(&item)),
                });
            }
            "deny_unknown_fields" => warnings.push(no_effect(&item)),
            "from" | "try_from" | "remote" | "transparent" | "untagged" => errors.on(
                item.meta.path(),
                format!("a form is decoded field by field, without `{}`. Take the plain fields and convert them after \
                         the answer.", item.name),
            ),
            _ => {}
        }
    }
    container
}

fn field<'a>(
    field: &'a Field,
    container: &Container,
    warnings: &mut Vec<Warning>,
    errors: &Errors,
) -> Option<FieldModel<'a>> {
    let ident = field.ident.as_ref()?;
    attr::refuse_other(&field.attrs, "choice", "elicit", errors);
    let shape = errors.keep(types::shape(&field.ty));
    let plain = ident.unraw().to_string();
    let mut model = FieldModel {
        ident,
        ty: &field.ty,
        shape: shape.unwrap_or(Shape::Other),
        name: container
            .case
            .map_or_else(|| plain.clone(), |case| case.field(&plain)),
        rename: None,
        docs: Docs::of(&field.attrs),
        title: None,
        description: None,
        settings: Vec::new(),
        not_secret: false,
        absent: container.absent.clone(),
    };
    let is_plain = serde_options(field, &mut model, warnings, errors);
    options::read(field, &mut model, errors);
    shape.filter(|_| is_plain).map(|_| model)
}

/// False where the field is no field of its own: its type may then be any.
fn serde_options(
    field: &Field,
    model: &mut FieldModel<'_>,
    warnings: &mut Vec<Warning>,
    errors: &Errors,
) -> bool {
    let mut is_plain = true;
    for item in attr::items(&field.attrs, "serde", errors) {
        let refuse = |reason: &str| errors.on(item.meta.path(), reason);
        match item.name.as_str() {
            "rename" => {
                if let Some(name) = errors.keep(item_name(&item)) {
                    model.name = name.value();
                    model.rename = Some(name.clone());
                }
            }
            "default" => model.absent = errors.keep(absent(&item)),
            "skip" | "skip_deserializing" => {
                is_plain = false;
                refuse("a skipped field is never asked; take it out of the form.");
            }
            "flatten" => {
                is_plain = false;
                refuse(
                    "a form is flat: write the fields of this struct here, or ask two questions.",
                );
            }
            "with" | "deserialize_with" => {
                let function = item
                    .value()
                    .ok()
                    .and_then(attr::text)
                    .map_or_else(|| "it".to_owned(), |text| format!("`{}`", text.value()));
                refuse(&format!(
                    "the form's check and {function} could disagree about what is valid. Take the plain value \
                                 and convert it after the answer."
                ));
            }
            "alias" => warnings.push(no_effect(&item)),
            _ => {}
        }
    }
    is_plain
}

/// The name of serde's `rename = ".."`, or the rule of its `rename_all`.
pub(super) fn item_name(item: &Item) -> syn::Result<&LitStr> {
    match item.value() {
        Ok(_) => item.text(),
        Err(_) => Err(syn::Error::new_spanned(
            &item.meta,
            format!(
                "what is sent and what comes back have one name: write `{} = \"..\"`.",
                item.name
            ),
        )),
    }
}

fn absent(item: &Item) -> syn::Result<Absent> {
    match &item.meta {
        syn::Meta::Path(_) => Ok(Absent::Default(span(item))),
        _ => item.text()?.parse().map(Absent::Path),
    }
}

pub(super) fn no_effect(item: &Item) -> Warning {
    let text = match item.name.as_str() {
        "alias" => "`alias` has no effect: a client answers under the name that it was sent",
        _ => {
            "`deny_unknown_fields` has no effect: extra members of an answer are dropped before decoding"
        }
    };
    Warning::at(span(item), "option_without_effect", text.to_owned())
}

fn span(item: &Item) -> proc_macro2::Span {
    item.meta
        .path()
        .to_token_stream()
        .into_iter()
        .next()
        .map_or_else(proc_macro2::Span::call_site, |token| token.span())
}
