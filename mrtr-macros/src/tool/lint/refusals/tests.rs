use super::super::tests::{accepts, warning};

const CONFIRM: &str = "ask_confirm!(\"Go?\").await";
const ACT: &str = "self.mail().await?; done()";

/// Each of these statements, ahead of something that a no should have kept from happening.
fn warn_of(beginning: &str, statements: &[&str]) {
    for statement in statements {
        let body = format!("{} {ACT}", statement.replace("CONFIRM", CONFIRM));
        let text = warning(&body);
        assert!(text.starts_with(beginning), "{body}: {text}");
    }
}

fn accept(statements: &[&str]) {
    for statement in statements {
        accepts(&statement.replace("CONFIRM", CONFIRM));
    }
}

const NOTHING: &str = "ignored_refusal: a refusal of this `ask_confirm!` changes nothing";

#[test]
fn a_refusal_held_by_a_variable_is_heeded_and_not_only_looked_at() {
    warn_of(
        NOTHING,
        &[
            "let r = CONFIRM; if r.is_err() { eprintln!(\"no\"); }",
            "let r = CONFIRM; match r { Ok(_) => info!(\"yes\"), Err(e) => eprintln!(\"{e}\") }",
            "let r = CONFIRM; match &r { Ok(()) => {} Err(e) => { eprintln!(\"{e}\"); } }",
            "let r = CONFIRM; if let Err(e) = r { eprintln!(\"{e}\"); }",
            "let r = CONFIRM; if let Err(e) = &r { warn!(%e, \"no\") } else { info!(\"yes\") }",
            "let answer = CONFIRM; eprintln!(\"{answer:?}\");",
            "let answer = CONFIRM; info!(?answer, \"asked\");",
            "let answer = CONFIRM; dbg!(&answer);",
            "let r = CONFIRM; r.ok();",
            "let r = CONFIRM; drop(r);",
            "let r = CONFIRM; let _ = r;",
            "let r = CONFIRM; _ = r;",
            "let r: Result<(), Refused> = CONFIRM; if verbose { println!(\"{r:?}\"); }",
            "let r = CONFIRM; let agreed = r.is_ok(); info!(agreed);",
            "let r = CONFIRM; if verbose && r.is_err() { warn!(\"no\"); }",
        ],
    );
}

#[test]
fn whether_it_is_one_is_asked_for_something() {
    warn_of(
        NOTHING,
        &[
            "let ok = CONFIRM.is_ok(); println!(\"{ok}\");",
            "let ok = CONFIRM.is_ok(); let text = ok; println!(\"{}\", text);",
            "let ok = matches!(CONFIRM, Ok(())); println!(\"{ok}\");",
            "let no = CONFIRM.err(); if let Some(no) = no { warn!(\"{no}\"); }",
            "let no = !CONFIRM.is_ok(); if no { warn!(\"no\"); }",
            "let ok = CONFIRM.map_err(|no| warn!(\"{no}\")).is_ok(); println!(\"{ok}\");",
        ],
    );
    warn_of(
        "ignored_refusal: a refusal of this `ask_elicit!` changes nothing",
        &["let r = ask_elicit!(String, \"Who?\").await; if r.is_err() { warn!(\"no\"); }"],
    );
}

#[test]
fn a_refusal_right_behind_its_ask_is_not_only_logged() {
    warn_of(
        "ignored_refusal: a refusal of this `ask_confirm!` is ignored",
        &[
            "if CONFIRM.is_err() { eprintln!(\"no\"); }",
            "if !CONFIRM.is_ok() { eprintln!(\"no\"); }",
            "match CONFIRM { Ok(()) => info!(\"yes\"), Err(e) => eprintln!(\"{e}\") }",
            "println!(\"{:?}\", CONFIRM);",
        ],
    );
    warn_of(
        "default_answer",
        &["CONFIRM.unwrap_or_else(|e| eprintln!(\"{e}\"));"],
    );
}

#[test]
fn a_refusal_that_came_out_of_a_join_is_heeded() {
    warn_of(
        NOTHING,
        &[
            "let r = join!(ask_confirm!(\"Go?\"), ask_elicit!(String, \"Who?\")); self.to(r.1?);",
            "let r = join!(ask_confirm!(\"Go?\"), ask_elicit!(String, \"Who?\")); r.0.ok(); self.to(r.1?);",
            "let (sure, who) = join!(ask_confirm!(\"Go?\"), ask_elicit!(String, \"Who?\")); sure.ok(); self.to(who?);",
            "let (sure, who) = join!(ask_confirm!(\"Go?\"), self.load()); info!(ok = sure.is_ok());",
        ],
    );
    accept(&[
        "let r = join!(ask_confirm!(\"Go?\"), ask_elicit!(String, \"Who?\")); r.0?; self.to(r.1?);",
        "let r = join!(ask_confirm!(\"Go?\"), self.load()); let (sure, loaded) = r; sure?; act(loaded);",
        "let r = join!(self.load(), ask_confirm!(\"Go?\")); act(r.0); r.1",
        "let r = join!(ask_confirm!(\"Go?\"), self.load()); act(r)",
        "let (sure, who) = join!(ask_confirm!(\"Go?\"), ask_elicit!(String, \"Who?\")); sure?; self.to(who?)",
    ]);
}

#[test]
fn a_list_of_refusals_is_looked_through() {
    warn_of(
        NOTHING,
        &[
            "let mut all = Vec::new(); for f in fs { all.push(ask_confirm!(of = f, \"{f}?\").await); }",
            "let mut all = vec![]; for f in fs { all.push(ask_confirm!(of = f, \"{f}?\").await); } info!(\"{}\", all.len());",
            "let mut all = Vec::new(); for f in fs { all.push((f, ask_confirm!(of = f, \"{f}?\").await.is_ok())); } dbg!(&all);",
            "let mut all = HashMap::new(); for f in fs { all.insert(f, ask_confirm!(of = f, \"{f}?\").await); } println!(\"{all:?}\");",
            "let all = join_all(fs.iter().map(|f| ask_confirm!(of = f, \"{f}?\"))).await; info!(\"{}\", all.len());",
        ],
    );
    accept(&[
        "let mut all = Vec::new(); for f in fs { all.push(ask_confirm!(of = f, \"{f}?\").await); } for a in all { a?; } act()",
        "let mut all = Vec::new(); for f in fs { all.push(ask_confirm!(of = f, \"{f}?\").await?); } act(all.len())",
        "let mut all = Vec::new(); for f in fs { if ask_confirm!(of = f, \"{f}?\").await.is_ok() { all.push(f); } } act(all.len())",
        "let mut all = Vec::new(); for f in fs { all.push(ask_confirm!(of = f, \"{f}?\").await); } all",
        "let mut all = Vec::new(); for f in fs { all.push(ask_elicit!(u8, of = f, \"{f}?\").await); } info!(?all); act()",
        "let mut log = Log::new(); log.push(ask_confirm!(\"Go?\").await); act()",
        "let all = join_all(fs.iter().map(|f| ask_confirm!(of = f, \"{f}?\"))).await; if all.iter().all(|a| a.is_ok()) { act() }",
    ]);
}

#[test]
fn a_question_is_awaited() {
    warn_of(
        "ignored_refusal: `sure` is never awaited, so this `ask_confirm!` asks nobody",
        &["let sure = ask_confirm!(\"Go?\"); eprintln!(\"{sure:?}\");"],
    );
    warn_of(
        "ignored_refusal: `_sure` is never awaited",
        &[
            "let _sure = async { CONFIRM };",
            "let _sure = async move { self.note(); CONFIRM };",
        ],
    );
    accept(&[
        "let sure = async { CONFIRM }; self.with(sure).await",
        "let sure = ask_confirm!(\"Go?\"); info!(\"{sure:?}\"); sure.await?; act()",
        "let _sure = async { CONFIRM }.await?; act()",
    ]);
}

#[test]
fn a_no_that_is_answered_to_a_form_is_heeded() {
    let no = "answer_without_use: a no to this `ask_elicit!` changes nothing";
    warn_of(
        no,
        &[
            "let _ok = ask_elicit!(bool, \"Really?\").await?;",
            "let _ = ask_elicit!(bool, \"Really?\").await?;",
            "let ok = ask_elicit!(bool, \"Really?\").await?; eprintln!(\"{ok}\");",
            "let ok = ask_elicit!(bool, \"Really?\").await?; if !ok { eprintln!(\"no\"); }",
        ],
    );
    accept(&[
        "let ok = ask_elicit!(bool, \"Really?\").await?; if ok { act() }",
        "if ask_elicit!(bool, \"Really?\").await? { act() }",
        "let ok = ask_elicit!(bool, \"Really?\").await?; if !ok { return kept(); } act()",
        "let ok = ask_elicit!(bool, \"Helpful?\").await?; info!(ok); Ok(\"thanks\".to_owned())",
        "let ok = ask_elicit!(bool, \"Really?\").await?; self.note(ok); act()",
        "let _note = ask_elicit!(String, \"Note?\").await?; act()",
        "let ok = ask_elicit!(bool, \"Helpful?\").await?; info!(ok); let more = ask_elicit!(Option<String>, \"More?\").await?; info!(?more); Ok(\"thanks\".to_owned())",
    ]);
}

#[test]
fn a_refusal_is_not_written_out_like_an_answer() {
    for body in [
        "let city = ask_elicit!(String, \"Where?\").await; Ok(format!(\"to {city:?}\"))",
        "let city = ask_elicit!(String, \"Where?\").await; Ok(format!(\"to {:?}\", city))",
        "let city = ask_pick!(&cities, \"Where?\").await; ask_confirm!(\"To {city:?}?\").await?; ok()",
    ] {
        let text = warning(body);
        assert!(
            text.starts_with("ignored_refusal: `city` may be a refusal"),
            "{body}: {text}"
        );
    }
    accept(&[
        "let city = ask_elicit!(String, \"Where?\").await?; Ok(format!(\"to {city:?}\"))",
        "let city = ask_elicit!(String, \"Where?\").await.ok(); Ok(format!(\"to {}\", city.as_deref().unwrap_or(\"nowhere\")))",
        "let city = ask_elicit!(String, \"Where?\").await; if city.is_err() { return kept(); } Ok(format!(\"to {city:?}\"))",
        "let sure = CONFIRM; Ok(format!(\"{sure:?}\"))",
        "let age = ask_elicit!(Option<u8>, \"Age?\").await.unwrap_or_default(); Ok(format!(\"{age:?}\"))",
        "let age = ask_elicit!(u8, \"Age?\").await.unwrap_or(3); act(); Ok(format!(\"{age:?}\"))",
        "let nick = ask_elicit!(String, \"Nick?\").await.ok(); act(); Ok(format!(\"{nick:?}\"))",
        "let r = ask_elicit!(String, \"Nick?\").await; let nick = r.ok(); act(); Ok(format!(\"{nick:?}\"))",
    ]);
}

#[test]
fn a_refusal_on_which_something_depends_is_heeded() {
    accept(&[
        "let r = CONFIRM; if r.is_err() { return kept(); } act()",
        "let r = CONFIRM; if r.is_err() { warn!(\"no\"); return kept(); } act()",
        "let r = CONFIRM; match r { Ok(a) => a, Err(e) => return Err(e.into()) } act()",
        "let Ok(a) = CONFIRM else { return kept() }; act()",
        "let r = CONFIRM; let Ok(()) = r else { return kept() }; act()",
        "let r = CONFIRM; r?; act()",
        "let r = CONFIRM; act(r)",
        "let r = CONFIRM; log_it(&r); act()",
        "let r = CONFIRM; self.span.record(\"ok\", r.is_ok()); act()",
        "let r = CONFIRM; r.map(|()| self.act())",
        "let r = CONFIRM; r.map_err(|no| self.undo(no)).ok(); act()",
        "let r = CONFIRM; eprintln!(\"{r:?}\"); r?; act()",
        "let r = CONFIRM; if matches!(r, Err(Refused::Declined { .. })) { return kept(); } act()",
        "let r = CONFIRM; let undo = if r.is_err() { true } else { false }; act(undo)",
        "let mut undo = false; let r = CONFIRM; if r.is_err() { undo = true; } act(undo)",
        "let r = CONFIRM; if let Err(no) = r { self.undo(no); } act()",
        "let r = CONFIRM; if r.is_ok() { act() } else { warn!(\"no\") } done()",
        "let agreed = CONFIRM.is_ok(); if agreed { act() } done()",
        "let agreed = CONFIRM.is_ok(); Order { agreed }.save().await",
        "let agreed = CONFIRM.is_ok(); agreed.then(|| self.act())",
        "let agreed = CONFIRM.is_ok() && self.may(); act(agreed)",
        "let r = CONFIRM; let act = move || r.is_ok(); self.run(act).await",
        "let mut r = CONFIRM; while r.is_err() { warn!(\"again\"); r = self.again().await; } act()",
        "let r = CONFIRM; assert!(r.is_ok()); act()",
        "let r = CONFIRM; ensure!(r.is_ok(), \"no\"); act()",
        "let r = CONFIRM; eprintln!(\"{:?}\", r?); act()",
        "let r = CONFIRM; info!(\"{}\", self.seen(&r).await); act()",
        "let r = dbg!(CONFIRM); r?; act()",
        "let r = CONFIRM; dbg!(r)?; act()",
        "let nick = ask_elicit!(String, \"Nick?\").await.ok(); greet(nick)",
        "let nick = ask_elicit!(String, \"Nick?\").await.ok(); info!(?nick); greet()",
        "let nick = ask_elicit!(String, \"Nick?\").await; match nick { Ok(n) => info!(\"{n}\"), Err(e) => info!(\"{e}\") } act()",
        "let r = ask_url!(page, until = self.paid().await?, \"Pay\").await; if r.is_err() { warn!(\"unpaid\"); } act()",
        "let r = part!(self.tell()).await; if r.is_err() { warn!(\"untold\"); } act()",
        "loop { let r = CONFIRM; if r.is_ok() { break; } warn!(\"again\"); }",
        "for f in fs { let r = ask_confirm!(of = f, \"{f}?\").await; if r.is_err() { warn!(\"{f}\"); continue; } act(f); }",
        "let r = CONFIRM; let r = r.or_else(|_| self.ask_again()); r?; act()",
        "let r = self.load().await; if r.is_err() { eprintln!(\"no\"); } act()",
        "let r = CONFIRM; check!(r); act()",
        "let r = CONFIRM; let text = \"{r}\"; act()",
        "let r = CONFIRM; println!(\"{r:?}\");",
        "let r = CONFIRM; if r.is_err() { println!(\"no\") }",
        "if CONFIRM.is_err() { eprintln!(\"no\"); return kept(); } act()",
        "if CONFIRM.is_err() { eprintln!(\"no\"); }",
    ]);
}
