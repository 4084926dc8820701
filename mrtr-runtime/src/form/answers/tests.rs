#![allow(clippy::unwrap_used, clippy::indexing_slicing)]
use serde_json::json;

use super::*;

fn form() -> Form {
    Form::new(vec![
        FormField::new(
            "city",
            FieldKind::Text {
                min_length: None,
                max_length: Some(5),
                format: None,
                default: None,
            },
        )
        .titled("Where to?"),
        FormField::new("nights", u8::kind()),
        FormField::new("notes", FieldKind::text()).optional(),
    ])
}

fn content(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

#[test]
fn null_counts_as_absent() {
    let content = content(json!({ "city": null, "nights": 2, "notes": null }));
    assert_eq!(
        form().read(&content).unwrap_err().to_string(),
        "`Where to?` is missing"
    );
}

#[test]
fn all_violations_are_told_in_the_order_of_the_fields() {
    let content = content(json!({ "notes": 7, "nights": -1, "city": "Saint-Denis" }));
    assert_eq!(
        form().read(&content).unwrap_err().to_string(),
        "`Where to?` is longer than 5 characters; `nights` is less than 0; `notes` is not text"
    );
}

#[test]
fn a_violation_holds_nothing_of_the_value() {
    let content =
        content(json!({ "city": "hunter2-hunter2", "nights": 123_456, "notes": { "secret": 1 } }));
    let told = format!("{0} {0:?}", form().read(&content).unwrap_err());
    assert!(
        !told.contains("hunter2") && !told.contains("123456") && !told.contains("secret"),
        "{told}"
    );
}

#[test]
fn what_is_kept_is_what_the_form_knows_and_is_not_null() {
    let content = content(json!({ "city": "Lyon", "nights": 2.0, "notes": null, "extra": [1] }));
    assert_eq!(
        Value::Object(form().normalize(&content)),
        json!({ "city": "Lyon", "nights": 2.0 })
    );
}

#[test]
fn valid_entries_come_back_as_defaults() {
    let content = content(json!({ "city": "Lyon", "nights": 999, "notes": "by train" }));
    let again = form().with_defaults(&content);
    let default = |at: usize| {
        serde_json::to_value(&again.fields()[at])
            .unwrap()
            .get("default")
            .cloned()
    };
    assert_eq!(
        [default(0), default(1), default(2)],
        [Some(json!("Lyon")), None, Some(json!("by train"))]
    );
}

#[test]
fn every_kind_of_entry_comes_back() {
    let options = || {
        vec![
            crate::form::ChoiceOption::new("a", "A"),
            crate::form::ChoiceOption::new("b", "B"),
        ]
    };
    let form = Form::new(vec![
        FormField::new("i", FieldKind::integer()),
        FormField::new("n", FieldKind::number()),
        FormField::new("y", FieldKind::boolean()),
        FormField::new("c", FieldKind::choice(options())),
        FormField::new("m", FieldKind::multi_choice(options())),
    ]);
    let given = json!({ "i": 1, "n": 0.5, "y": true, "c": "b", "m": ["b"] });
    let again = serde_json::to_value(form.with_defaults(&content(given.clone()))).unwrap();
    for (name, value) in given.as_object().unwrap() {
        assert_eq!(&again["properties"][name]["default"], value);
    }
}

#[test]
fn taking_more_than_there_is_is_a_violation() {
    let form = Form::new(vec![FormField::new("a", FieldKind::boolean())]);
    let content = content(json!({ "a": true }));
    let mut answers = form.read(&content).unwrap();
    assert_eq!(answers.take::<bool>(), Ok(true));
    assert!(answers.take::<bool>().is_err());
}

#[test]
fn of_two_fields_with_one_name_the_first_stays() {
    let form = Form::new(vec![
        FormField::new("a", FieldKind::boolean()),
        FormField::new("a", FieldKind::text()),
    ]);
    assert_eq!(form.fields().len(), 1);
    assert_eq!(form.fields()[0].kind(), &FieldKind::boolean());
}
