//! What the runtime is told about the sites of a body.

use super::{expanded, read};
use crate::tool::Attribute;

/// The keys of the asks that every run comes by.
fn unconditional(body: &str) -> Vec<String> {
    let (read, _) = read(body);
    let sites = read.scan.found.iter().zip(&read.keys);
    let sites = sites.filter(|(found, _)| found.is_unconditional);
    sites.map(|(_, key)| key.text.clone().unwrap()).collect()
}

#[test]
fn asks_in_the_open_are_unconditional() {
    assert_eq!(
        unconditional(
            r#"let a = ask_elicit!(F, "?").await?; let b = f(ask_elicit!(F, "?").await?);"#
        ),
        ["a", "b"]
    );
    assert_eq!(
        unconditional(r#"let (a, b) = tokio::join!(ask_elicit!(F, "?"), ask_confirm!("?"));"#),
        ["a", "b"]
    );
    assert_eq!(
        unconditional(r#"if let Ok(a) = ask_elicit!(F, "?").await { g() }"#),
        ["a"]
    );
    assert_eq!(
        unconditional(r#"match ask_confirm!(key = "a", "?").await { _ => {} }"#),
        ["a"]
    );
    assert_eq!(
        unconditional(r#"let x = load().await?; let a = ask_elicit!(F, "?").await?;"#),
        ["a"]
    );
    assert_eq!(
        unconditional(r#"{ f(); let a = ask_elicit!(F, "?").await?; }"#),
        ["a"]
    );
    assert_eq!(
        unconditional(r#"let x = |y| { return y }; let a = ask_elicit!(F, "?").await?;"#),
        ["a"]
    );
}

#[test]
fn an_ask_that_may_go_unasked_is_conditional_and_so_is_what_stands_for_it() {
    for (body, asked) in [
        (
            r#"let a = ask_elicit!(F, or = x, "?").await?;"#,
            &[] as &[&str],
        ),
        (r#"let a = ask_pick!(f, or = x, "?").await?;"#, &[]),
        (
            r#"let a = ask_elicit!(F, or = ask_pick!(f, "?").await?, "?").await?;"#,
            &[],
        ),
        (
            r#"let a = ask_elicit!(F, or = capture!(x), "?").await?;"#,
            &[],
        ),
        (
            r#"let a = ask_elicit!(F, or = x, "?").await?; let b = ask_elicit!(F, "?").await?;"#,
            &["b"],
        ),
        (
            r#"let a = ask_elicit!(F, or = return, "?").await?; let b = ask_elicit!(F, "?").await?;"#,
            &[],
        ),
        (
            r#"let b = ask_elicit!(F, about = ask_pick!(f, key = "a", "?").await?, "?").await?;"#,
            &["b", "a"],
        ),
    ] {
        assert_eq!(unconditional(body), asked, "{body}");
    }
}

#[test]
fn a_negation_is_no_macro() {
    let body = r#"if !(ask_confirm!(key = "a", "?").await.is_ok()) { f() }"#;
    assert_eq!(unconditional(body), ["a"]);
}

#[test]
fn asks_that_a_run_may_pass_by_are_conditional() {
    for body in [
        r#"if x { ask_confirm!("?").await?; }"#,
        r#"if x { f() } else { ask_confirm!("?").await?; }"#,
        r#"match x { A => ask_confirm!("?").await?, _ => {} }"#,
        r#"for f in x { ask_confirm!("{f}?").await?; }"#,
        r#"loop { ask_confirm!("?").await?; }"#,
        r#"while x { ask_confirm!("?").await?; }"#,
        r#"let x = y && ask_confirm!("?").await.is_ok();"#,
        r#"let x = y || ask_confirm!("?").await.is_ok();"#,
        r#"let x = y.map(|n| ask_confirm!("{n}?"));"#,
        r#"let later = async { ask_confirm!("?").await };"#,
        r#"'a: { ask_confirm!("?").await?; }"#,
        r#"maybe!(ask_confirm!("?").await?);"#,
        r#"if x { return ok() } ask_confirm!("?").await?;"#,
        r#"let Some(x) = y else { return ok() }; ask_confirm!("?").await?;"#,
        r#"anyhow::ensure!(x); ask_confirm!("?").await?;"#,
        r#"let can = flow.can(Capability::Form); ask_confirm!("?").await?;"#,
    ] {
        assert_eq!(unconditional(body), [""; 0], "{body}");
    }
}

fn part(body: &str) -> String {
    expanded(
        Attribute::Part,
        "",
        &format!("async fn f() -> R {{ {body} }}"),
    )
}

#[test]
fn a_site_under_cfg_stands_under_it() {
    let text =
        part(r#"#[cfg(unix)] { #[cfg(a)] ask_confirm!("?").await?; } ask_confirm!("!").await?;"#);
    assert!(
        text.contains("[#[cfg(unix)]#[cfg(a)]::mrtr_runtime::__private::Site{"),
        "{text}"
    );
    assert_eq!(
        text.matches("#[cfg(unix)]::mrtr").count() + text.matches("#[cfg(a)]::mrtr").count(),
        1
    );
}

#[test]
fn a_form_that_only_the_body_knows_is_not_named_outside() {
    let named = |body: &str| part(body).contains("FormOf::<");
    assert!(named(r#"ask_elicit!(Form, "?").await?;"#));
    assert!(named(
        r#"use std::fmt; ask_elicit!(std::Form, "?").await?;"#
    ));
    assert!(!named(r#"struct Form; ask_elicit!(Form, "?").await?;"#));
    assert!(!named(
        r#"use forms::{A, Form}; ask_elicit!(Vec<Form>, "?").await?;"#
    ));
    assert!(!named(r#"use forms::*; ask_elicit!(Form, "?").await?;"#));
    let generic = expanded(
        Attribute::Part,
        "",
        r#"async fn f<T: Elicit>() { ask_elicit!(T, "?").await?; }"#,
    );
    assert!(!generic.contains("FormOf::<"));
}

#[test]
fn a_constant_that_only_the_body_knows_is_not_named_outside() {
    let text = part(r#"const K: &str = "k"; ask_confirm!(key = K, "?").await?;"#);
    assert!(text.contains(r#"key:"""#), "{text}");
    let text = part(r#"ask_confirm!(key = K, "?").await?;"#);
    assert!(text.contains("key:K,"), "{text}");
}

#[test]
fn a_capture_in_a_synchronous_closure_is_told_apart() {
    let sync = |body: &str| part(body).contains(",sync,");
    assert!(sync("let x = v.map(|n| capture!(of = n, f(n)));"));
    assert!(!sync("let x = v.map(async |n| capture!(of = n, f(n)));"));
    assert!(!sync(
        "let x = v.map(|n| async move { capture!(of = n, f(n)) });"
    ));
    assert!(!sync("let x = capture!(v.map(|n| n));"));
}

#[test]
fn a_sample_needs_what_is_written_out() {
    let needs = |options: &str| {
        let item = format!("async fn f() -> R {{ ask_sample!({options}, \"Go\").await; }}");
        let text = expanded(Attribute::Tool, "", &item);
        let (_, needs) = text.split_once("needs:&[").unwrap();
        let (needs, _) = needs.split_once(']').unwrap();
        let needs = needs.replace("::mrtr_runtime::__private::Capability::", "");
        needs.split(',').map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(needs("tools = [tool]"), ["SamplingTools"]);
    assert_eq!(needs("tool_choice = choice"), ["SamplingTools"]);
    assert_eq!(
        needs("context = IncludeContext::ThisServer"),
        ["SamplingContext"]
    );
    assert_eq!(
        needs("tools = [a, b], run = run, context = AllServers"),
        ["SamplingTools", "SamplingContext"]
    );
    for nothing in [
        "tools = []",
        "tools = tools",
        "tools = list()",
        "context = IncludeContext::None",
        "context = context",
        "system = [tool]",
    ] {
        assert_eq!(needs(nothing), [""], "{nothing}");
    }
}
