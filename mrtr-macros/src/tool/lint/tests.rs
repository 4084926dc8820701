#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]
use super::*;
use quote::quote;

/// The warnings about a handler with this body, and the errors.
pub(super) fn checked(options: &str, body: &str) -> (Vec<Warning>, Vec<String>) {
    checked_as(Attribute::Tool, options, body)
}

fn checked_as(attribute: Attribute, options: &str, body: &str) -> (Vec<Warning>, Vec<String>) {
    let errors = Errors::new();
    let options = Options::read(attribute, options.parse().unwrap(), &errors);
    let text = format!(
        "async fn pay(&self, flow: Flow, counts: HashMap<String, u32>, seen: &HashSet<u32>) -> R {{ {body} }}"
    );
    let item: FnItem = syn::parse_str(&text).unwrap();
    block.parse2(item.body.stream()).expect(body);
    let warnings = super::body(&item, &options, &errors);
    let errors = errors.finish().err().into_iter().flatten();
    (warnings, errors.map(|error| error.to_string()).collect())
}

/// The one warning about this body.
pub(super) fn warning(body: &str) -> String {
    let (warnings, errors) = checked("", body);
    assert!(errors.is_empty(), "{errors:?}");
    let [Warning { headline, text, .. }] = &warnings[..] else {
        panic!("not one warning: {body}: {warnings:?}");
    };
    format!("{headline}: {text}")
}

pub(super) fn accepts(body: &str) {
    let (warnings, errors) = checked("", body);
    assert!(warnings.is_empty(), "{body}: {warnings:?}");
    assert!(errors.is_empty(), "{body}: {errors:?}");
}

fn warns(body: &str, headline: &str) {
    let text = warning(body);
    assert!(text.starts_with(headline), "{body}: {text}");
}

fn strict_errors(body: &str) -> usize {
    let (_, errors) = checked("strict", body);
    errors.len()
}

#[test]
fn each_warning_says_how_to_silence_it_and_that_does() {
    let body =
        "ask_confirm!(\"It is {}.\", Utc::now()).await?; let _ = ask_confirm!(\"Go?\").await;";
    let (warnings, _) = checked("", body);
    assert_eq!(warnings.len(), 2);
    assert!(
        warnings[0]
            .text
            .ends_with("If it is meant: `#[mrtr_tool(allow(clock))]`")
    );
    let (warnings, errors) = checked("allow(clock, ignored_refusal)", body);
    assert!(warnings.is_empty() && errors.is_empty());
    let (warnings, _) = checked("allow(random)", body);
    assert_eq!(warnings.len(), 2);
}

#[test]
fn an_unknown_warning_cannot_be_allowed() {
    let errors = |options| checked(options, "").1;
    assert_eq!(
        errors("allow(clok)"),
        ["there is no warning `clok` to allow; did you mean `clock`?"]
    );
    let found = errors("allow(unused_variables, env)");
    assert_eq!(found.len(), 1);
    assert!(
        found[0].contains("there are `clock`, `random`"),
        "{found:?}"
    );
    for (wrong, right) in [
        ("allow()", "allow(clock, random)"),
        ("allow", "allow(clock, random)"),
        ("allow(\"env\")", "allow(env)"),
        ("allow = env", "allow(env)"),
        ("allow = [env, clock]", "allow(env , clock)"),
    ] {
        assert_eq!(
            errors(wrong),
            [format!("write what may be used: `{right}`")]
        );
    }
}

#[test]
fn a_timeout_around_an_ask_alone_never_fires() {
    warns(
        "let a = tokio::time::timeout(MINUTE, ask_confirm!(\"Sure?\")).await??;",
        "timeout_around_ask",
    );
    warns(
        "timeout(MINUTE, Box::pin(ask_elicit!(F, \"Which?\"))).await??.a",
        "timeout_around_ask",
    );
    warns(
        "timeout(MINUTE, async { ask_confirm!(\"Sure?\").await }).await??",
        "timeout_around_ask",
    );
    warns(
        "ask_confirm!(\"Sure?\").timeout(MINUTE).await??",
        "timeout_around_ask",
    );
    accepts("let a = timeout(MINUTE, self.load()).await?; ask_confirm!(\"{a}?\").await?;");
    accepts(
        "timeout(MINUTE, async { let a = self.load().await?; ask_confirm!(\"{a}?\").await }).await?",
    );
}

#[test]
fn a_timeout_around_a_page_is_said_to_end_the_wait_alone() {
    let page = "timeout(MINUTE, ask_url!(url, until = paid(), \"Pay\")).await??";
    let text = warning(page);
    assert!(
        text.starts_with("timeout_around_ask") && text.contains("held open"),
        "{text}"
    );
    assert!(!text.contains("never fires"), "{text}");
    assert!(warning("timeout(MINUTE, ask_confirm!(\"Go?\")).await??").contains("never fires"));
}

#[test]
fn an_ask_in_a_guard_may_be_put_twice() {
    warns(
        "match n { n if ask_confirm!(\"Really {n}?\").await.is_ok() => {} _ => {} }",
        "ask_in_guard",
    );
    accepts("match n { n if n > 3 => ask_confirm!(\"Really {n}?\").await?, _ => {} }");
}

#[test]
fn a_form_is_filled_in_for_something() {
    warns(
        "ask_elicit!(F, \"Which?\").await?; ok()",
        "answer_without_use",
    );
    warns(
        "ask_pick!(&files, \"Which?\").await?; ok()",
        "answer_without_use",
    );
    accepts("ask_confirm!(\"Go?\").await?; ok()");
    accepts("let a = ask_elicit!(F, \"Which?\").await?; a.b");
    accepts("use_it(ask_elicit!(F, \"Which?\").await?);");
    accepts("ask_elicit!(F, \"Which?\").await");
}

#[test]
fn a_sample_is_written_and_roots_are_told_for_something() {
    for body in [
        "ask_sample!(\"Sum it up.\").await;",
        "ask_sample!(Plan, \"Plan it.\").await?;",
        "ask_roots!().await;",
    ] {
        warns(body, "answer_without_use");
    }
    accepts(
        "let sample = ask_sample!(\"Sum it up.\").await; let roots = ask_roots!().await; Ok((sample, roots))",
    );
}

#[test]
fn a_page_of_this_machine_is_for_a_user_at_it() {
    for host in ["localhost", "localhost:8080", "127.0.0.1", "[::1]:80"] {
        let body =
            format!("ask_url!(\"http://{host}/pay\", until = self.paid().await, \"Pay\").await?;");
        warns(&body, "page_of_this_machine");
    }
    accepts("ask_url!(\"https://pay.example/\", until = self.paid().await, \"Pay\").await?;");
    accepts("ask_url!(page, until = self.paid().await, \"Pay\").await?;");
}

fn panics(body: &str) -> usize {
    let (_, errors) = checked("", body);
    for error in &errors {
        assert!(error.contains("turns a declined"), "{body}: {error}");
    }
    errors.len()
}

#[test]
fn a_refusal_is_no_panic() {
    for body in [
        "let a = ask_pick!(&a, \"Which?\").await.ok().expect(\"one\");",
        "let a = ask_pick!(&a, \"Which?\").await.map(f).map_err(g).unwrap();",
        "let a = ask_confirm!(\"Go?\"); let a = a.await; a.unwrap();",
        "let (a, b) = join!(ask_confirm!(\"A?\"), sleep()); a.unwrap(); b.unwrap();",
        "let both = try_join!(ask_confirm!(\"A?\"), ask_confirm!(\"B?\")).unwrap();",
        "if let Ok(a) = ask_elicit!(String, \"Who?\").await { f(a) } else { panic!() }",
        "match ask_confirm!(\"Go?\").await { Ok(()) => {} _ => { unreachable!() } }",
        "let a = ask_pick!(&a, \"Which?\").await; let a = a.unwrap(); f(a); g(a);",
        "if let None = ask_confirm!(\"Go?\").await.ok() { panic!() }",
        "let (.., b) = join!(sleep(), ask_confirm!(\"B?\")); b.unwrap();",
        "if go { ask_confirm!(\"Go?\").await.inspect_err(log).unwrap() }",
    ] {
        assert_eq!(panics(body), 1, "{body}");
    }
}

#[test]
fn a_panic_over_something_else_is_the_authors() {
    for body in [
        "let a = ask_pick!(&a, \"Which?\").await?.parse().unwrap();",
        "let a = ask_pick!(&a, \"Which?\").await; let a = find(a); a.unwrap();",
        "let a = Some(3); { let a = ask_confirm!(\"Go?\").await; log(&a); } a.unwrap();",
        "let a = ask_confirm!(\"Go?\").await; let f = |a: Option<u8>| a.unwrap(); a?;",
        "let mut a = ask_confirm!(\"Go?\").await; a = Ok(()); a.unwrap();",
        "let a = ask_confirm!(\"Go?\").await; match find() { Some(a) => a.unwrap(), None => a? }",
        "let (a, b) = join!(sleep(), ask_confirm!(\"B?\")); a.unwrap(); b?;",
        "match ask_elicit!(u8, \"How many?\").await { Ok(a @ 0..9) => a, Err(no) => return Err(no), _ => unreachable!() };",
        "let Some(a) = ask_elicit!(Option<u8>, \"How many?\").await? else { panic!() };",
        "let a = ask_confirm!(\"Go?\").await; if a.is_err() { return ok(); } a.unwrap();",
        "let a = ask_confirm!(\"Go?\").await; if a.is_ok() && a.as_ref().unwrap().sure { go() }",
        "let mut a = ask_confirm!(\"Go?\").await; while a.is_err() { a = f(); } a.unwrap();",
        "let Err(no) = ask_confirm!(\"Go?\").await else { unreachable!() };",
        "if let None = ask_confirm!(\"Go?\").await.ok() { go() } else { unreachable!() }",
        "match ask_confirm!(\"Go?\").await { Ok(()) => go(), no @ Err(_) => stop(no), _ => unreachable!() }",
        "let (.., a) = join!(ask_confirm!(\"A?\"), ask_confirm!(\"B?\"), fetch()); a.unwrap();",
        "match ask_confirm!(\"Go?\").await { Ok(()) => go(), Err(_) => todo!() }",
        "let a = part!(pick()).await.unwrap();",
    ] {
        assert_eq!(panics(body), 0, "{body}");
    }
}

#[test]
fn a_refusal_is_not_ignored() {
    for body in [
        "let _ = ask_elicit!(F, \"Which?\").await;",
        "let _ = ask_confirm!(\"Go?\").await;",
        "drop(ask_confirm!(\"Go?\").await);",
        "ask_confirm!(\"Go?\").await.ok();",
        "_ = ask_confirm!(\"Go?\").await;",
        "let _: Result<(), Refused> = ask_confirm!(\"Go?\").await;",
    ] {
        warns(body, "ignored_refusal");
    }
    warns(
        "ask_confirm!(\"{}?\", { drop(ask_confirm!(\"Go?\").await); 1 }).await?;",
        "ignored_refusal",
    );
    accepts("let _ = ask_confirm!(\"Go?\").await?;");
    accepts("let agreed = ask_confirm!(\"Go?\").await.is_ok();");
    accepts("let _ = self.log().await;");
}

#[test]
fn a_refusal_under_a_name_that_is_not_used_is_ignored() {
    for body in [
        "let _answer = ask_confirm!(\"Go?\").await;",
        "let _answer: Result<(), Refused> = ask_confirm!(\"Go?\").await;",
        "let _no = ask_confirm!(\"Go?\").await.is_err();",
        "let _ = ask_confirm!(\"Go?\").await.is_ok();",
        "let (a, _b) = join!(self.load(), ask_confirm!(\"Go?\"));",
        "match ask_confirm!(\"Go?\").await { _ => self.act().await }",
        "match ask_confirm!(\"Go?\").await { _sure => self.act().await }",
        "let asks: Vec<_> = fs.iter().map(|f| ask_confirm!(of = f, \"{f}?\")).collect(); join_all(asks).await;",
        "let asks = fs.iter().map(|f| ask_confirm!(of = f, \"{f}?\")); let _ = join_all(asks).await;",
    ] {
        warns(body, "ignored_refusal");
    }
}

#[test]
fn a_refusal_that_is_only_logged_is_ignored() {
    for body in [
        "if let Err(no) = ask_confirm!(\"Go?\").await { eprintln!(\"{no}\"); } act()",
        "if let Err(_) = ask_confirm!(\"Go?\").await {} act()",
        "for f in fs { if let Err(no) = ask_confirm!(of = f, \"Go?\").await { tracing::warn!(%no) } rm(f); }",
        "match ask_confirm!(\"Go?\").await { Ok(()) => {} Err(no) => warn!(\"{no}\"), } act()",
        "match ask_confirm!(\"Go?\").await { Ok(_) => (), _ => { info!(\"no\"); } } act()",
        "let _ = ask_confirm!(\"Go?\").await.map_err(|no| eprintln!(\"{no}\"));",
        "let _ = ask_confirm!(\"Go?\").await.inspect_err(|no| log(no)).is_ok();",
    ] {
        warns(body, "ignored_refusal");
    }
    for body in [
        "if let Err(no) = ask_confirm!(\"Go?\").await { eprintln!(\"{no}\"); return ok(); } act()",
        "if let Err(no) = ask_confirm!(\"Go?\").await { keep = false; } act(keep)",
        "if let Err(no) = ask_confirm!(\"Go?\").await { warn!(\"{no}\") } else { act() } done()",
        "if let Err(no) = ask_confirm!(\"Go?\").await { warn!(\"{no}\") }",
        "if let Ok(()) = ask_confirm!(\"Go?\").await { act() } done()",
        "match ask_confirm!(\"Go?\").await { Ok(()) => act(), Err(no) => warn!(\"{no}\"), } done()",
        "match ask_confirm!(\"Go?\").await { Ok(()) => {} Err(no) => bail!(\"{no}\"), } act()",
        "let done = ask_confirm!(\"Go?\").await.map_err(|no| eprintln!(\"{no}\"));",
    ] {
        accepts(body);
    }
}

#[test]
fn a_refusal_under_a_name_that_is_used_is_no_warning() {
    for body in [
        "let _answer = ask_confirm!(\"Go?\").await; if _answer.is_ok() { go() }",
        "let _answer = ask_confirm!(\"Go?\").await; info!(\"{_answer:?}\");",
        "let _answer = ask_confirm!(\"Go?\").await?;",
        "let _all = ask_confirm!(\"All?\").await.is_ok(); if _all { go() }",
        "match ask_confirm!(\"Go?\").await { Ok(()) => go(), _ => {} }",
        "match ask_confirm!(\"Go?\").await { sure => self.act(sure).await }",
        "match ask_confirm!(\"Go?\").await? { _ => go() }",
        "let asks = fs.iter().map(|f| ask_confirm!(of = f, \"{f}?\")); let all = join_all(asks).await;",
        "let asks = fs.iter().map(|f| async { ask_confirm!(of = f, \"{f}?\").await.is_ok() }); join_all(asks).await;",
        "let asks = fs.iter().map(|f| ask_confirm!(of = f, \"{f}?\")); let asks = looked_at(asks); join_all(asks).await;",
        "let x = ask_confirm!(\"Go?\"); let asks = self.tasks(); join_all(asks).await; x.await?;",
    ] {
        accepts(body);
    }
}

#[test]
fn a_refusal_is_not_ignored_among_others() {
    for body in [
        "let (_, b) = tokio::join!(ask_confirm!(\"Go?\"), ask_elicit!(F, \"Which?\"));",
        "let (a, _) = join!(self.load(), ask_confirm!(\"Go?\"));",
        "let (a, _) = join!(self.load(), async { self.note(); ask_confirm!(\"Go?\").await });",
        "let (a, ..) = join!(self.load(), ask_confirm!(\"Go?\"), self.more());",
        "let (.., b) = join!(ask_confirm!(\"Go?\"), self.more(), self.load());",
        "let ((a, _), b) = (join!(self.load(), ask_confirm!(\"Go?\")), 1);",
        "(a, _) = join!(self.load(), ask_confirm!(\"Go?\"));",
        "let (a, _) = (1, ask_confirm!(\"Go?\").await);",
        "let _ = tokio::join!(self.load(), ask_confirm!(\"Go?\"));",
        "tokio::join!(self.load(), ask_confirm!(\"Go?\"));",
        "let _ = tokio::try_join!(ask_confirm!(\"Go?\"), ask_confirm!(\"On?\"));",
        "drop(tokio::join!(self.load(), ask_confirm!(\"Go?\")));",
        "join_all(files.iter().map(|f| ask_confirm!(of = f, \"Delete {f}?\"))).await;",
        "let _ = join_all(files.iter().map(|f| ask_confirm!(of = f, \"Delete {f}?\"))).await;",
    ] {
        warns(body, "ignored_refusal");
    }
    let both = "tokio::join!(ask_confirm!(\"Go?\"), ask_confirm!(\"On?\"));";
    assert_eq!(checked("", both).0.len(), 2);
}

#[test]
fn a_refusal_that_is_looked_at_among_others_is_no_warning() {
    for body in [
        "let (a, b) = tokio::join!(ask_confirm!(\"Go?\"), ask_elicit!(F, \"Which?\"));",
        "let (_, b) = tokio::try_join!(ask_confirm!(\"Go?\"), ask_elicit!(F, \"Which?\"))?;",
        "let (_, b) = tokio::join!(self.load(), ask_confirm!(\"Go?\"));",
        "let (_, b) = tokio::join!(part!(self.pick()), ask_confirm!(\"Go?\"));",
        "let (_, b) = tokio::join!(async { ask_confirm!(\"Go?\").await.is_ok() }, self.load());",
        "let (Ok(()), b) = tokio::join!(ask_confirm!(\"Go?\"), self.load()) else { return ok() };",
        "let (.., b) = tokio::join!(self.load(), ask_confirm!(\"Go?\"));",
        "let _ = tokio::join!(ask_sample!(\"Sum up\"), self.load());",
        "let _ = tokio::try_join!(ask_confirm!(\"Go?\"), self.load())?;",
        "let all = join_all(files.iter().map(|f| ask_confirm!(of = f, \"Delete {f}?\"))).await;",
        "join_all(files.iter().map(|f| async { if ask_confirm!(of = f, \"{f}?\").await.is_ok() { rm(f) } })).await;",
        "try_join_all(files.iter().map(|f| ask_confirm!(of = f, \"Delete {f}?\"))).await?;",
        "vec![ask_confirm!(\"Go?\")];",
    ] {
        accepts(body);
    }
}

#[test]
fn a_refusal_in_a_part_is_one_too() {
    for body in [
        "let _ = part!(self.pick()).await;",
        "let _done = part!(self.pick()).await;",
        "part!(self.pick()).await.ok();",
    ] {
        warns(body, "ignored_refusal");
    }
    accepts("part!(self.pick()).await.unwrap();");
    accepts("let done = part!(self.pick()).await;");
    accepts("part!(self.pick()).await;");
}

#[test]
fn a_default_does_not_stand_for_an_answer() {
    warns(
        "let f: F = ask_elicit!(F, \"Which?\").await.unwrap_or_default();",
        "default_answer",
    );
    warns(
        "ask_confirm!(\"Go?\").await.unwrap_or_default();",
        "default_answer",
    );
    warns(
        "ask_confirm!(\"Go?\").await.unwrap_or(());",
        "default_answer",
    );
    for yes in [
        ".or(Ok(()))?",
        ".or_else(|_| Ok(()))?",
        ".or_else(|_| { Ok::<(), E>(()) })?",
        ".unwrap_or_else(|_| ())",
        ".unwrap_or_else(|_| {})",
    ] {
        let body = format!("ask_confirm!(\"Go?\").await{yes};");
        warns(&body, "default_answer");
    }
    for other in [
        ".or(Err(E))?",
        ".or_else(|e| log(e))?",
        ".or_else(|e| { log(e); Ok(()) })?",
    ] {
        accepts(&format!("ask_confirm!(\"Go?\").await{other};"));
    }
    accepts("let all = ask_elicit!(bool, \"All?\").await.unwrap_or_default();");
    accepts("let all = ask_elicit!(Option<String>, \"Note?\").await.unwrap_or_default();");
    accepts("let all = ask_pick!(&files, several = .., \"Which?\").await.unwrap_or_default();");
    accepts("let f = ask_elicit!(F, \"Which?\").await.unwrap_or(F::none());");
    for default in [
        "unwrap_or(F::default())",
        "unwrap_or(Default::default())",
        "unwrap_or_else(|_| F::default())",
        "unwrap_or_else(|_| { <F as Default>::default() })",
    ] {
        let body = format!("let f = ask_elicit!(F, \"Which?\").await.{default};");
        warns(&body, "default_answer");
    }
    warns(
        "ask_confirm!(\"Go?\").await.unwrap_or(Default::default());",
        "default_answer",
    );
    accepts("let f = ask_elicit!(F, \"Which?\").await.unwrap_or_else(|_| F::of(saved));");
}

#[test]
fn a_message_over_a_text_field_asks_for_no_secret() {
    warns(
        "let a = ask_elicit!(String, \"Paste your GitHub token\").await?;",
        "secret_in_form",
    );
    warns(
        "let a = ask_elicit!(Option<String>, \"Your password, please\").await?;",
        "secret_in_form",
    );
    warns(
        "let a = ask_elicit!(String, title = \"API key\", \"Which?\").await?;",
        "secret_in_form",
    );
    warns(
        "let a = ask_elicit!(u32, \"Your PIN?\").await?;",
        "secret_in_form",
    );
    accepts("let a = ask_elicit!(u32, \"How many PINs?\").await?;");
    accepts("let a = ask_elicit!(u32, \"Token budget for the password manager?\").await?;");
    accepts("let a = ask_elicit!(bool, \"Rotate the password?\").await?;");
    accepts("let a = ask_elicit!(String, \"Name of the token?\").await?;");
    accepts("ask_confirm!(\"Delete the API key?\").await?;");
}

#[test]
fn questions_fit_into_the_requests_of_a_flow() {
    let asks = |number: usize| "ask_confirm!(\"Go?\").await?;".repeat(number);
    accepts(&asks(7));
    let text = warning(&asks(9));
    assert!(
        text.starts_with(
            "many_asks: 9 questions one after another need 10 requests; the limit is 8"
        ),
        "{text}"
    );
    let (warnings, _) = checked("max_requests = 10", &asks(9));
    assert!(warnings.is_empty());
    let (warnings, _) = checked("max_requests = 3", &asks(3));
    assert_eq!(warnings.len(), 1);
    let joined = "let (a, b) = tokio::join!(ask_confirm!(\"Go?\"), ask_confirm!(\"On?\"));";
    accepts(&format!("{joined}{}", asks(6)));
    accepts(&format!(
        "if hurried {{ {} }} else {{ {} }}",
        asks(5),
        asks(5)
    ));
    accepts(&format!("loop {{ {} }}", asks(9)));
}

#[test]
fn strict_lets_what_is_recorded_or_looked_at_again_await() {
    for ask in [
        "ask_sample!(tools = t, run = |call| async move { self.search(call).await }, \"Search\").await",
        "ask_sample!(Plan, tools = t, run = async |call| self.search(call).await, \"Search\").await?",
        "ask_url!(url, until = self.paid().await?, \"Pay\").await?",
    ] {
        assert_eq!(
            strict_errors(&format!("let a = {ask}; ask_confirm!(\"{{a}}?\").await?;")),
            0
        );
        let both = format!("let b = self.load().await; let a = {ask};");
        assert_eq!(strict_errors(&both), 1, "{both}");
    }
}

#[test]
fn strict_knows_that_an_ask_or_its_value_is_awaited_and_never_both() {
    let ask = "let a = ask_elicit!(F, or = self.usual().await?, \"Which?\").await?;";
    assert_eq!(strict_errors(ask), 0);
    let one_more = format!("{ask} ask_confirm!(\"{{a}}?\").await?;");
    assert_eq!(strict_errors(&one_more), 1, "this ask follows the value");
    let ends = "let a = ask_elicit!(F, or = return self.usual().await, \"Which?\").await?;";
    let one_more = format!("{ends} ask_confirm!(\"{{a}}?\").await?;");
    assert_eq!(strict_errors(&one_more), 0, "nothing follows the value");
    let marked = ask.replace("self.usual().await?", "rerun!(self.usual().await?)");
    let one_more = format!("{marked} ask_confirm!(\"{{a}}?\").await?;");
    assert_eq!(strict_errors(&one_more), 0);
}

#[test]
fn strict_refuses_awaits_ahead_of_an_ask() {
    assert_eq!(
        strict_errors("let a = self.load().await?; ask_confirm!(\"{a}?\").await?;"),
        1
    );
    assert_eq!(
        strict_errors(
            "let a = self.a().await?; let b = self.b().await?; ask_confirm!(\"{a}{b}?\").await?;"
        ),
        2
    );
    assert_eq!(
        strict_errors("ask_confirm!(\"{}?\", self.load().await?).await?;"),
        1
    );
    assert_eq!(
        strict_errors(
            "let a = tokio::join!(self.load(), self.more()); part!(self.pick(a)).await?;"
        ),
        2
    );
    assert_eq!(
        strict_errors("tokio::select! { _ = a => {} _ = b => {} } ask_confirm!(\"Go?\").await?;"),
        1
    );
    assert_eq!(
        strict_errors("for a in b { ask_confirm!(of = a, \"Go?\").await?; self.act(a).await?; }"),
        1
    );
    assert_eq!(
        strict_errors(
            "let f = async { self.load().await }; let (a, b) = join!(f, ask_confirm!(\"Go?\"));"
        ),
        2
    );
}

#[test]
fn strict_allows_asks_captures_marked_and_last_awaits() {
    for body in [
        "let a = capture!(self.load().await?); ask_confirm!(\"{a}?\").await?;",
        "let a = rerun!(self.load().await?); ask_confirm!(\"{a}?\").await?;",
        "let a = rerun!(self.load()).await?; ask_confirm!(\"{a}?\").await?;",
        "ask_confirm!(\"Go?\").await?; self.act().await?; ok()",
        "let a = ask_elicit!(F, \"Which?\").await?; ask_confirm!(\"{a}?\").await?;",
        "let a = ask_elicit!(F, \"A?\"); let b = ask_elicit!(F, \"B?\"); a.await?; b.await?;",
        "let (a, b) = tokio::join!(ask_elicit!(F, \"A?\"), rerun!(self.load()));",
        "let (a, b) = tokio::join!(async { ask_elicit!(F, \"A?\").await }, part!(self.pick()));",
        "if quick { return self.act().await; } ask_confirm!(\"Go?\").await?;",
        "match way { A => self.act().await?, B => ask_confirm!(\"Go?\").await?, }",
        "if quick { self.act().await?; } else { ask_confirm!(\"Go?\").await?; }",
        "async fn helper() { load().await } ask_confirm!(\"Go?\").await?;",
        "self.load().await?; ok()",
    ] {
        assert_eq!(strict_errors(body), 0, "{body}");
    }
}

#[test]
fn strict_refuses_every_await_of_a_part() {
    let body = "ask_confirm!(\"Go?\").await?; self.act().await?; rerun!(self.note().await?)";
    let (_, errors) = checked_as(Attribute::Part, "strict", body);
    assert_eq!(errors.len(), 1);
    assert!(
        errors[0].contains("its caller asks for later"),
        "{errors:?}"
    );
}

#[test]
fn without_strict_nothing_is_refused() {
    accepts("let a = self.load().await?; ask_confirm!(\"{a}?\").await?;");
}

#[test]
fn strict_turns_clippys_lists_on_but_for_captures() {
    let handler = quote!(
        async fn pay() -> R {
            let at = capture!(SystemTime::now());
        }
    );
    let expand =
        |options| crate::tool::expand(Attribute::Tool, options, handler.clone()).to_string();
    let on = "# [warn (clippy :: disallowed_methods , clippy :: disallowed_types)]";
    let off = "# [allow (clippy :: disallowed_methods , clippy :: disallowed_types)] let __mrtr_captured = SystemTime :: now ()";
    let strict = expand(quote!(strict));
    assert!(strict.contains(on) && strict.contains(off), "{strict}");
    assert!(!expand(quote!()).contains("disallowed"));
}

#[test]
fn warnings_stand_in_the_part_once_each_with_its_name() {
    let handler = quote!(
        async fn pay() -> R {
            ask_confirm!(about = Utc::now(), "{}?", Utc::now()).await?;
        }
    );
    let expanded = crate::tool::expand(Attribute::Tool, quote!(), handler).to_string();
    for name in [
        "clock_outside_capture_in_pay",
        "clock_outside_capture_in_pay_no_2",
    ] {
        assert_eq!(
            expanded.matches(&format!("struct {name} ")).count(),
            1,
            "{expanded}"
        );
    }
}

#[test]
fn a_body_that_does_not_parse_is_left_to_rustc() {
    let handler = quote!(
        async fn pay() -> R {
            let now = ;
            ask_confirm!("{}?", Utc::now()).await?
        }
    );
    let expanded = crate::tool::expand(Attribute::Tool, quote!(strict), handler).to_string();
    assert!(expanded.contains("let now = ;"), "{expanded}");
    assert!(!expanded.contains("compile_error"), "{expanded}");
}
