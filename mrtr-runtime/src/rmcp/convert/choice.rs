//! Choices in rmcp's types, which are four: of one or of several, with titles or without.

use ::rmcp::model::{
    ConstTitle, EnumSchema, MultiSelectEnumSchema as Multi, SingleSelectEnumSchema as Single,
    TitledItems, TitledMultiSelectEnumSchema, TitledSingleSelectEnumSchema,
};

use super::form::Label;
use crate::form::ChoiceOption;

/// One of the options.
pub(super) fn single_select(
    options: &[ChoiceOption],
    default: Option<String>,
    label: Label,
) -> EnumSchema {
    if titled(options) {
        let mut choice = TitledSingleSelectEnumSchema::new(with_titles(options));
        choice.default = default;
        label.put(&mut choice.title, &mut choice.description);
        return EnumSchema::Single(Single::Titled(choice));
    }
    let mut schema = EnumSchema::builder(values(options)).build();
    if let EnumSchema::Single(Single::Untitled(choice)) = &mut schema {
        choice.default = default;
        label.put(&mut choice.title, &mut choice.description);
    }
    schema
}

/// How many options may be chosen, and which are to begin with.
pub(super) struct Items {
    pub(super) min: Option<u64>,
    pub(super) max: Option<u64>,
    pub(super) default: Option<Vec<String>>,
}

/// Some of the options.
pub(super) fn multi_select(options: &[ChoiceOption], items: Items, label: Label) -> EnumSchema {
    if titled(options) {
        let mut choice = TitledMultiSelectEnumSchema::new(TitledItems::new(with_titles(options)));
        (choice.min_items, choice.max_items) = (items.min, items.max);
        choice.default = items.default;
        label.put(&mut choice.title, &mut choice.description);
        return EnumSchema::Multi(Multi::Titled(choice));
    }
    let mut schema = EnumSchema::builder(values(options)).multiselect().build();
    if let EnumSchema::Multi(Multi::Untitled(choice)) = &mut schema {
        (choice.min_items, choice.max_items) = (items.min, items.max);
        choice.default = items.default;
        label.put(&mut choice.title, &mut choice.description);
    }
    schema
}

/// Whether one of the titles is more than the value.
fn titled(options: &[ChoiceOption]) -> bool {
    options.iter().any(|o| o.title() != o.value())
}

fn values(options: &[ChoiceOption]) -> Vec<String> {
    options.iter().map(|o| o.value().to_owned()).collect()
}

fn with_titles(options: &[ChoiceOption]) -> Vec<ConstTitle> {
    let titles = options
        .iter()
        .map(|o| ConstTitle::new(o.value(), o.title()));
    titles.collect()
}
