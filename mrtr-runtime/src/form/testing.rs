//! Forms and answers at random.

use std::collections::BTreeSet;

use proptest::collection::{btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};

use super::{ChoiceOption, FieldKind, Form, FormField, Format};

/// Any form that a derive, a pick or an author by hand could make, in any order of names.
pub(crate) fn forms() -> impl Strategy<Value = Form> {
    let names = btree_set("[a-zA-Z_é.]{1,6}", 1..6).prop_shuffle_set();
    names.prop_flat_map(|names| {
        let fields: Vec<_> = names.into_iter().map(field).collect();
        fields.prop_map(Form::new)
    })
}

trait Shuffled {
    fn prop_shuffle_set(self) -> BoxedStrategy<Vec<String>>;
}

impl<S: Strategy<Value = BTreeSet<String>> + 'static> Shuffled for S {
    fn prop_shuffle_set(self) -> BoxedStrategy<Vec<String>> {
        self.prop_map(|names| names.into_iter().collect::<Vec<_>>())
            .prop_shuffle()
            .boxed()
    }
}

fn field(name: String) -> BoxedStrategy<FormField> {
    let text = || option::of("\\PC{0,8}");
    let made = (kind(), text(), text(), any::<bool>()).prop_map(
        move |(kind, title, description, required)| {
            let mut field = FormField::new(name.clone(), kind);
            if let Some(title) = title {
                field = field.titled(title);
            }
            if let Some(description) = description {
                field = field.described(description);
            }
            if required { field } else { field.optional() }
        },
    );
    made.boxed()
}

fn kind() -> BoxedStrategy<FieldKind> {
    prop_oneof![text(), integer(), number(), boolean(), choice(), choices()].boxed()
}

const FORMATS: [Format; 4] = [Format::Email, Format::Uri, Format::Date, Format::DateTime];

fn text() -> impl Strategy<Value = FieldKind> {
    let length = || option::of(0_u32..6);
    let format = option::weighted(0.3, select(&FORMATS[..]));
    (length(), length(), format, option::of("\\PC{0,6}")).prop_map(
        |(min_length, max_length, format, default)| FieldKind::Text {
            min_length,
            max_length,
            format,
            default,
        },
    )
}

/// Small numbers, which answers hit, those at the ends of 64 bits, and those beyond.
fn whole() -> impl Strategy<Value = i128> {
    prop_oneof![
        8 => -9_i128..9,
        1 => any::<i128>(),
        4 => any::<i64>().prop_map(i128::from),
        4 => any::<u64>().prop_map(i128::from),
        8 => select(vec![i128::from(i64::MIN), i128::from(u64::MAX)]),
    ]
}

fn integer() -> impl Strategy<Value = FieldKind> {
    let bound = || option::of(whole());
    (bound(), bound(), bound()).prop_map(|(minimum, maximum, default)| FieldKind::Integer {
        minimum,
        maximum,
        default,
    })
}

fn double() -> impl Strategy<Value = f64> {
    prop_oneof![(-9_i32..9).prop_map(|n| f64::from(n) / 2.0), any::<f64>()]
}

fn number() -> impl Strategy<Value = FieldKind> {
    let bound = || option::of(double());
    (bound(), bound(), bound()).prop_map(|(minimum, maximum, default)| FieldKind::Number {
        minimum,
        maximum,
        default,
    })
}

fn boolean() -> impl Strategy<Value = FieldKind> {
    option::of(any::<bool>()).prop_map(|default| FieldKind::Boolean { default })
}

/// Options whose values differ, some with a title of their own.
fn options() -> impl Strategy<Value = Vec<ChoiceOption>> {
    btree_set("[a-d]{1,2}", 1..5).prop_flat_map(|values| {
        let options: Vec<_> = values
            .into_iter()
            .map(|value| {
                option::weighted(0.3, "\\PC{1,5}").prop_map(move |title| {
                    ChoiceOption::new(value.clone(), title.unwrap_or_else(|| value.clone()))
                })
            })
            .collect();
        options.prop_shuffle()
    })
}

fn values(options: &[ChoiceOption]) -> Vec<String> {
    options.iter().map(|o| o.value().to_owned()).collect()
}

fn choice() -> impl Strategy<Value = FieldKind> {
    options().prop_flat_map(|options| {
        option::of(select(values(&options))).prop_map(move |default| FieldKind::Choice {
            options: options.clone(),
            default,
        })
    })
}

fn choices() -> impl Strategy<Value = FieldKind> {
    options().prop_flat_map(|options| {
        let values = values(&options);
        let some = subsequence(values.clone(), 0..=values.len());
        let count = || option::of(0_u32..4);
        (count(), count(), option::of(some)).prop_map(move |(min_items, max_items, default)| {
            FieldKind::MultiChoice {
                options: options.clone(),
                min_items,
                max_items,
                default,
            }
        })
    })
}

/// A form with an answer that is right now and then, and nearly right most of the time.
pub(crate) fn answered() -> impl Strategy<Value = (Form, Map<String, Value>)> {
    forms().prop_flat_map(|form| {
        let entries: Vec<_> = form.fields().iter().map(entry).collect();
        entries.prop_map(move |entries| (form.clone(), entries.into_iter().flatten().collect()))
    })
}

fn entry(field: &FormField) -> BoxedStrategy<Option<(String, Value)>> {
    let name = field.name().to_owned();
    option::weighted(0.9, value(field.kind()))
        .prop_map(move |value| value.map(|value| (name.clone(), value)))
        .boxed()
}

/// Mostly of the field's own type.
fn value(kind: &FieldKind) -> BoxedStrategy<Value> {
    prop_oneof![8 => fitting(kind), 1 => stray()].boxed()
}

fn fitting(kind: &FieldKind) -> BoxedStrategy<Value> {
    match kind {
        FieldKind::Text { format, .. } => match format {
            Some(format) => select(samples(*format))
                .prop_map(|text| json!(text))
                .boxed(),
            None => "\\PC{0,7}".prop_map(|text| json!(text)).boxed(),
        },
        FieldKind::Integer { .. } => whole().prop_map(whole_value).boxed(),
        FieldKind::Number { .. } => double().prop_map(|number| json!(number)).boxed(),
        FieldKind::Boolean { .. } => any::<bool>().prop_map(|yes| json!(yes)).boxed(),
        FieldKind::Choice { options, .. } => select(values(options))
            .prop_map(|value| json!(value))
            .boxed(),
        FieldKind::MultiChoice { options, .. } => {
            let values = values(options);
            let count = values.len();
            subsequence(values, 0..=count)
                .prop_shuffle()
                .prop_map(|values| json!(values))
                .boxed()
        }
    }
}

fn whole_value(number: i128) -> Value {
    match (i64::try_from(number), u64::try_from(number)) {
        (Ok(number), _) => json!(number),
        (_, Ok(number)) => json!(number),
        _ => json!(0),
    }
}

fn stray() -> BoxedStrategy<Value> {
    let values = vec![
        json!(0),
        json!(5.0),
        json!(0.5),
        json!("5"),
        json!(true),
        json!("zz"),
        json!([]),
        json!(["zz"]),
        json!(["a", 1]),
        json!({"a": 1}),
    ];
    prop_oneof![
        select(values),
        vec("[a-d]{1,2}", 0..3).prop_map(|list| json!(list))
    ]
    .boxed()
}

/// Texts about whose format nobody argues.
fn samples(format: Format) -> Vec<&'static str> {
    match format {
        Format::Email => vec![
            "a@example.com",
            "a.b+c@sub.example.org",
            "nope",
            "a@",
            "@b.c",
            "",
        ],
        Format::Uri => vec![
            "https://example.com/a?b#c",
            "urn:isbn:0451450523",
            "mailto:a@example.com",
            "example.com",
            "/a/b",
            "https://exa mple.com",
            "",
        ],
        Format::Date => vec![
            "2026-02-28",
            "2024-02-29",
            "2026-02-29",
            "2026-02-30",
            "2026-13-01",
            "2026-1-1",
            "28.02.2026",
            "",
        ],
        Format::DateTime => vec![
            "2026-02-28T09:30:00Z",
            "2026-02-28T09:30:00.125+01:00",
            "2026-02-30T09:30:00Z",
            "2026-02-28T24:00:00Z",
            "2026-02-28T09:30:00",
            "2026-02-28",
            "",
        ],
    }
}
