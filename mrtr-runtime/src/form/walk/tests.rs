use super::*;
use crate::form::Format;
use crate::state::Hasher;

fn parts(form: &Form) -> Vec<Vec<u8>> {
    let mut parts = Vec::new();
    form.walk(&mut |part| parts.push(part.to_vec()));
    parts
}

fn one(field: FormField) -> Form {
    Form::new(vec![field])
}

fn text() -> FormField {
    FormField::new("a", FieldKind::text())
}

#[test]
fn the_same_form_gives_the_same_parts() {
    assert_eq!(
        parts(&one(text().titled("T"))),
        parts(&one(text().titled("T")))
    );
}

/// Forms of which no two are the same.
fn different() -> Vec<Form> {
    let option = |value, title| ChoiceOption::new(value, title);
    let kinds = [
        FieldKind::text(),
        FieldKind::Text {
            min_length: Some(1),
            max_length: None,
            format: None,
            default: None,
        },
        FieldKind::Text {
            min_length: None,
            max_length: Some(1),
            format: None,
            default: None,
        },
        FieldKind::Text {
            min_length: None,
            max_length: None,
            format: Some(Format::Date),
            default: None,
        },
        FieldKind::Text {
            min_length: None,
            max_length: None,
            format: None,
            default: Some("date".to_owned()),
        },
        FieldKind::integer(),
        FieldKind::Integer {
            minimum: Some(1),
            maximum: None,
            default: None,
        },
        FieldKind::Integer {
            minimum: None,
            maximum: Some(1),
            default: None,
        },
        FieldKind::Integer {
            minimum: None,
            maximum: None,
            default: Some(1),
        },
        FieldKind::number(),
        FieldKind::Number {
            minimum: Some(1.0),
            maximum: None,
            default: None,
        },
        FieldKind::Number {
            minimum: None,
            maximum: None,
            default: Some(1.0),
        },
        FieldKind::boolean(),
        FieldKind::Boolean {
            default: Some(false),
        },
        FieldKind::Boolean {
            default: Some(true),
        },
        FieldKind::choice(vec![option("x", "x")]),
        FieldKind::choice(vec![option("x", "X")]),
        FieldKind::choice(vec![option("x", "x"), option("y", "y")]),
        FieldKind::choice(vec![option("y", "y"), option("x", "x")]),
        FieldKind::Choice {
            options: vec![option("x", "x")],
            default: Some("x".to_owned()),
        },
        FieldKind::multi_choice(vec![option("x", "x")]),
        FieldKind::MultiChoice {
            options: vec![option("x", "x")],
            min_items: Some(1),
            max_items: None,
            default: None,
        },
        FieldKind::MultiChoice {
            options: vec![option("x", "x")],
            min_items: None,
            max_items: Some(1),
            default: None,
        },
        FieldKind::MultiChoice {
            options: vec![option("x", "x")],
            min_items: None,
            max_items: None,
            default: Some(vec![]),
        },
    ];
    let mut forms: Vec<Form> = kinds
        .into_iter()
        .map(|kind| one(FormField::new("a", kind)))
        .collect();
    forms.extend([
        one(text().titled("T")),
        one(text().described("T")),
        one(text().optional()),
        one(FormField::new("b", FieldKind::text())),
        Form::new(vec![text(), FormField::new("b", FieldKind::text())]),
        Form::new(vec![FormField::new("b", FieldKind::text()), text()]),
    ]);
    forms
}

/// A flow outlives the build that asked, and the serde_json whose maps it had.
#[test]
fn a08_what_a_form_is_known_by_stays_the_same_between_builds() {
    let mut hasher = Hasher::new("forms");
    for form in different() {
        hasher.list(parts(&form));
    }
    assert_eq!(hex(&hasher.short()), "99df291fc73a72534007bcb07ce01fe2");
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn every_difference_of_two_forms_is_one_of_their_parts() {
    let forms = different();
    for (at, form) in forms.iter().enumerate() {
        for other in forms.iter().skip(at + 1) {
            assert_ne!(parts(form), parts(other), "{form:?} and {other:?}");
        }
    }
}
