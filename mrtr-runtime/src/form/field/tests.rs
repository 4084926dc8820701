#![allow(clippy::unwrap_used)]
use super::*;

#[test]
fn a_single_is_the_nearest_one_and_finite() {
    assert_eq!(f32::from_answer(Some(Answer::Number(0.1))), Ok(0.1_f32));
    assert_eq!(
        f32::from_answer(Some(Answer::Number(1e39))),
        Err(Rule::TooLarge(Bound::Number(f32::MAX.into())))
    );
    assert_eq!(
        f32::from_answer(Some(Answer::Number(-1e39))),
        Err(Rule::TooSmall(Bound::Number(f32::MIN.into())))
    );
}

#[test]
fn an_integer_beyond_its_type_is_told_by_the_bound_it_breaks() {
    assert_eq!(
        u8::from_answer(Some(Answer::Integer(-1))),
        Err(Rule::TooSmall(Bound::Integer(0)))
    );
    assert_eq!(
        i8::from_answer(Some(Answer::Integer(128))),
        Err(Rule::TooLarge(Bound::Integer(127)))
    );
}

#[test]
fn an_option_is_not_required_and_none_where_left_out() {
    const { assert!(String::REQUIRED && !Option::<String>::REQUIRED) };
    assert_eq!(Option::<bool>::from_answer(None), Ok(None));
    assert_eq!(bool::from_answer(None), Err(Rule::Missing));
    assert_eq!(
        Option::<bool>::from_answer(Some(Answer::Integer(1))),
        Err(Rule::NotBoolean)
    );
}

#[test]
fn the_kind_of_an_integer_has_the_range_of_its_type() {
    let kind = FieldKind::Integer {
        minimum: Some(-128),
        maximum: Some(127),
        default: None,
    };
    assert_eq!((i8::kind(), Option::<i8>::kind()), (kind.clone(), kind));
}
