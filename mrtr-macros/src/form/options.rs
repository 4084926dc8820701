//! The options of `#[elicit(..)]` on a field.

use syn::Field;

use super::attr::{self, Item};
use super::model::{FieldModel, Setting};
use crate::errors::Errors;
use crate::similar;

const SETTINGS: [&str; 8] = [
    "min",
    "max",
    "min_length",
    "max_length",
    "min_items",
    "max_items",
    "format",
    "default",
];

const OPTIONS: [&str; 11] = [
    "min",
    "max",
    "min_length",
    "max_length",
    "min_items",
    "max_items",
    "format",
    "default",
    "title",
    "description",
    "not_secret",
];

pub(super) fn read(field: &Field, model: &mut FieldModel<'_>, errors: &Errors) {
    for item in attr::items(&field.attrs, "elicit", errors) {
        match item.name.as_str() {
            "title" => model.title = errors.keep(item.text().cloned()),
            "description" => model.description = errors.keep(item.text().cloned()),
            "not_secret" => {
                model.not_secret = errors
                    .keep(item.meta.require_path_only().map(|_| ()))
                    .is_some()
            }
            name if SETTINGS.contains(&name) => model.settings.extend(errors.keep(setting(&item))),
            _ => errors.on(item.meta.path(), unknown(&item.name)),
        }
    }
}

fn setting(item: &Item) -> syn::Result<Setting> {
    Ok(Setting {
        name: item.ident()?.clone(),
        value: item.value()?.clone(),
    })
}

/// What to write instead of an option that does not exist.
fn unknown(name: &str) -> String {
    match name {
        "pattern" | "regex" => format!(
            "MCP forms have no `{name}`: clients would not check it. Use `format` or lengths, check the answer and ask again."
        ),
        "rename" => "a field is renamed by `#[serde(rename = \"..\")]`.".to_owned(),
        "optional" | "required" => {
            "whether a field may be left out is said by its type: `Option<..>`.".to_owned()
        }
        "skip" => "a skipped field is never asked; take it out of the form.".to_owned(),
        "range" | "between" => "a range is two options: `min = 1, max = 5`.".to_owned(),
        "length" | "len" | "size" => {
            "a length is two options: `min_length = 1, max_length = 80`.".to_owned()
        }
        "email" | "uri" | "url" | "date" | "datetime" => {
            let format = match name {
                "url" => "uri",
                "datetime" => "date-time",
                name => name,
            };
            format!("what a text looks like is its format: `format = \"{format}\"`.")
        }
        "label" => "the text beside a field is its `title`.".to_owned(),
        "help" | "doc" => "the explanation of a field is its `description`.".to_owned(),
        "choices" | "options" | "one_of" => {
            "choices are an enum with `#[derive(Choice)]`.".to_owned()
        }
        "minimum" | "maximum" => format!("write `{}`.", name.get(..3).unwrap_or(name)),
        "fill" => "`fill` stands on the struct, not on a field.".to_owned(),
        "crate" => "`crate` stands on the struct, not on a field.".to_owned(),
        _ => match similar::nearest(name, &OPTIONS) {
            Some(nearest) => {
                format!("`{name}` is no option of a form's field. Did you mean `{nearest}`?")
            }
            None => {
                let options: Vec<_> = OPTIONS.iter().map(|option| format!("`{option}`")).collect();
                format!(
                    "`{name}` is no option of a form's field. There are {}.",
                    options.join(", ")
                )
            }
        },
    }
}
