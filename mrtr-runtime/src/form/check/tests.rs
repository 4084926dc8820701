#![allow(clippy::unwrap_used)]
use serde_json::json;

use super::*;
use crate::form::Field;

fn rule(kind: &FieldKind, value: Value) -> Rule {
    kind.check(&value).unwrap_err()
}

#[test]
fn text_is_measured_in_unicode_scalar_values() {
    let kind = FieldKind::Text {
        min_length: Some(2),
        max_length: Some(3),
        format: None,
        default: None,
    };
    assert_eq!(kind.check(&json!("日本語")), Ok(Answer::Text("日本語")));
    assert_eq!(rule(&kind, json!("日")), Rule::TooShort(2));
    assert_eq!(rule(&kind, json!("abcd")), Rule::TooLong(3));
    assert_eq!(rule(&kind, json!(5)), Rule::NotText);
    assert_eq!(FieldKind::text().check(&json!("")), Ok(Answer::Text("")));
}

#[test]
fn a_number_is_never_text() {
    for kind in [u8::kind(), f64::kind()] {
        for value in [json!("5"), json!(true), json!([5]), json!({})] {
            assert!(matches!(
                rule(&kind, value),
                Rule::NotInteger | Rule::NotNumber
            ));
        }
    }
}

#[test]
fn an_integer_keeps_the_range_of_its_type() {
    assert_eq!(u8::kind().check(&json!(255.0)), Ok(Answer::Integer(255)));
    assert_eq!(
        rule(&u8::kind(), json!(256)),
        Rule::TooLarge(Bound::Integer(255))
    );
    assert_eq!(
        rule(&u8::kind(), json!(-1)),
        Rule::TooSmall(Bound::Integer(0))
    );
    assert_eq!(
        u64::kind().check(&json!(u64::MAX)),
        Ok(Answer::Integer(u64::MAX.into()))
    );
    assert_eq!(
        rule(&i64::kind(), json!(u64::MAX)),
        Rule::TooLarge(Bound::Integer(i64::MAX.into()))
    );
    assert_eq!(
        rule(&u64::kind(), json!(1e300)),
        Rule::TooLarge(Bound::Integer(u64::MAX.into()))
    );
    assert_eq!(
        rule(&u64::kind(), json!(9_007_199_254_740_993.0_f64)),
        Rule::Inexact
    );
    assert_eq!(rule(&i64::kind(), json!(1.5)), Rule::NotInteger);
}

#[test]
fn a_bound_beyond_64_bits_counts_as_it_is_sent() {
    let bounded = |minimum, maximum| FieldKind::Integer {
        minimum,
        maximum,
        default: None,
    };
    let least = bounded(Some(i128::MAX), None);
    assert_eq!(
        least.check(&json!(u64::MAX)),
        Ok(Answer::Integer(u64::MAX.into()))
    );
    assert_eq!(
        rule(&least, json!(5)),
        Rule::TooSmall(Bound::Integer(u64::MAX.into()))
    );
    let most = bounded(None, Some(i128::MIN));
    assert_eq!(
        most.check(&json!(i64::MIN)),
        Ok(Answer::Integer(i64::MIN.into()))
    );
    assert_eq!(
        rule(&most, json!(5)),
        Rule::TooLarge(Bound::Integer(i64::MIN.into()))
    );
}

#[test]
fn a_number_keeps_its_bounds() {
    let kind = FieldKind::Number {
        minimum: Some(0.5),
        maximum: Some(2.0),
        default: None,
    };
    assert_eq!(kind.check(&json!(1)), Ok(Answer::Number(1.0)));
    assert_eq!(rule(&kind, json!(0.4)), Rule::TooSmall(Bound::Number(0.5)));
    assert_eq!(rule(&kind, json!(2.1)), Rule::TooLarge(Bound::Number(2.0)));
}

#[test]
fn a_boolean_is_true_or_false_and_nothing_else() {
    assert_eq!(
        FieldKind::boolean().check(&json!(false)),
        Ok(Answer::Boolean(false))
    );
    for value in [json!("true"), json!(1), json!("on"), json!([])] {
        assert_eq!(rule(&FieldKind::boolean(), value), Rule::NotBoolean);
    }
}

fn options() -> Vec<ChoiceOption> {
    vec![
        ChoiceOption::new("s", "Small"),
        ChoiceOption::new("m", "Medium"),
        ChoiceOption::new("l", "Large"),
    ]
}

#[test]
fn a_choice_is_answered_by_value_not_by_title() {
    let kind = FieldKind::choice(options());
    assert_eq!(kind.check(&json!("m")), Ok(Answer::Choice("m")));
    for value in [
        json!("Medium"),
        json!("M"),
        json!(1),
        json!(["m"]),
        json!(""),
    ] {
        assert_eq!(rule(&kind, value), Rule::NotChoice);
    }
}

#[test]
fn a_list_of_choices_keeps_its_counts_and_repeats_nothing() {
    let kind = FieldKind::MultiChoice {
        options: options(),
        min_items: Some(1),
        max_items: Some(2),
        default: None,
    };
    assert_eq!(
        kind.check(&json!(["l", "s"])),
        Ok(Answer::Choices(vec!["l", "s"]))
    );
    assert_eq!(rule(&kind, json!([])), Rule::TooFew(1));
    assert_eq!(rule(&kind, json!(["s", "m", "l"])), Rule::TooMany(2));
    assert_eq!(rule(&kind, json!(["s", "s"])), Rule::Repeated);
    assert_eq!(rule(&kind, json!(["s", "x"])), Rule::NotChoice);
    assert_eq!(rule(&kind, json!("s")), Rule::NotChoices);
    assert_eq!(
        FieldKind::multi_choice(options()).check(&json!([])),
        Ok(Answer::Choices(vec![]))
    );
}
