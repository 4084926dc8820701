//! Default keys: an explicit key, else the name of the binding, else kind and number.

use super::{mistake, mistakes, read};

/// The keys of a body that has no mistake, a constant as it is written.
fn keys(body: &str) -> Vec<String> {
    let (read, mistakes) = read(body);
    assert!(mistakes.is_empty(), "{body}: {mistakes:#?}");
    let text =
        |key: &crate::tool::keys::Key| key.text.clone().unwrap_or_else(|| key.value.to_string());
    read.keys.iter().map(text).collect()
}

macro_rules! keys {
    ($($rule:ident: $body:literal => [$($key:literal),*];)*) => {
        $(#[test]
        fn $rule() {
            assert_eq!(keys($body), [$($key),*]);
        })*
    };
}

keys! {
    an_explicit_key_wins: r#"let a = ask_elicit!(F, key = "b", "?").await?;"# => ["b"];
    a_constant_key_stays_a_constant: r#"let a = ask_elicit!(F, key = KEY, "?").await?;"# => ["KEY"];
    a_binding_names_its_ask: r#"let name = ask_elicit!(F, "?").await?;"# => ["name"];
    a_type_annotation_does_not_matter: r#"let name: Result<Vec<u8>, E> = ask_elicit!(F, "?").await;"# => ["name"];
    an_associated_type_in_an_annotation_has_an_equals_sign: r#"let name: Box<dyn Iterator<Item = u8>> = ask_elicit!(F, "?").await?;"# => ["name"];
    a_mutable_binding_is_a_name: r#"let mut name = ask_elicit!(F, "?").await?;"# => ["name"];
    a_reference_binding_is_a_name: r#"let ref name = ask_elicit!(F, "?").await?;"# => ["name"];
    a_raw_name_loses_its_prefix: r#"let r#type = ask_elicit!(F, "?").await?;"# => ["type"];
    leading_underscores_are_left_out: r#"let _name = ask_elicit!(F, "?").await?; let __x = ask_elicit!(F, "?").await?;"# => ["name", "x"];
    an_underscore_alone_is_no_name: r#"let _ = ask_elicit!(F, "?").await?;"# => ["elicit_1"];
    a_captured_value_is_named_too: r#"let hold = capture!(reserve().await?);"# => ["hold"];
    a_pattern_with_one_name_is_a_name: r#"let Form { name } = ask_elicit!(Form, "?").await?;"# => ["name"];
    a_field_pattern_binds_what_follows: r#"let Form { name: who, .. } = ask_elicit!(Form, "?").await?;"# => ["who"];
    a_pattern_with_two_names_is_none: r#"let Form { name, age } = ask_elicit!(Form, "?").await?;"# => ["elicit_1"];
    a_bound_pattern_counts_the_outer_name: r#"let all @ Form { .. } = ask_elicit!(Form, "?").await?;"# => ["all"];
    a_constant_in_a_pattern_is_no_name: r#"let Some(x) | None = ask_elicit!(F, "?").await.ok() else { return };"# => ["x"];
    a_name_in_both_alternatives_is_one: r#"let Ok(x) | Err(x) = ask_elicit!(F, "?").await;"# => ["x"];
    a_let_else_names_its_ask: r#"let Ok(x) = ask_elicit!(F, "?").await else { return ok() };"# => ["x"];
    the_else_of_a_let_else_is_not_bound: r#"let Some(x) = find() else { ask_confirm!("?").await?; return ok() };"# => ["confirm_1"];
    a_refusal_names_no_ask: r#"if let Err(no) = ask_confirm!("Go?").await { return f(no) }"# => ["confirm_1"];
    an_if_let_names_its_ask: r#"if let Ok(x) = ask_elicit!(F, "?").await { f(x) }"# => ["x"];
    the_block_of_an_if_let_is_not_bound: r#"if let Some(x) = find() { ask_confirm!("?").await?; }"# => ["confirm_1"];
    a_chained_condition_names_each: r#"if let Ok(x) = ask_elicit!(F, "?").await && let Ok(y) = ask_elicit!(G, "?").await { f(x, y) }"# => ["x", "y"];
    a_while_let_names_its_ask: r#"while let Ok(more) = ask_elicit!(F, "{x}?").await { f(more) }"# => ["more"];
    an_else_branch_of_the_initializer_is_bound: r#"let x = if a { ask_elicit!(F, "?").await? } else { f() };"# => ["x"];
    two_linked_asks_are_numbered: r#"let x = if a { ask_elicit!(F, "?").await? } else { ask_elicit!(F, "?").await? };"# => ["elicit_1", "elicit_2"];
    a_block_with_statements_cuts_the_link: r#"let x = { log(); ask_elicit!(F, "?").await? };"# => ["elicit_1"];
    an_inner_binding_is_the_innermost: r#"let x = { let y = ask_elicit!(F, "?").await?; y };"# => ["y"];
    captures_of_two_arms_are_told_apart: r#"if x { let a = capture!(f()); } else if y { let a = capture!(g()); } else { let a = capture!(h()); }"# => ["a", "a_2", "a_3"];
    a_capture_is_told_from_an_ask_in_another_arm: r#"if x { let a = ask_elicit!(F, "?").await?; } else { let a = capture!(g()); }"# => ["a", "a_2"];
    parts_of_two_arms_are_told_apart: r#"match x { A => part!(self.pick(1)).await, _ => part!(self.pick(2)).await }"# => ["pick", "pick_2"];
    the_arms_of_a_match_cut_the_link: r#"let x = match a { A => ask_elicit!(F, "?").await?, _ => f() };"# => ["elicit_1"];
    a_block_without_statements_keeps_it: r#"let x = async { ask_elicit!(F, "?").await }.await?;"# => ["x"];
    a_struct_literal_keeps_it: r#"let x = Pair { one: ask_elicit!(F, "?").await?, two: 2 };"# => ["x"];
    arguments_keep_it: r#"let x = f(ask_elicit!(F, "?").await?, 2);"# => ["x"];
    another_macro_keeps_it: r#"let x = format!("{}", ask_sample!("?").await.text()?);"# => ["x"];
    a_closure_keeps_it: r#"let all = join_all(names.iter().map(|n| ask_confirm!("Delete {n}?"))).await;"# => ["all"];
    an_ask_in_an_option_is_not_bound: r#"let x = ask_elicit!(F, about = capture!(f()), "?").await?;"# => ["x", "capture_1"];
    an_assignment_is_no_binding: r#"let x; x = ask_elicit!(F, "?").await?;"# => ["elicit_1"];
    a_joined_pair_is_named_by_place: r#"let (a, b) = tokio::join!(ask_elicit!(F, "?"), ask_elicit!(G, "?"));"# => ["a", "b"];
    a_tried_join_is_named_by_place: r#"let (a, _b) = try_join!(ask_elicit!(F, "?"), async { ask_confirm!("?").await })?;"# => ["a", "b"];
    a_biased_join_is_named_by_place: r#"let (a, b) = tokio::join!(biased; ask_elicit!(F, "?"), ask_elicit!(G, "?"),);"# => ["a", "b"];
    a_join_of_other_length_is_numbered: r#"let (a, b) = f(join!(ask_elicit!(F, "?"), ask_elicit!(G, "?"), h()));"# => ["elicit_1", "elicit_2"];
    a_join_that_is_bound_as_a_whole_is_numbered: r#"let both = tokio::join!(ask_elicit!(F, "?"), ask_elicit!(G, "?"));"# => ["elicit_1", "elicit_2"];
    a_plain_tuple_is_numbered: r#"let (a, b) = (ask_elicit!(F, "?").await?, ask_elicit!(G, "?").await?);"# => ["elicit_1", "elicit_2"];
    a_tuple_in_a_join_takes_one_name: r#"let ((a, x), b) = tokio::join!(ask_elicit!(F, "?"), ask_elicit!(G, "?"));"# => ["elicit_1", "b"];
    a_statement_is_numbered: r#"ask_confirm!("?").await?; ask_confirm!("!").await?;"# => ["confirm_1", "confirm_2"];
    each_kind_counts_for_itself: r#"ask_confirm!("?").await?; ask_elicit!(F, "?").await?; ask_sample!("?").await; ask_roots!().await; f(capture!(1)); ask_confirm!("!").await?;"#
        => ["confirm_1", "elicit_1", "sample_1", "roots_1", "capture_1", "confirm_2"];
    named_asks_are_not_counted: r#"let a = ask_confirm!("?").await; ask_confirm!("!").await?;"# => ["a", "confirm_1"];
    a_tail_expression_is_numbered: r#"ask_elicit!(F, "?").await"# => ["elicit_1"];
    a_part_is_called_as_its_function: r#"let x = part!(self.pick(1)).await?;"# => ["pick"];
    a_part_of_a_handler_is_called_as_the_handler: r#"part!(self.pick_part(1)).await?;"# => ["pick"];
    a_path_and_a_turbofish_do_not_matter: r#"part!(crate::helpers::pick::<u8>(self)).await?;"# => ["pick"];
    a_part_has_an_explicit_key: r#"part!(key = "billing", self.pick(1)).await?;"# => ["billing"];
    a_part_beside_an_ask_does_not_take_its_name: r#"let x = f(part!(self.pick()).await?, ask_elicit!(F, "?").await?);"# => ["pick", "x"];
    paths_before_the_macro_do_not_matter: r#"let x = mrtr_runtime::ask_elicit!(F, "?").await?;"# => ["x"];
    other_delimiters_do_not_matter: r#"let x = ask_elicit![F, "?"].await?; let y = ask_elicit! { F, "?" }.await?;"# => ["x", "y"];
    an_explicit_key_in_an_own_macro_counts: r#"macro_rules! sure { ($m:literal) => { ask_confirm!(key = "sure", $m).await? } }"# => ["sure"];
    the_own_macros_of_a_handler_are_read_too: r#"macro_rules! sure { ($m:literal) => { ask_confirm!($m).await? } }"# => ["confirm_1"];
}

#[test]
fn a_binding_outside_the_alphabet_needs_a_key() {
    let long = "a".repeat(49);
    for name in ["größe", "_1", &long] {
        let text = mistake(&format!(r#"let {name} = ask_elicit!(F, "?").await?;"#));
        assert!(text.contains("Give it one: `key = \"...\"`"), "{text}");
    }
    let body = format!(r#"let {} = ask_elicit!(F, "?").await?;"#, "a".repeat(48));
    assert_eq!(mistakes(&body), [""; 0]);
}

#[test]
fn a_key_outside_the_alphabet_is_refused() {
    for key in ["", "1a", "a.b", "a:b", "a#2", "a b", "é", &"a".repeat(49)] {
        let text = mistake(&format!(r#"ask_elicit!(F, key = "{key}", "?").await?;"#));
        assert!(text.starts_with("a key has 1 to 48 letters"), "{text}");
    }
}

#[test]
fn a_computed_key_is_refused() {
    for key in ["name", "format!(\"a\")", "&name", "f()"] {
        let text = mistake(&format!(r#"ask_elicit!(F, key = {key}, "?").await?;"#));
        assert!(text.contains("`of = ..`"), "{text}");
    }
    let text = mistake(r#"ask_elicit!(F, key = 7, "?").await?;"#);
    assert!(text.starts_with("a key has"), "{text}");
}

#[test]
fn two_asks_of_one_handler_may_not_share_a_key() {
    let explicit = mistake(
        r#"let a = ask_elicit!(F, key = "k", "?").await?; let b = ask_confirm!(key = "k", "?").await?;"#,
    );
    assert!(explicit.contains("share the key `k`"), "{explicit}");
    let shadowed =
        mistake(r#"let a = ask_elicit!(F, "?").await?; let a = ask_elicit!(F, "!").await?;"#);
    assert!(
        shadowed.contains("both asks take their key from `let a`"),
        "{shadowed}"
    );
    let constant = mistake(
        r#"let a = ask_elicit!(F, key = K, "?").await?; let b = ask_elicit!(F, key = K, "!").await?;"#,
    );
    assert!(constant.contains("share the key `K`"), "{constant}");
    let across_kinds =
        mistake(r#"let a = capture!(f()); let b = ask_confirm!(key = "a", "?").await?;"#);
    assert!(across_kinds.contains("asks or captures"), "{across_kinds}");
    let nested = mistake(
        r#"let a = ask_elicit!(F, "?").await?; if x { let a = ask_elicit!(F, "!").await?; }"#,
    );
    assert!(nested.contains("`let a`"), "{nested}");
    let three = mistakes(
        r#"let a = ask_elicit!(F, "1").await?; let a = ask_elicit!(F, "2").await?; let a = ask_elicit!(F, "3").await?;"#,
    );
    assert_eq!(three.len(), 2);
}

#[test]
fn arms_that_exclude_each_other_may_share_a_key() {
    for body in [
        r#"if x { let a = ask_elicit!(F, "?").await?; } else { let a = ask_elicit!(F, "!").await?; }"#,
        r#"if x { let a = ask_elicit!(F, "1").await?; } else if y { let a = ask_elicit!(F, "2").await?; } else { let a = ask_elicit!(F, "3").await?; }"#,
        r#"match x { A => { let a = ask_elicit!(F, "?").await?; } B if y => { let a = ask_elicit!(F, "!").await?; } _ => ask_elicit!(F, key = "a", ".").await?, }"#,
        r#"if x { if y { let a = ask_elicit!(F, "1").await?; } } else { let a = ask_elicit!(F, "2").await?; }"#,
        r#"#[cfg(unix)] let p = ask_elicit!(F, "Path?").await?; #[cfg(not(unix))] let p = ask_elicit!(F, "Drive?").await?;"#,
        r#"if x { part!(self.pick()).await?; } else { part!(self.pick()).await?; }"#,
        r#"if x { let a = capture!(f()); } else { let a = capture!(g()); }"#,
        r#"#[cfg(unix)] let a = capture!(key = "a", f()); #[cfg(not(unix))] let a = capture!(key = "a", g());"#,
    ] {
        assert_eq!(mistakes(body), [""; 0], "{body}");
    }
}

#[test]
fn arms_that_do_not_exclude_each_other_may_not() {
    for body in [
        r#"if x { let a = ask_elicit!(F, "?").await?; } if y { let a = ask_elicit!(F, "!").await?; }"#,
        r#"if x { let a = ask_elicit!(F, "?").await?; } else { f() } let a = ask_elicit!(F, "!").await?;"#,
        r#"match x { A => { let a = ask_elicit!(F, "?").await?; } _ => {} } match x { _ => {} B => { let a = ask_elicit!(F, "!").await?; } }"#,
        r#"#[cfg(unix)] let p = ask_elicit!(F, "Path?").await?; let p = ask_elicit!(F, "Drive?").await?;"#,
        r#"if x { capture!(key = "a", f()); } else { capture!(key = "a", g()); }"#,
        r#"if x { part!(key = "a", f()).await; } else { part!(key = "a", g()).await; }"#,
        r#"if x { capture!(key = "a", f()); } else { ask_elicit!(F, key = "a", "!").await?; }"#,
        r#"if let Ok(a) = ask_elicit!(F, "?").await { f() } else if let Ok(a) = ask_elicit!(F, "!").await { g() }"#,
    ] {
        mistake(body);
    }
}

#[test]
fn a_second_call_of_a_part_needs_a_key() {
    let text = mistake("part!(self.pick(1)).await?; part!(self.pick(2)).await?;");
    assert!(
        text.contains("calls `pick` twice") && text.contains("part!(key ="),
        "{text}"
    );
    let keyed = r#"part!(self.pick(1)).await?; part!(key = "two", self.pick(2)).await?;"#;
    assert_eq!(mistakes(keyed), [""; 0]);
    let other_kind = r#"let pick = ask_elicit!(F, "?").await?; part!(self.pick(1)).await?;"#;
    assert_eq!(mistakes(other_kind), [""; 0]);
}
