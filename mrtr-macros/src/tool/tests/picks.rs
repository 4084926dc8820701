//! `ask_pick!`, and the options that other asks have beside `key`, `of` and `about`.

use super::{expanded, mistake, mistakes, read};
use crate::tool::Attribute;

fn accepts(ask: &str) {
    assert_eq!(mistakes(&format!("{ask}.await?;")), [""; 0], "{ask}");
}

#[test]
fn a_pick_is_an_ask_like_any_other() {
    accepts(r#"ask_pick!(&files, "Which?")"#);
    accepts(r#"ask_pick!(files.iter().map(|f| (f.id, &f.name)), several = 1..=3, "Which?")"#);
    accepts(
        r#"ask_pick!("a,b".split(','), show = |s| (s.len(), s), of = x, title = "T", "Which?")"#,
    );
    accepts(
        r#"ask_pick!(0..9, several = .., description = "D", about = x, "Which of {n}?", n = 9)"#,
    );
    let dropped = mistake(r#"ask_pick!(&files, "Which?");"#);
    assert!(dropped.contains("never awaited"), "{dropped}");
    let unwrapped = mistake(r#"let x = ask_pick!(&files, "Which?").await.unwrap();"#);
    assert!(unwrapped.contains("a declined question into a panic"));
    let in_for = mistake(r#"for f in fs { ask_pick!(&g, "Which?").await?; }"#);
    assert!(in_for.contains("asks the same in each turn"), "{in_for}");
    let spawned = mistake(r#"tokio::spawn(async move { ask_pick!(&f, "?").await });"#);
    assert!(spawned.contains("a spawned task"), "{spawned}");
}

#[test]
fn a_pick_takes_its_key_from_its_binding_or_its_number() {
    let keys = |body| {
        let (body, _) = read(body);
        let keys = body.keys.iter().map(|key| key.text.clone().unwrap());
        keys.collect::<Vec<_>>()
    };
    assert_eq!(
        keys(r#"let file = ask_pick!(&files, "?").await?; f(ask_pick!(&files, "?").await?);"#),
        ["file", "pick_1"]
    );
}

#[test]
fn a_misspelt_option_of_a_pick_is_told() {
    let found = mistake(r#"ask_pick!(&files, severel = 1.., "Which?").await?;"#);
    assert!(found.contains("did you mean `several`?"), "{found}");
    let late = mistake(r#"ask_pick!(&files, "Which?", several = 1..).await?;"#);
    assert!(
        late.contains("`ask_pick!(&files, several = 1.., \"..\")`"),
        "{late}"
    );
    let silent = mistake("ask_pick!(&files).await?;");
    assert!(silent.contains("has no message"), "{silent}");
}

#[test]
fn what_a_message_shows_may_be_called_as_the_title_of_a_field() {
    accepts(r#"ask_elicit!(F, "Close {title}?", title = x.title)"#);
    accepts(r#"ask_pick!(&f, title = "T", "For {description}?", description = d)"#);
    let typed = mistake(r#"ask_confirm!("Delete?", type_in = name).await?;"#);
    assert!(typed.contains("stands before the message"), "{typed}");
}

#[test]
fn values_in_the_message_of_a_pick_are_escaped() {
    let handler = r#"async fn f(x: String) { ask_pick!(&fs, "Which of {x}?").await; }"#;
    let expansion = expanded(Attribute::Tool, "", handler);
    assert!(expansion.contains("displayed"), "{expansion}");
    assert!(expansion.contains("SiteKind::Pick"), "{expansion}");
}
