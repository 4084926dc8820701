//! What is written in another place or with another sign: one error that says how it is written.

use super::{mistake, mistakes, reported};
use crate::tool::Attribute;

#[track_caller]
fn says(body: &str, words: &str) {
    let found = mistake(body);
    assert!(
        found.contains(words),
        "{body}\n  says {found}\n  not {words}"
    );
}

#[track_caller]
fn quiet(body: &str) {
    assert_eq!(mistakes(body), [""; 0], "{body}");
}

#[test]
fn options_behind_the_message_are_one_mistake() {
    says(
        r#"ask_url!(page, "Pay", until = paid().await).await?;"#,
        "`until` is an option of the ask and stands before the message: `ask_url!(page, until = paid().await, \"..\")`",
    );
    says(
        r#"ask_pick!(&f, "Which?", several = 1..).await?;"#,
        "`several` is an option",
    );
    says(
        r#"let a = capture!(f(), key = "k");"#,
        "`capture!(key = \"k\", f())`",
    );
    says(
        r#"part!(self.pick(x), of = x).await?;"#,
        "`part!(of = x, self.pick(x))`",
    );
}

#[test]
fn an_option_takes_its_value_by_an_equals_sign() {
    says(
        r#"ask_confirm!(key: "k", "Sure?").await?;"#,
        "`ask_confirm!(key = \"k\", \"..\")`",
    );
    says(
        r#"ask_pick!(&f, several: 1.., "Which?").await?;"#,
        "`ask_pick!(&f, several = 1.., \"..\")`",
    );
    says(r#"let a = capture!(of: x, f());"#, "`capture!(of = x, ..)`");
    quiet(r#"let a = ask_sample!(std::string::String, "?").await?;"#);
}

#[test]
fn the_type_of_a_sample_comes_first() {
    says(
        r#"let a = ask_sample!(max_tokens = 5, Plan, "?").await?;"#,
        "`ask_sample!(Plan, max_tokens = .., \"..\")`",
    );
    says(
        r#"let a = ask_sample!(max_tokens = 5, Vec<u8>, stop = ["a"], "?").await?;"#,
        "the type",
    );
    says(
        r#"let a = ask_sample!(max_tokens = 5, PROMPT).await;"#,
        "must be a string literal",
    );
}

#[test]
fn an_address_is_filled_in_by_format() {
    says(
        r#"ask_url!("https://a.b/{}", id, until = x, "Pay").await?;"#,
        r#"`ask_url!(format!("https://a.b/{}", id), until = .., "..")`"#,
    );
    quiet(r#"ask_url!(format!("https://a.b/{}", id), until = x, "Pay").await?;"#);
}

#[test]
fn a_part_is_called_and_a_capture_is_one_expression() {
    says(
        r#"part!(pick, &x, 5).await?;"#,
        "`part!(pick(&x, 5)).await?`",
    );
    says(
        r#"part!(self.pick, x).await?;"#,
        "`part!(self.pick(x)).await?`",
    );
    says(r#"part!(pick).await?;"#, "`part!(pick(..)).await?`");
    says(r#"part!(pick(x).await?);"#, "`part!(pick(x)).await?`");
    says(r#"part!(|| pick()).await?;"#, "a closure is no part");
    says(r#"let a = capture!(f(), g());"#, "`capture!((f(), g()))`");
    quiet("let a = capture!(f(), );");
    quiet("let a = capture!(f::<A, B>(x, y));");
}

#[test]
fn a_form_is_named_and_not_made() {
    says(
        r#"let a = ask_elicit!(Form { a: 1 }, "?").await?;"#,
        "`ask_elicit!(Form, \"..\")`",
    );
    says(
        r#"let a = ask_elicit!(Form(1), "?").await?;"#,
        "the type alone stands here",
    );
}

#[test]
fn a_captured_async_block_is_awaited() {
    says(
        "let a = capture!(async { f().await });",
        "write `.await` behind the block",
    );
    says(
        "let a = capture!(async move { f() });",
        "write `.await` behind the block",
    );
    quiet("let a = capture!(async { f().await }.await);");
}

#[test]
fn what_stands_in_a_join_is_not_awaited() {
    let found = |body: &str| {
        let item = format!("async fn f() -> R {{ {body} }}");
        reported(Attribute::Part, "", &item)
    };
    let one = found(r#"let (a, b) = tokio::join!(ask_confirm!("A?").await, ask_confirm!("B?"));"#);
    assert_eq!(one.len(), 1, "{one:?}");
    assert!(
        one[0].contains("`ask_confirm!(..)` without `.await`"),
        "{one:?}"
    );
    let tried = found(r#"let (a, b) = join!(mrtr::ask_confirm!("A?").await?, part!(x()).await?);"#);
    assert_eq!(tried.len(), 2, "{tried:?}");
    assert!(
        tried[1].contains("`part!(..)` without `.await?`"),
        "{tried:?}"
    );
    for (tail, behind) in [
        ("ask_roots!()?", "without `?`"),
        ("ask_roots!().await?", "without `.await?`"),
        (r#"ask_sample!("A")?"#, "without `?`"),
        (r#"ask_sample!("A").await?"#, "without `.await?`"),
        (
            r#"ask_sample!(Plan, "A")?"#,
            "without `?`, and `?` behind its answer",
        ),
        (
            r#"ask_sample!(Plan, "A").await?"#,
            "without `.await?`, and `?` behind its answer",
        ),
        ("part!(x())?", "without `?`, and `?` behind its answer"),
        (
            r#"ask_pick!(f, "A")?"#,
            "without `?`, and `?` behind its answer",
        ),
    ] {
        let one = found(&format!(
            r#"let (a, b) = join!({tail}, ask_confirm!("B?"));"#
        ));
        assert_eq!(one.len(), 1, "{one:?}");
        assert!(one[0].ends_with(behind), "{one:?}");
    }
    for body in [
        r#"let (a, b) = join!(ask_confirm!("A?"), async { ask_confirm!("B?").await });"#,
        r#"let (a, b) = join!(f(ask_confirm!("A?").await), capture!(g().await));"#,
        r#"let a = names.join(ask_elicit!(String, "?").await?);"#,
        r#"let (a, b) = join!(ask_pick!(rooms, "?").await?.reserve(), self.notify());"#,
        r#"let (a, b) = join!(part!(pick()).await?.reserve(), ask_confirm!("B?"));"#,
    ] {
        assert_eq!(found(body), [""; 0], "{body}");
    }
}

#[test]
fn a_closure_that_is_not_async_awaits_nothing() {
    says(
        r#"f(|n| ask_confirm!("{n}?").await.is_ok());"#,
        "a closure that is not async cannot wait",
    );
    says(r#"f(|| part!(x()).await);"#, "a closure that is not async");
    quiet(r#"f(async |n| ask_confirm!("{n}?").await);"#);
    quiet(r#"f(|n| async move { ask_confirm!("{n}?").await });"#);
}

#[test]
fn the_flow_is_a_parameter() {
    let found = |item: &str| reported(Attribute::Part, "", item);
    let missing = found("async fn f(x: u8) { g(flow.id()); flow.key(\"a\", &x); }");
    assert_eq!(missing.len(), 1, "{missing:?}");
    assert!(missing[0].contains("`flow: Flow`"), "{missing:?}");
    for item in [
        "async fn f(flow: Flow) { flow.id(); }",
        "async fn f(flow: &Flow) { flow.id(); }",
        "async fn f(mut flow: Water) { flow.stop(); }",
        "async fn f((flow, x): (A, B)) { flow.id(); }",
        "async fn f() { let flow = g(); flow.id(); }",
        "async fn f() { let (a, flow) = g(); flow.id(); }",
        "async fn f() { if let Some(flow) = g() { flow.id(); } }",
        "async fn f() { for flow in g() { flow.id(); } }",
        "async fn f() { g(|flow| flow.id()); g(|a, flow| flow.id()); g(|flow: X| flow.id()); }",
        "async fn f() { let S { flow, .. } = g(); flow.id(); }",
        "async fn f() { let S { a: flow } = g(); flow.id(); }",
        "async fn f() { match g() { flow => flow.id() } }",
        "async fn f() { select! { flow = g() => flow.id() } }",
        "async fn f(&self) { self.flow.id(); }",
        "async fn f() { let x @ flow = g(); flow.id(); }",
    ] {
        assert_eq!(found(item), [""; 0], "{item}");
    }
}

#[test]
fn an_ask_handed_on_by_a_variable_stands_where_it_goes() {
    let ask = r#"let ask = ask_confirm!("Sure?");"#;
    says(
        &format!("{ask} tokio::spawn(ask);"),
        "is handed to a spawned task",
    );
    says(
        &format!("{ask} tokio::spawn(async move {{ ask.await }});"),
        "is handed to a spawned task",
    );
    says(&format!("{ask} rt.block_on(ask)?;"), "`block_on` waits");
    says(
        &format!("{ask} select! {{ x = ask => x?, _ = b => {{}} }}"),
        "is handed to `select!`",
    );
    says(
        &format!("{ask} let x = capture!(ask.await?);"),
        "is handed to a `capture!`",
    );
    says(
        &format!("{ask} select_all([ask, b]).await;"),
        "is handed to `select_all`",
    );
    quiet(&format!("{ask} let ask = ask.await?; tokio::spawn(ask);"));
    quiet(r#"let ask = ask_confirm!("Sure?").await?; tokio::spawn(ask);"#);
    quiet(&format!("{ask} tokio::spawn(f(x.ask)); ask.await?;"));
    quiet("let ask = capture!(ask);");
    quiet(r#"let (a, b) = join!(ask_confirm!("A?"), ask_confirm!("B?")); capture!(f(a, b));"#);
    quiet(r#"let all = join_all(ask_confirm!("A?")); tokio::spawn(all);"#);
}

#[test]
fn an_outcome_has_no_fields() {
    says(
        r#"let a = ask_elicit!(Form, "?").await; f(a.name); g(a.town);"#,
        "`a` is a `Result`",
    );
    for body in [
        r#"let a = ask_elicit!(Form, "?").await; if let Ok(a) = a { f(a.name) }"#,
        r#"let a = ask_elicit!(Form, "?").await; let a = a?; f(a.name);"#,
        r#"let a = ask_elicit!(Form, "?").await; f(a.map(|a| a.name));"#,
        r#"let a = ask_elicit!(Form, "?").await; f(x.a.name, a?.name);"#,
    ] {
        quiet(body);
    }
}

#[test]
fn the_type_of_a_sample_stands_in_it() {
    says(
        r#"let a: Plan = ask_sample!("?").await?;"#,
        "`ask_sample!(Plan, \"..\").await?`",
    );
    says(
        r#"let a: String = ask_sample!("?").await?;"#,
        "`ask_sample!(..).await.text()?`",
    );
    says(
        r#"let a: String = ask_sample!("?").await;"#,
        "`ask_sample!(..).await.text()?`",
    );
    quiet(r#"let a: Plan = ask_sample!(Plan, "?").await?; f(a);"#);
    quiet(r#"let a: Sample = ask_sample!("?").await; f(a);"#);
}

#[test]
fn a_join_is_awaited_once() {
    let asks = r#"(ask_confirm!("A?"), ask_confirm!("B?"))"#;
    let told = |line: String| {
        let item = format!("async fn handler() -> Result<(), Refused> {{ {line} Ok(()) }}");
        reported(Attribute::Tool, "", &item)
    };
    for (line, text) in [
        (
            format!("let (a, b) = join!{asks}.await;"),
            "`join!` awaits its asks itself",
        ),
        (
            format!("let (a, b) = tokio::try_join!{asks}.await?;"),
            "`let (a, b) = try_join!(..)?;`",
        ),
        (
            format!("let (a, b) = try_join!{asks};"),
            "write `?` behind it",
        ),
    ] {
        let found = told(line);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains(text), "{found:?}");
    }
    for line in [
        format!("let both = try_join!{asks}; both?;"),
        format!("let (a, b) = tokio::try_join!{asks}?; f(a, b);"),
        format!("let (a, b) = join!{asks}; a?; b?;"),
        "let (a, b) = join!(f(), g()); h().await;".to_owned(),
    ] {
        assert_eq!(told(line), Vec::<String>::new());
    }
}

#[test]
fn a_question_is_not_yet_its_answer() {
    for (body, missing) in [
        (r#"let t = ask_sample!("?").text()?;"#, "`.await`"),
        (r#"let s = ask_sample!("?"); f(s.text()?);"#, "`.await`"),
        (r#"let a = ask_elicit!(Form, "?").name;"#, "`.await?`"),
        (
            r#"let a = ask_elicit!(Form, "?"); f(a.name, a.town);"#,
            "`.await?`",
        ),
        (
            r#"let a = ask_elicit!(Form, "?"); f(a.name, x.a.name);"#,
            "`.await?`",
        ),
        (r#"if ask_confirm!("?").is_ok() && x { }"#, "`.await`"),
        (r#"let a = ask_roots!(); for x in a.iter() {}"#, "`.await`"),
    ] {
        says(body, &format!("write {missing} behind"));
    }
    for body in [
        r#"let a = ask_elicit!(Form, "?"); let b = a.await?; f(b.name);"#,
        r#"let a = ask_elicit!(Form, "?"); let a = a.await?; f(a.name);"#,
        r#"let a = ask_elicit!(Form, "?").map(|a| a.name).await;"#,
        r#"let a = ask_elicit!(Form, "?"); f(a.boxed(), &a.name);"#,
        r#"let a = ask_elicit!(Form, "?"); f(x.a.name);"#,
        r#"f(a.name); let a = ask_elicit!(Form, "?");"#,
        r#"let a = capture!(f()).name;"#,
        r#"let a = ask_sample!("?").await.text()?;"#,
        r#"let a = ask_sample!("?"); println!("{a}", a.text());"#,
    ] {
        quiet(body);
    }
}

#[test]
fn a_pick_is_of_values_and_a_part_is_called() {
    says(
        r#"let a = ask_pick!(Size, "?").await?;"#,
        "`ask_elicit!(Size, \"?\")`",
    );
    says(
        r#"let a = part!("pick").await?;"#,
        "takes the call of a part",
    );
    says(
        r#"let a = part!(pick()).len();"#,
        "write `.await?` behind it",
    );
    quiet(r#"let a = ask_pick!(Size::all(), "?").await?; let b = ask_pick!(SIZES, "?").await?;"#);
    quiet(r#"let a = ask_pick!(Size::ALL, "?").await?;"#);
}

#[test]
fn a_part_named_by_its_type_takes_the_server_first() {
    let expanded = |call: &str| {
        let item = format!("async fn f(&self) -> R {{ part!({call}).await }}");
        super::expanded(Attribute::Part, "", &item)
    };
    for (call, made) in [
        (
            "Self::pick(self, x)",
            "Self::pick(self,__mrtr_flow.part(\"pick\"),x)",
        ),
        (
            "Server::pick(&self)",
            "Server::pick(&self,__mrtr_flow.part(\"pick\"))",
        ),
        ("Self::pick(x)", "Self::pick(__mrtr_flow.part(\"pick\"),x)"),
        (
            "Self::pick(self.x)",
            "Self::pick(__mrtr_flow.part(\"pick\"),self.x)",
        ),
        ("pick(self, x)", "pick(__mrtr_flow.part(\"pick\"),self,x)"),
        (
            "Self::pick::<u8>(self)",
            "Self::pick::<u8>(self,__mrtr_flow.part(\"pick\"))",
        ),
        (
            "Self::pick::<Vec<fn() -> u8>>(self)",
            "(self,__mrtr_flow.part(\"pick\"))",
        ),
        (
            "<Self as Asks>::pick(self, x)",
            "::pick(self,__mrtr_flow.part(\"pick\"),x)",
        ),
        (
            "Server::<u8>::pick(self)",
            "::pick(self,__mrtr_flow.part(\"pick\"))",
        ),
        (
            "helpers::pick(self, x)",
            "helpers::pick(__mrtr_flow.part(\"pick\"),self,x)",
        ),
        (
            "helpers::pick::<u8>(self)",
            "helpers::pick::<u8>(__mrtr_flow.part(\"pick\"),self)",
        ),
        (
            "crate::a::pick(&self)",
            "crate::a::pick(__mrtr_flow.part(\"pick\"),&self)",
        ),
    ] {
        let found = expanded(call);
        assert!(found.contains(made), "{call}: {found}");
    }
}

#[test]
fn a_confirm_is_no_bool() {
    for body in [
        r#"let sure: bool = ask_confirm!("?").await?;"#,
        r#"let sure: bool = ask_confirm!("?");"#,
        r#"let sure = ask_confirm!("?").await?; if !sure { }"#,
        r#"let sure = ask_confirm!("?").await?; f(x && (sure || y));"#,
        r#"if x && ask_confirm!("?").await? { }"#,
        r#"if ask_confirm!("?").await? || x { }"#,
        r#"f(ask_confirm!("?").await? == true);"#,
        r#"f(!ask_confirm!("?").await?);"#,
        r#"let sure = ask_confirm!("?").await.unwrap_or(false);"#,
        r#"match ask_confirm!("?").await? { true => f(), false => g() }"#,
        r#"match ask_confirm!("?").await { Ok(true) => f(), _ => g() }"#,
    ] {
        says(body, "`ask_confirm!`");
    }
    for body in [
        r#"let sure: bool = ask_confirm!("?").await.is_ok();"#,
        r#"let sure = ask_confirm!("?").await; if sure.is_ok() && x { }"#,
        r#"if ask_confirm!("?").await == Ok(()) { }"#,
        r#"let b: bool = ask_elicit!(bool, "?").await?; if !b && ask_elicit!(bool, "?").await? { }"#,
        r#"let b = f(&ask_confirm!("?"));"#,
        r#"match ask_confirm!("?").await { Ok(()) => true, Err(_) => false }"#,
        r#"match ask_confirm!("?").await { Ok(()) if x == true => y, _ => z }"#,
        r#"match ask_elicit!(bool, "?").await? { true => f(), false => g() }"#,
        r#"let b = !ask_confirm!("?").await.is_ok();"#,
        r#"let b = x && ask_confirm!("?").await.is_ok() && y;"#,
        r#"let b = ask_confirm!("?").await.map(|()| 1).is_ok() || y;"#,
        r#"let sure = ask_confirm!("?").await?; f(&sure, x || y);"#,
    ] {
        quiet(body);
    }
}

#[test]
fn what_else_has_the_name_of_a_confirm_is_no_condition() {
    let sure = r#"let sure = ask_confirm!("?").await?;"#;
    for rest in [
        "if !sure { }",
        "if order.sure { } if sure { }",
        "f(|x| x); if sure { } f(|y| y);",
        "match x { A => { } B if sure && y => { } C => { if !sure { } } }",
        "match x { A => { if !sure { } } B => { } }",
        "f(Order { ok: sure && y });",
        "f(..sure || y);",
    ] {
        says(&format!("{sure} {rest}"), "`ask_confirm!`");
        says(&format!("if x {{ {sure} {rest} }}"), "`ask_confirm!`");
    }
    for rest in [
        "if order.sure && x { }",
        "if !order.sure { } if !sure::check() { } if !sure!(x) { } if !f::sure() { }",
        "f(all.iter().any(|sure| !sure));",
        "f(all.iter().any(|(a, &sure)| sure || a));",
        "f(all.iter().any(|a| |sure: bool| !sure));",
        "println!(\"{}\", all.any(move |sure| !sure));",
        "for sure in all { if sure { } }",
        "for (a, sure) in all { if sure { } }",
        "match x { Some(sure) => !sure, None => true }",
        "match x { A => { } Order { sure, .. } if sure && y => { } _ => { } }",
        "match x { A => f(), Some(sure) | Other(sure) => !sure }",
        "if let (Some(a), Some(sure)) = x { if sure { } }",
        "while let Some(sure) = x && !sure { }",
        "let Order { sure, paid } = x; if !sure { }",
        "let sure; sure = true; if sure { }",
        "fn no(sure: bool) -> bool { !sure }",
        "if matches!(x, Some(sure) if !sure) { }",
    ] {
        quiet(&format!("{sure} {rest}"));
    }
    quiet(&format!("if !sure {{ }} {sure}"));
    quiet(&format!("if x {{ {sure} }} if !sure {{ }}"));
    quiet(r#"let sure = f(!sure, ask_confirm!("?").await?);"#);
}

#[test]
fn a_capture_takes_one_expression() {
    says("capture!(let x = f());", "`let x = capture!(f());`");
    says("let x = capture!(f(); g());", "takes one expression");
    says("let x = capture!(|| f());", "`capture!(f())`");
    quiet("let x = capture!({ f(); g() });");
    quiet("let x = capture!(f(|| g()));");
}

#[test]
fn the_type_of_an_answer_is_one_type() {
    says(
        r#"let a = ask_elicit!(text, "?").await?;"#,
        "and `text` is none",
    );
    says(
        r#"let a = ask_elicit!(Form::default(), "?").await?;"#,
        "`ask_elicit!(Form, \"..\")`",
    );
    says(
        r#"let a = ask_elicit!(Result<Form, Refused>, "?").await?;"#,
        "awaits to a `Result`",
    );
    says(
        r#"let a = ask_elicit!(Form, Size, "?").await?;"#,
        "a second one",
    );
    for ty in ["bool", "usize", "f32", "i8", "char", "Size", "forms::Size"] {
        says(
            &format!(r#"ask_confirm!({ty}, "?").await?;"#),
            "`ask_confirm!(\"?\")`",
        );
    }
    for value in ["QUESTION", "Size::ALL", "text", "f1"] {
        says(
            &format!(r#"ask_confirm!({value}, "?").await?;"#),
            "string literal",
        );
    }
    for ty in ["usize", "char", "Plan"] {
        says(
            &format!(r#"let a = ask_sample!(max_tokens = 5, {ty}, "?").await?;"#),
            &format!("`ask_sample!({ty}, max_tokens = .., \"..\")`"),
        );
    }
    says(
        r#"let a = ask_elicit!(u8, min = 1, max = 5, "?").await?;"#,
        "`#[elicit(min = 1)]`",
    );
    quiet(r#"let a = ask_elicit!(forms::Form, "?").await?; let b = ask_elicit!(u8, "?").await?;"#);
    quiet(
        r#"let a = ask_elicit!(<T as X>::Form, "?").await?; let b = ask_elicit!(T, "?").await?;"#,
    );
}

#[test]
fn a_key_has_its_name() {
    says(
        r#"let a = capture!("seat", f());"#,
        r#"`capture!(key = "seat", f())`"#,
    );
    says(
        r#"part!("to", pick(x)).await?;"#,
        r#"`part!(key = "to", pick(x))`"#,
    );
    says(
        r#"ask_confirm!("sure", "Sure?").await?;"#,
        r#"`ask_confirm!(key = "sure", "Sure?")`"#,
    );
    quiet(r#"let a = capture!(("seat", f()));"#);
    says(
        r#"ask_confirm!("Sure of it?", "a").await?;"#,
        "no placeholder",
    );
}

#[test]
fn a_question_mark_needs_a_result_to_leave_with() {
    let found = |item: &str| reported(Attribute::Part, "", item);
    for item in [
        r#"async fn f() -> String { ask_confirm!("?").await?; g() }"#,
        "async fn f() -> Json<Order> { let x = capture!(g()?); Json(x) }",
        "async fn f() { g(h()?); }",
        r#"async fn f() -> (u8, u8) { println!("{}", g()?); (1, 2) }"#,
        r#"async fn f() -> Option<u8> { ask_confirm!("?").await?; Some(1) }"#,
        r#"async fn f() -> io::Result<u8> { ask_confirm!("?").await?; Ok(1) }"#,
        r#"async fn f() -> Result<u8, std::io::Error> { ask_confirm!("?").await?; Ok(1) }"#,
        r#"async fn f() -> Result<u8, &'static str> { ask_confirm!("?").await?; Ok(1) }"#,
        r#"async fn f() -> Result<u8, ()> { ask_confirm!("?").await?; Ok(1) }"#,
    ] {
        let found = found(item);
        assert!(
            found.len() == 1 && found[0].contains("-> Result<"),
            "{item}: {found:?}"
        );
    }
    for item in [
        "async fn f() -> Result<String> { g()? }",
        "async fn f() -> R { g()? }",
        "async fn f() -> io::Result<u8> { g()? }",
        r#"async fn f() -> crate::io::Result<u8> { ask_confirm!("?").await?; Ok(1) }"#,
        "async fn f() -> String { try_stream!(g()?) }",
        r#"async fn f() -> Result<u8, my::Error> { ask_confirm!("?").await?; Ok(1) }"#,
        r#"async fn f() -> my::Result<u8> { ask_confirm!("?").await?; Ok(1) }"#,
        "async fn f() -> String { g(|x| x?, async { y? }); fn h() -> R { i()? } j() }",
        "async fn f() -> Option<u8> { g()? }",
        "async fn f() -> String { g::<dyn X + ?Sized>() }",
    ] {
        assert_eq!(found(item), [""; 0], "{item}");
    }
}

#[test]
fn a_plain_function_is_told_of_no_error_of_the_sdk() {
    let says = |attribute, item: &str, error: &str| {
        let found = reported(attribute, "", item);
        let is_it = found
            .iter()
            .any(|text| text.contains(&format!(", {error}>`")));
        assert!(is_it, "{item}: {found:?}");
    };
    for (returned, end) in [
        ("String", "g()"),
        ("io::Result<u8>", "Ok(1)"),
        ("Result<u8, ()>", "Ok(1)"),
    ] {
        let item = format!(r#"async fn f() -> {returned} {{ ask_confirm!("?").await?; {end} }}"#);
        says(Attribute::Tool, &item, "Refused");
        says(Attribute::Part, &item, "Refused");
        says(Attribute::Tool, &format!("#[tool] {item}"), "ToolError");
        says(
            Attribute::Tool,
            &format!("#[rmcp::tool(name = \"a\")] {item}"),
            "ToolError",
        );
        says(Attribute::Prompt, &format!("#[prompt] {item}"), "ErrorData");
    }
}

#[test]
fn what_is_returned_needs_no_ok_where_no_result_is() {
    for (end, made) in [
        ("Ok(x)", "::core::convert::identity(x)"),
        ("Result::Ok(x)", ";::core::convert::identity(x)"),
        (
            "std::result::Result::Ok(x)",
            ";::core::convert::identity(x)",
        ),
        ("a.Ok(x)", "a.Ok(x)"),
        ("<R>::Ok(x)", "<R>::Ok(x)"),
        (
            "::core::result::Result::Ok(x)",
            "::core::result::Result::Ok(x)",
        ),
    ] {
        let item = format!(r#"async fn f() -> String {{ ask_confirm!("?").await?; {end} }}"#);
        let found = super::expanded(Attribute::Part, "", &item);
        assert!(found.contains(made), "{end}: {found}");
    }
}

#[test]
fn a_number_to_write_is_one_that_the_sample_takes() {
    for (value, text) in [
        ("0.0", "`max_tokens = 1`"),
        ("1.5", "`max_tokens = 2`"),
        ("\"200\"", "`max_tokens = 200`"),
        ("\"0\"", "`max_tokens = 1`"),
        ("\"-5\"", "`max_tokens = 1`"),
        ("\"1.5\"", "`max_tokens = 2`"),
        ("\"inf\"", "`max_tokens = 400`"),
    ] {
        let body = format!(r#"let a = ask_sample!(max_tokens = {value}, "?").await;"#);
        says(&body, text);
    }
    says(
        r#"let a = ask_sample!(temperature = "0.70", "?").await;"#,
        "`temperature = 0.70`",
    );
}

#[test]
fn what_runs_for_each_says_what_each_is_about() {
    for body in [
        r#"f.map(|_| ask_confirm!("Delete it?"));"#,
        r#"f.map(|(a, b)| async { ask_confirm!("Delete it?").await });"#,
        r#"f(async |x| ask_confirm!("Delete it?").await);"#,
        r#"while let Some(x) = it.next() { ask_confirm!("Delete it?").await?; }"#,
        r#"while let Some(x) = it.next().await { if x { ask_confirm!("Delete it?").await?; } }"#,
    ] {
        says(body, "asks the same in each");
    }
    for body in [
        r#"f.map(|x| ask_confirm!("Delete {x}?"));"#,
        r#"f.map(|x| ask_confirm!(of = x, "Delete it?"));"#,
        r#"retry(|| async { ask_confirm!("Delete it?").await });"#,
        r#"retry(3, | | async { ask_confirm!("Delete it?").await });"#,
        r#"while more { ask_confirm!("Delete it?").await?; }"#,
        r#"while let Ok(()) = ask_confirm!(key = "a", "More?").await { ask_confirm!("Delete it?").await?; }"#,
        r#"loop { ask_confirm!("Delete it?").await?; }"#,
    ] {
        quiet(body);
    }
    says(
        "while let Some(x) = it.next() { part!(review(x)).await?; }",
        "`part!(of = .., ..)`",
    );
}
