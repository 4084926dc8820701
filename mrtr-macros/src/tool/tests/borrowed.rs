//! Captures of what belongs to the round.

use super::{mistake, mistakes, reported};
use crate::tool::Attribute;

#[test]
fn a_borrowed_value_cannot_be_captured() {
    for value in [
        "&order.name",
        "(order.name.trim())",
        "order.name.as_deref()",
        "order.name.as_deref().unwrap_or(\"none\")",
        "order.name.as_ref().map(|name| name.trim())",
        "order.name.as_ref().map(String::as_str)",
        "line.strip_prefix('#')?",
    ] {
        let found = mistake(&format!("let x = capture!({value});"));
        assert!(found.contains("a borrowed value"), "{value}: {found}");
    }
    for value in [
        "order.name.trim().to_owned()",
        "order.name.as_deref().map(str::to_owned)",
        "order.name.as_deref().is_some()",
        "names.iter().map(|name| name.trim()).count()",
        "order.name.map(|name| name.len())",
        "bank.borrow(500)",
        "clip.trim(from, to)",
        "bank.as_ref(&account)",
        "clip.strip_prefix()",
        "clip.trim_matches(from, to)",
    ] {
        let found = mistakes(&format!("let x = capture!({value});"));
        assert!(found.is_empty(), "{value}: {found:?}");
    }
}

#[test]
fn a_parameter_that_is_lent_cannot_be_captured_until_something_else_takes_its_name() {
    let count = |ty: &str, body: &str| {
        let item = format!("async fn handler(name: {ty}) {{ {body} }}");
        reported(Attribute::Tool, "", &item).len()
    };
    for ty in ["&str", "Option<&str>", "Option<(u8, &'static str)>"] {
        assert_eq!(count(ty, "let x = capture!(name); f(name);"), 1, "{ty}");
        assert_eq!(
            count(ty, "f(); let name = capture!(name); f(name);"),
            1,
            "{ty}"
        );
        assert_eq!(count(ty, "let name = g(name); let x = capture!(name);"), 0);
        assert_eq!(count(ty, "let x = capture!(name.len());"), 0);
        assert_eq!(
            count(
                ty,
                "for name in all() { let x = capture!(of = id(), name); }"
            ),
            0
        );
    }
    assert_eq!(count("String", "let x = capture!(name);"), 0);
}

#[test]
fn a_variable_that_is_lent_cannot_be_captured_either() {
    let lent = "a borrowed value";
    for body in [
        "let name = order.name.trim(); let x = capture!(name);",
        "let name = &order; f(); if y { let name = capture!(name); }",
        "if y { let name = order.as_deref(); g({ capture!(name) }); }",
    ] {
        assert!(mistake(body).contains(lent), "{body}");
    }
    for body in [
        "let name = order.name.trim(); let name = name.to_owned(); let x = capture!(name);",
        "let name = order.name.trim().len(); let x = capture!(name);",
        "let name = order.name.trim(); for name in all(name) { capture!(of = id(), name); }",
        "{ let name = order.name.trim(); f(name); } let x = capture!(name);",
        "let name = order.name.trim(); let x = capture!(name.len());",
    ] {
        assert!(mistakes(body).is_empty(), "{body}");
    }
}

#[test]
fn an_item_of_a_list_or_a_text_cannot_be_captured() {
    let count = |ty: &str, value: &str| {
        let item = format!("async fn handler(names: {ty}) {{ let x = capture!({value}); }}");
        reported(Attribute::Tool, "", &item).len()
    };
    for (ty, value) in [
        ("Vec<String>", "names.first()"),
        ("&[u32]", "names.get(3)"),
        ("[u32; 3]", "names.iter().rev().max()"),
        ("BTreeMap<String, u32>", "names.keys().next().unwrap()"),
        (
            "&HashMap<String, u32>",
            "names.get(\"tea\").expect(\"tea\")",
        ),
        ("&str", "names.split_once(' ')"),
        ("String", "(names.lines().last())"),
    ] {
        assert_eq!(count(ty, value), 1, "{ty}: {value}");
    }
    for (ty, value) in [
        ("Vec<String>", "names.first().cloned()"),
        ("Vec<u32>", "names.iter().copied().max()"),
        ("Vec<String>", "names.iter().map(String::len).max()"),
        ("Vec<String>", "names.len()"),
        ("Cache", "names.get(3)"),
        ("Query", "names.first()"),
        ("Vec<String>", "bank.get(3)"),
    ] {
        assert_eq!(count(ty, value), 0, "{ty}: {value}");
    }
    let other = "async fn handler(names: Vec<String>) { let names = Cache; let x = capture!(names.get(3)); }";
    assert!(reported(Attribute::Tool, "", other).is_empty());
}
