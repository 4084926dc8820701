//! An `of` that tells no two turns of a loop apart.

use super::{mistake, mistakes};

fn refuses(body: &str, told: &str) {
    let found = mistake(body);
    assert!(found.contains(told), "{body}: {found}");
}

fn accepts(body: &str) {
    assert_eq!(mistakes(body), [""; 0], "{body}");
}

#[test]
fn what_is_bound_outside_of_a_loop_is_the_same_in_every_turn() {
    for of in [
        "1",
        "\"all\"",
        "s.name",
        "&s.name",
        "LIMIT",
        "Kind::All",
        "(s.id, 1)",
        "s.rows.0",
    ] {
        for (ahead, behind) in [
            ("for x in xs {", "}"),
            ("for (at, x) in xs.iter().enumerate() { if at > 0 {", "} }"),
            ("while let Some(x) = xs.next() {", "}"),
            ("let asks = xs.iter().map(|x| async move {", "});"),
            ("let asks = (0..3).map(|x| async move {", "});"),
            ("for x in xs { loop {", "} }"),
        ] {
            for ask in [
                "ask_confirm!(of = OF, \"Sure?\").await?;",
                "ask_elicit!(F, of = OF, \"Which?\").await?;",
                "capture!(of = OF, get(x).await?);",
                "part!(of = OF, pick(x)).await?;",
            ] {
                let body = format!("{ahead} {} {behind}", ask.replace("OF", of));
                refuses(&body, "the same in every");
            }
        }
    }
}

#[test]
fn the_name_of_the_turn_is_proposed_where_it_has_one() {
    refuses(
        r#"for x in xs { ask_confirm!(of = 1, "Sure?").await?; }"#,
        "write `of = x`",
    );
    refuses(
        r#"for (a, b) in xs { ask_confirm!(of = 1, "Sure?").await?; }"#,
        "name what the turn is about",
    );
    refuses(
        r#"for x in xs { ask_confirm!(of = "{x}", "Delete {x}?").await?; }"#,
        "no format string",
    );
}

#[test]
fn what_may_differ_from_turn_to_turn_is_accepted() {
    for inside in [
        r#"ask_confirm!(of = x, "Sure?").await?;"#,
        r#"ask_confirm!(of = &x.name, "Sure?").await?;"#,
        r#"let name = load(); ask_confirm!(of = name, "Sure?").await?;"#,
        r#"if let Some(y) = f() { ask_confirm!(of = y, "Sure?").await?; }"#,
        r#"match f() { A(y) => ask_confirm!(of = y, "Sure?").await?, _ => {} }"#,
        r#"n += 1; ask_confirm!(of = n, "Sure?").await?;"#,
        r#"s.n = f(); ask_confirm!(of = s.n, "Sure?").await?;"#,
        r#"s.rows[0] += 1; ask_confirm!(of = s.n, "Sure?").await?;"#,
        r#"turn(&mut s); ask_confirm!(of = s.n, "Sure?").await?;"#,
        r#"turn(s); ask_confirm!(of = s.n, "Sure?").await?;"#,
        r#"s.turn(); ask_confirm!(of = s.n, "Sure?").await?;"#,
        r#"tokio::select! { y = f() => n = y }; ask_confirm!(of = n, "Sure?").await?;"#,
        r#"ask_confirm!(of = self.next(), "Sure?").await?;"#,
        r#"ask_confirm!(of = next(), "Sure?").await?;"#,
        r#"ask_confirm!(of = rows[n], "Sure?").await?;"#,
        r#"ask_confirm!(of = format!("{x}"), "Sure?").await?;"#,
        r#"loop { ask_confirm!(of = x, "Sure?").await?; }"#,
        // The message tells them apart.
        r#"ask_confirm!(of = s.id, "Delete {x}?").await?;"#,
    ] {
        accepts(&format!("for x in xs {{ {inside} }}"));
        accepts(&format!("while let Some(x) = xs.next() {{ {inside} }}"));
    }
}

#[test]
fn what_is_not_for_each_of_several_may_be_of_one_thing() {
    accepts(r#"loop { ask_confirm!(of = s.id, "Sure?").await?; }"#);
    accepts(r#"while !done { capture!(of = s.id, get().await?); }"#);
    accepts(r#"while let Ok(x) = ask_elicit!(F, of = s.id, "More?").await { f(x); }"#);
    accepts(r#"with(|tx| async move { ask_confirm!(of = s.id, "Sure?").await });"#);
    accepts(r#"s.map(|id| async move { ask_confirm!(of = s.id, "Sure?").await });"#);
    accepts(r#"for x in ask_pick!(&xs, of = s.id, several = .., "Which?").await? { f(x); }"#);
}

#[test]
fn an_ask_that_is_bound_and_never_looked_at_is_never_awaited() {
    for ask in [
        r#"ask_confirm!("Go?")"#,
        r#"ask_elicit!(F, "Who?")"#,
        "part!(pick())",
    ] {
        refuses(&format!("let _a = {ask};"), "is never awaited");
        accepts(&format!("let _a = {ask}; f(_a.await);"));
        accepts(&format!("let a = {ask};"));
    }
    accepts("let _a = capture!(get().await?);");
    accepts(r#"let _a = ask_confirm!("Go?").await?;"#);
}

#[test]
fn until_is_looked_up_where_it_stands() {
    for until in [
        "done",
        "done.clone()",
        "done.is_it.then_some(())",
        "done.then_some(1)",
        "done.as_ref().copied()",
    ] {
        let body =
            format!(r#"let done = f().await; ask_url!(page, until = {until}, "Pay").await?;"#);
        if until.contains("is_it") {
            accepts(&body);
        } else {
            refuses(&body, "`done` was looked up ahead");
        }
    }
    for until in [
        "done.get(x)",
        "done(x).await",
        "self.done",
        "f(done)",
        "None",
    ] {
        accepts(&format!(
            r#"let done = f().await; ask_url!(page, until = {until}, "Pay").await?;"#
        ));
    }
    // A parameter, and what a block of its own binds.
    accepts(r#"ask_url!(page, until = done, "Pay").await?;"#);
}

#[test]
fn a_page_that_is_left_out_or_named_is_one_mistake() {
    refuses(
        r#"ask_url!(until = f().await, "Connect").await?;"#,
        "has no page",
    );
    refuses(
        r#"ask_url!(url = page, until = f().await, "Pay").await?;"#,
        "`ask_url!(page, until = f().await, \"Pay\")`",
    );
}

#[test]
fn a_pick_of_a_type_or_a_text_is_one_mistake() {
    refuses(
        r#"ask_pick!(Ticket, &tickets, "Which?").await?;"#,
        "`ask_pick!(&tickets, \"Which?\")`",
    );
    refuses(
        r#"ask_pick!("a, b", "Which?").await?;"#,
        "`ask_pick!([\"a\", \"b\"], \"Which?\")`",
    );
}

#[test]
fn bounds_that_hold_no_number_are_refused() {
    for bounds in ["3..=2", "0..=0", "..=0", "..0", "..1", "0..1", "2..2"] {
        refuses(
            &format!(r#"ask_pick!(&f, several = {bounds}, "Which?").await?;"#),
            "`several = ",
        );
    }
    for bounds in [
        "..", "1..", "1..=1", "0..=3", "..=2", "0..n", "n..=2", "1..2",
    ] {
        accepts(&format!(
            r#"ask_pick!(&f, several = {bounds}, "Which?").await?;"#
        ));
    }
}

#[test]
fn what_is_to_be_typed_is_a_text() {
    for typed in ["true", "3", "1.5"] {
        refuses(
            &format!(r#"ask_confirm!(type_in = {typed}, "Go?").await?;"#),
            "the text that the user must type",
        );
    }
    for typed in ["name", "\"DELETE\"", "x.id", "3.to_string()"] {
        accepts(&format!(
            r#"ask_confirm!(type_in = {typed}, "Go?").await?;"#
        ));
    }
}

#[test]
fn a_message_of_several_pieces_becomes_one_text() {
    for (message, written) in [
        (
            r#""Delete ".to_owned() + &name + "?""#,
            r#"`ask_confirm!("Delete {}?", name)`"#,
        ),
        (
            r#"String::from("It is {") + x.as_str()"#,
            r#"`ask_confirm!("It is {{{}", x.as_str())`"#,
        ),
        (r#"a + b"#, r#"`ask_confirm!("{}{}", a, b)`"#),
    ] {
        refuses(&format!("ask_confirm!({message}).await?;"), written);
    }
}
