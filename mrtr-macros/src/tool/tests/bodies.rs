//! Where asks and captures may not stand, and what must be done with them.

use super::{mistake, mistakes, read_with, tokens};
use crate::errors::Errors;
use crate::tool::{Attribute, Options};

#[track_caller]
fn says(body: &str, text: &str) {
    let found = mistake(body);
    assert!(found.contains(text), "{body}: {found}");
}

#[track_caller]
fn is_fine(body: &str) {
    let found = mistakes(body);
    assert!(found.is_empty(), "{body}: {found:#?}");
}

#[test]
fn an_ask_in_a_nested_fn_has_no_flow() {
    says(
        r#"async fn sure() -> R { ask_confirm!("?").await }"#,
        "`ask_confirm!` stands in a nested `fn`",
    );
    says(
        r#"fn f<A, B>(a: A, b: B) where A: C, B: D { capture!(1); }"#,
        "`capture!` stands in a nested `fn`",
    );
    is_fine(r#"let f: fn(u8) -> u8 = g; ask_confirm!("?").await?;"#);
}

#[test]
fn an_ask_in_a_spawned_task_is_lost() {
    for spawn in [
        "tokio::spawn",
        "task::spawn_local",
        "set.spawn",
        "spawn_blocking",
        "std::thread::spawn",
    ] {
        says(
            &format!(r#"{spawn}(async move {{ ask_confirm!("?").await }});"#),
            "stands in a spawned task",
        );
    }
    says(
        "tokio::spawn(async move { part!(pick()).await });",
        "`part!` stands in a spawned task",
    );
    says(
        "tokio::spawn(async move { f(capture!(1)) });",
        "`capture!` stands in a spawned task",
    );
    is_fine(r#"let answer = ask_confirm!("?").await; tokio::spawn(async move { f(answer) });"#);
}

#[test]
fn an_ask_in_select_always_loses() {
    says(
        r#"tokio::select! { r = ask_confirm!("?") => { r?; } _ = f() => {} }"#,
        "stands in `select!`",
    );
    says(
        r#"futures::select_biased! { r = ask_confirm!("?") => {} }"#,
        "stands in `select!`",
    );
    is_fine("tokio::select! { r = f() => { g(capture!(r)) } _ = h() => {} }");
}

#[test]
fn an_ask_in_a_race_loses_until_it_is_answered() {
    for race in ["select", "futures::future::select", "race", "select_ok"] {
        says(
            &format!(r#"{race}(Box::pin(ask_confirm!("?")), timer).await;"#),
            "where what it races with would win",
        );
    }
    is_fine(r#"select(ask_elicit!(F, "?").await?, timer).await;"#);
    is_fine(r#"let x = self.db.select(ask_elicit!(F, "?")).await?;"#);
    is_fine("let x = select(capture!(f()), timer).await;");
}

#[test]
fn an_ask_in_a_capture_would_be_skipped() {
    says(
        r#"let plan = capture!({ let a = ask_elicit!(F, "?").await?; f(a) });"#,
        "stands in a `capture!`",
    );
    says(
        "let plan = capture!(part!(self.pick()).await?);",
        "`part!` stands in a `capture!`",
    );
    says(
        "let plan = capture!(f(capture!(g())));",
        "stands in another `capture!`",
    );
    is_fine(r#"let x = ask_elicit!(F, about = capture!(f()), "?").await?;"#);
}

#[test]
fn block_on_would_hang() {
    says(
        r#"let ok = futures::executor::block_on(ask_confirm!("?"))?;"#,
        "`block_on` waits on this thread",
    );
    is_fine("let x = runtime.block_on(async { capture!(f()) });");
}

#[test]
fn an_ask_that_is_never_awaited_asks_nothing() {
    says(
        r#"ask_confirm!("Delete?"); delete().await;"#,
        "is never awaited, so nothing is asked",
    );
    says(
        r#"f(); mrtr_runtime::ask_elicit!(F, "?");"#,
        "is never awaited",
    );
    says(r#"if x { f() } ask_confirm!("?");"#, "is never awaited");
    says("part!(self.pick());", "nothing in it runs");
    is_fine(r#"capture!(send().await);"#);
    is_fine(r#"let ask = ask_confirm!("?"); ask.await?;"#);
    is_fine(r#"ask_confirm!("?").await?;"#);
    is_fine(r#"match x { A => ask_confirm!("?"), B => f() }.await?;"#);
}

#[test]
fn a_confirmation_is_no_condition() {
    says(
        r#"if ask_confirm!("?") { f() }"#,
        "must be awaited, and only \"yes\" goes on",
    );
    is_fine(r#"if ask_confirm!("?").await.is_ok() { f() }"#);
}

#[test]
fn a_question_is_not_yet_its_answer() {
    for body in [
        r#"match ask_confirm!("?") { Ok(()) => f(), Err(_) => g() }"#,
        r#"if let Ok(x) = ask_elicit!(F, "?") { f(x) }"#,
        r#"while let Err(_) = mrtr_runtime::ask_confirm!("?") { f() }"#,
        r#"let Ok(x) = ask_pick!(&files, "?") else { return g() };"#,
    ] {
        says(body, "is a question and not yet its answer");
    }
    is_fine(r#"match ask_confirm!("?").await { Ok(()) => f(), Err(_) => g() }"#);
    is_fine(r#"if let Ok(x) = ask_elicit!(F, "?").await { f(x) }"#);
    is_fine("match capture!(f()) { Ok(x) => g(x), Err(_) => h() }");
}

#[test]
fn a_refusal_is_no_panic() {
    says(
        r#"let x = ask_elicit!(F, "?").await.unwrap();"#,
        "`.unwrap()` turns a declined question into a panic",
    );
    says(
        r#"let x = ask_confirm!("?").await.expect("yes");"#,
        "`.expect()` turns",
    );
    is_fine(r#"let x = ask_elicit!(F, "?").await.unwrap_or_default();"#);
}

#[test]
fn what_a_model_wrote_is_read_before_it_can_fail() {
    let no_result = "is no `Result`";
    says(r#"let x = ask_sample!("?").await?;"#, no_result);
    says(
        r#"let x = f(ask_sample!(max_tokens = 9, "?").await?);"#,
        no_result,
    );
    says(
        "for root in ask_roots!().await? { f(root) }",
        "take the `?` away",
    );
    is_fine(r#"let x = ask_sample!("?").await.text()?;"#);
    is_fine(r#"let x: Plan = ask_sample!(Plan, "?").await?;"#);
    is_fine(r#"let x = ask_elicit!(F, "?").await?;"#);
}

#[test]
fn a_capture_that_runs_again_says_of_what() {
    says(
        "for r in &rows { let sent = capture!(mail(r).await); }",
        "once for each turn of the loop",
    );
    says(
        "while go { f(capture!(g())); }",
        "once for each turn of the loop",
    );
    says(
        "while capture!(go()) { f(); }",
        "once for each turn of the loop",
    );
    says(
        "loop { f(capture!(g())); }",
        "once for each turn of the loop",
    );
    says(
        "let x = rows.iter().map(|r| capture!(f(r)));",
        "once for each call of the closure",
    );
    says(
        "let x = rows.iter().map(async |r| capture!(f(r)));",
        "once for each call of the closure",
    );
    says(
        "let x = f.map(move || async move { capture!(f()) });",
        "once for each call of the closure",
    );
    is_fine("for r in &rows { let sent = capture!(of = r.id, mail(r).await); }");
    is_fine("for r in capture!(rows()) { f(r); }");
    is_fine("let x = a | capture!(b); let y = a || capture!(c);");
    is_fine("let x: Box<dyn for<'a> Fn(&'a u8)> = f; { g(capture!(1)) }");
}

#[test]
fn an_ask_in_a_for_loop_says_of_what() {
    says(
        r#"for f in &files { ask_confirm!("Sure?").await?; }"#,
        "asks the same in each turn",
    );
    says(
        r#"for f in &files { if x { ask_sample!("Sum it up").await; } }"#,
        "asks the same in each turn",
    );
    is_fine(r#"for f in &files { ask_confirm!("Delete {f}?").await?; }"#);
    is_fine(r#"for f in &files { ask_confirm!("Delete {}?", f).await?; }"#);
    is_fine(r#"for f in &files { ask_confirm!(of = f, "Sure?").await?; }"#);
    is_fine(r#"loop { let more = ask_elicit!(bool, "More?").await?; }"#);
    is_fine(r#"for f in &files { ask_roots!().await; }"#);
    is_fine(r#"for f in ask_elicit!(F, "Which?").await? { g(f) }"#);
}

#[test]
fn the_mistakes_of_one_body_are_reported_together() {
    let body = r#"ask_confirm!(""); ask_confirm!("").await?; ask_elicit!(F, kye = 1, "?").await?;"#;
    assert_eq!(mistakes(body).len(), 3);
}

#[test]
fn unsolicited_goes_with_one_form_and_nothing_else() {
    let count_of = |options: &str, body: &str| {
        let errors = Errors::new();
        let options = Options::read(Attribute::Tool, tokens(options), &errors);
        errors.finish().unwrap();
        read_with(options, body).1.len()
    };
    let count = |body: &str| count_of("unsolicited", body);
    let one = r#"let x = ask_elicit!(F, "?").await?;"#;
    assert_eq!(count(one), 0);
    assert_eq!(count_of("unsolicited, single_use", one), 1);
    assert_eq!(count(r#"ask_confirm!("?").await?;"#), 1);
    assert_eq!(
        count(r#"let x = ask_elicit!(F, "?").await?; let y = ask_elicit!(F, "?").await?;"#),
        1
    );
    assert_eq!(
        count(r#"let x = ask_elicit!(F, "?").await?; let y = capture!(f());"#),
        1
    );
    assert_eq!(count("part!(self.pick()).await?;"), 1);
}

#[test]
fn a_jump_out_of_until_would_leave_a_loop_of_ours() {
    let until = |until: &str| {
        format!(r#"for a in all {{ ask_url!(url, of = a, until = {until}, "Pay").await?; }}"#)
    };
    for (body, word) in [
        (
            "match look().await { Some(x) => Some(x), None => continue }",
            "continue",
        ),
        (
            "if late() { break Err(gone()) } else { look().await }",
            "break",
        ),
        (
            "{ let Some(x) = look() else { continue }; Some(x) }",
            "continue",
        ),
        (
            "{ for b in match list() { Some(b) => b, None => break } { see(b); } None }",
            "break",
        ),
        (
            "tokio::select! { x = look() => x, () = late() => continue }",
            "continue",
        ),
        (
            "matches!(look(), Some(_) if { break }).then_some(())",
            "break",
        ),
    ] {
        let until = until(body);
        let found = mistakes(&until);
        let says = format!("`{word}` in `until` does not reach a loop around the ask");
        assert!(
            found.len() == 1 && found[0].contains(&says),
            "{until}: {found:?}"
        );
    }
    for body in [
        "{ for x in list() { if x.is_done() { break } else { continue } } None }",
        "loop { if let Some(x) = look().await { break Some(x) } }",
        "{ while let Some(x) = next() { if x.ends() { break; } } None }",
        "'look: { if late() { break 'look None; } look() }",
        "async { loop { break look() } }.await",
        "list().iter().find(|x| loop { break x.is_done() })",
        "list!(for x in y { if x { break } })",
        "look(\"continue\", self.r#break)",
        "list().iter().find(|x| { if x.is_late() { return false } x.is_done() })",
        "async { if late() { return None } look().await }.await",
    ] {
        let until = until(body);
        is_fine(&until);
    }
}

#[test]
fn a_return_in_until_would_end_the_ask_alone() {
    for until in [
        "match look().await { Some(x) => Some(x), None => return Ok(late()) }",
        "{ for x in list() { if x.is_gone() { return Err(gone()) } } look() }",
        "loop { if late() { return Ok(7) } break look() }",
        "{ while look_again() { f!({ return Ok(7) }) } look() }",
    ] {
        says(
            &format!(r#"ask_url!(url, until = {until}, "Pay").await?;"#),
            "`return` in `until` ends the ask and not this function",
        );
    }
}

#[test]
fn nothing_is_asked_or_captured_in_what_checks_a_value() {
    for inner in [
        r#"ask_confirm!("Take it?")"#,
        "part!(pick())",
        "capture!(now())",
    ] {
        for check in [
            format!("|plan| {{ {inner}; Ok(()) }}"),
            format!("|plan: &Plan| see(plan, {inner})"),
        ] {
            let found = mistakes(&format!(
                r#"ask_sample!(Plan, check = {check}, "Go").await?;"#
            ));
            assert!(found[0].contains("stands in `check`"), "{check}: {found:?}");
        }
    }
    let fine = r#"ask_sample!(Plan, check = |plan| short(plan), "Go").await?;"#;
    assert_eq!(mistakes(fine), [""; 0]);
}

#[test]
fn a_closure_in_an_ask_may_take_what_is_called_as_its_answer() {
    for ask in [
        r#"let plan = ask_sample!(Plan, check = |plan| short(plan), "Go"); see(plan.await?);"#,
        r#"let plan = ask_sample!(Plan, check = |plan| match plan { plan => short(plan) }, "Go"); see(plan.await?);"#,
        r#"let call = ask_sample!(tools = t, run = |call| search(call), "Go"); see(call.await.text());"#,
        r#"let call = ask_sample!(tools = t, run = async |call: ToolUse| search(1, call), "Go"); see(call.await.text());"#,
    ] {
        assert_eq!(mistakes(ask), [""; 0], "{ask}");
    }
    let spawned = r#"let sure = ask_confirm!("Go?"); let said = ask_sample!(tools = t, run = |call| search(call, sure), "Go"); see(said.await.text());"#;
    assert!(mistakes(spawned)[0].contains("`run`"));
}

#[test]
fn what_no_type_is_read_for_is_not_checked() {
    for options in ["", "tools = tools, run = run, "] {
        let ask = format!(r#"ask_sample!(check = short, {options}"Go").await.text()?;"#);
        let found = mistakes(&ask);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("has no type"), "{found:?}");
    }
}

#[test]
fn nothing_is_asked_or_captured_in_what_runs_a_tool() {
    let run = |run: &str| format!(r#"ask_sample!(tools = tools, run = {run}, "Go").await;"#);
    for ask in [
        r#"ask_confirm!("Search?").await"#,
        r#"ask_elicit!(String, "Which?").await"#,
        r#"ask_sample!("Which?").await"#,
        r#"part!(pick()).await"#,
        r#"tokio::join!(ask_confirm!("Search?"), wait())"#,
    ] {
        for body in [
            format!("|call| async move {{ {ask} }}"),
            format!("async |call: ToolUse| {{ see(call); {ask} }}"),
        ] {
            let found = mistakes(&run(&body));
            let is_told = |text: &String| text.contains("nobody can be asked in it");
            assert!(
                found.len() == 1 && found.iter().all(is_told),
                "{body}: {found:?}"
            );
        }
    }
    says(
        &run("|call| async move { capture!(search(call).await) }"),
        "stands in `run`, which is a capture as a whole",
    );
    is_fine(&run("|call| async move { search(call).await }"));
    is_fine(&run("search"));
}
