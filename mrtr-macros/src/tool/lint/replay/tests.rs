use super::super::tests::{accepts, checked, warning};

fn warns(body: &str, start: &str, says: &str) {
    let text = warning(body);
    assert!(
        text.starts_with(start) && text.contains(says),
        "{body}: {text}"
    );
}

const CLOCK: &str = "clock_outside_capture: ";
const RANDOM: &str = "random_outside_capture: ";
const ENV: &str = "env_outside_capture: ";
const MAP: &str = "map_order_outside_capture: ";

#[test]
fn a_question_shows_no_clock() {
    let says = "`Utc::now()` differs in every round, so this question would never match its answer. Use `flow.started_at()`, with \
                `flow: Flow` as a parameter, \
                or record it: `capture!(Utc::now())`";
    warns(
        "ask_confirm!(\"It is {}.\", Utc::now()).await?;",
        CLOCK,
        says,
    );
    warns(
        "ask_confirm!(\"It is {at}.\", at = Utc::now()).await?;",
        CLOCK,
        says,
    );
    warns(
        "ask_confirm!(\"It is {}.\", raw(Utc::now())).await?;",
        CLOCK,
        says,
    );
    warns(
        "let s = ask_sample!(system = format!(\"It is {}\", Utc::now()), \"Plan.\").await;",
        CLOCK,
        says,
    );
    warns(
        "ask_url!(format!(\"https://a.b/{}\", Utc::now()), until = done(), \"Pay\").await?;",
        CLOCK,
        says,
    );
    warns(
        "ask_confirm!(\"{:?} so far.\", started.elapsed()).await?;",
        CLOCK,
        "`elapsed()` grows",
    );
    warns(
        "ask_confirm!(\"It is {}.\", self.clock.now()).await?;",
        CLOCK,
        "`now()` differs",
    );
}

#[test]
fn what_stands_for_an_answer_is_not_asked() {
    accepts("let at = ask_elicit!(String, or = Utc::now().to_string(), \"When?\").await?;");
    warns(
        "let a = ask_pick!(f, or = ask_elicit!(F, \"It is {}.\", Utc::now()).await?, \"Which?\").await?;",
        CLOCK,
        "`Utc::now()` differs",
    );
}

#[test]
fn a_value_is_followed_to_the_question() {
    for body in [
        "#![allow(unused)] let now = Utc::now(); ask_confirm!(\"It is {now}.\").await?;",
        "let now = Utc::now().to_string(); ask_confirm!(\"It is {now:>4}.\").await?;",
        "let text = format!(\"It is {}\", Utc::now()); ask_confirm!(\"{text}.\").await?;",
        "let now = Utc::now(); let text = format!(\"It is {now}\"); ask_confirm!(\"{text}.\").await?;",
        "let end = Utc::now() + HOUR; ask_confirm!(\"Until {end}?\").await?;",
        "let left = end - Utc::now(); ask_confirm!(\"{left} left?\").await?;",
        "let left = end.signed_duration_since(Utc::now()); ask_confirm!(\"{left} left?\").await?;",
        "let mut now = start; now = Utc::now(); ask_confirm!(\"{now}\").await?;",
        "let mut text = String::new(); text.push_str(&Utc::now().to_string()); ask_confirm!(\"{text}\").await?;",
        "if open { let now = Utc::now(); join!(async { ask_confirm!(\"{now}\").await.is_ok() }, b); }",
        "let Ok(now) = SystemTime::now().duration_since(START) else { return no() }; ask_confirm!(\"{now:?}\").await?;",
        "ask_confirm!(\"{:?}\", vec![Utc::now()]).await?;",
        "ask_confirm!(\"{:?}\", Some(Utc::now())).await?;",
    ] {
        warns(body, CLOCK, "so this question would never match its answer");
    }
}

#[test]
fn what_seldom_changes_may_come_out_otherwise() {
    let says = "`Utc::now()` may come out otherwise in the next round, so this question may not match its answer";
    for body in [
        "let greeting = if Utc::now().hour() < 12 { \"morning\" } else { \"evening\" }; ask_confirm!(\"{greeting}\").await?;",
        "ask_sample!(\"Today is {}. Plan.\", Utc::now().date_naive()).await.text()?",
        "let now = Utc::now().format(\"%F\"); ask_confirm!(\"On {now}?\").await?;",
    ] {
        warns(body, CLOCK, says);
    }
}

#[test]
fn what_an_answer_is_about_is_the_same_in_every_round() {
    warns(
        "for f in &files { ask_confirm!(of = Uuid::new_v4(), \"Delete {f}?\").await?; }",
        RANDOM,
        "`of` names the thing",
    );
    warns(
        "for f in &files { let a = capture!(of = (f, rand::random::<u8>()), self.load(f).await?); }",
        RANDOM,
        "`of` names",
    );
    warns(
        "part!(of = rand::random::<u8>(), self.pick(x)).await?;",
        RANDOM,
        "`of` names",
    );
    warns(
        "ask_confirm!(about = Utc::now(), \"Publish?\").await?;",
        CLOCK,
        "`about` takes the revision",
    );
    warns(
        "ask_confirm!(about = Draft { id, at: Utc::now() }, \"Publish?\").await?;",
        CLOCK,
        "`about` takes",
    );
}

#[test]
fn an_idempotency_key_is_the_same_in_every_round() {
    let says = "a repeated round makes another key and acts again";
    warns(
        "self.bank.pay(hold, flow.key(\"pay\", &(invoice.id, Utc::now()))).await?;",
        CLOCK,
        says,
    );
    warns(
        "let id = Uuid::new_v4(); flow.key(\"pay\", &id)",
        RANDOM,
        says,
    );
    accepts("map.key(\"pay\", &Utc::now())");
    accepts("flow.key(\"pay\", &(invoice.id, invoice.amount))");
}

#[test]
fn a_branch_that_asks_is_taken_in_every_round() {
    let says = "decides here what is asked";
    for (body, start) in [
        (
            "if Utc::now().hour() < 12 { ask_elicit!(A, \"Morning?\").await } else { ask_elicit!(B, \"Evening?\").await }",
            CLOCK,
        ),
        (
            "if flow.started_at().elapsed() > MINUTE { ask_confirm!(\"Still?\").await?; }",
            CLOCK,
        ),
        (
            "if std::env::var(\"ASK\").is_ok() { ask_confirm!(\"Sure?\").await?; }",
            ENV,
        ),
        (
            "let ask = env::var(\"ASK\").is_ok(); if ask && !quick { part!(self.sure()).await?; }",
            ENV,
        ),
        (
            "if let Ok(mode) = std::env::var(\"MODE\") { ask_confirm!(\"In {mode}?\").await?; }",
            ENV,
        ),
        (
            "match rand::random::<bool>() { true => ask_confirm!(\"A?\").await?, false => {} }",
            RANDOM,
        ),
        (
            "match n { 0 if rand::random() => ask_confirm!(\"A?\").await?, _ => {} }",
            RANDOM,
        ),
        (
            "while Instant::now() < end { ask_confirm!(\"On?\").await?; }",
            CLOCK,
        ),
        (
            "for i in 0..rng().random_range(1..4) { ask_confirm!(\"{i}?\").await?; }",
            RANDOM,
        ),
        (
            "let ok = fastrand::bool() && ask_confirm!(\"A?\").await.is_ok();",
            RANDOM,
        ),
        (
            "let started = Instant::now(); if started.elapsed() > MINUTE { ask_confirm!(\"Still?\").await?; }",
            CLOCK,
        ),
    ] {
        warns(body, start, says);
    }
}

#[test]
fn randomness_is_followed_through_its_generator() {
    for body in [
        "let mut rng = rand::rng(); let n = rng.random_range(0..9); ask_confirm!(\"{n}?\").await?;",
        "let pick = items.choose(&mut rand::rng()); ask_confirm!(\"{pick:?}?\").await?;",
        "let mut items = items; items.shuffle(&mut rand::rng()); ask_confirm!(\"{items:?}?\").await?;",
        "let mut id = [0; 8]; getrandom::fill(&mut id)?; ask_confirm!(\"{id:?}?\").await?;",
        "let id = nanoid!(); ask_confirm!(\"{id}?\").await?;",
    ] {
        warns(body, RANDOM, "differs in every round");
    }
}

#[test]
fn a_map_whose_type_is_written_has_no_order() {
    for body in [
        "for (name, n) in &counts { ask_confirm!(\"Reset {name} ({n})?\").await?; }",
        "for name in counts.keys() { ask_confirm!(\"Reset {name}?\").await?; }",
        "ask_confirm!(\"All of {seen:?}?\").await?;",
        "let name = ask_pick!(counts.keys(), \"Reset which?\").await?;",
        "let name = ask_pick!(seen, show = |s| s, \"Reset which?\").await?;",
        "ask_confirm!(\"All of {:?}?\", counts).await?;",
        "let names = counts.keys().cloned().collect::<Vec<_>>().join(\", \"); ask_confirm!(\"{names}?\").await?;",
        "let m = HashMap::from([(1, 2)]); ask_confirm!(\"{m:?}?\").await?;",
        "let m: HashMap<u8, u8> = self.load().await?; ask_confirm!(\"{:?}?\", m.iter().next()).await?;",
        "let m = rows.iter().collect::<HashSet<_>>(); ask_confirm!(about = m, \"Go?\").await?;",
        "let a = ask_pick!(&counts, \"Which?\").await?;",
        "let a = ask_pick!(seen.iter(), several = 1.., \"Which?\").await?;",
    ] {
        warns(body, MAP, "has another order in every round");
    }
}

#[test]
fn the_order_of_a_map_is_fine_where_it_does_not_show() {
    for body in [
        "let n = counts.values().sum::<u32>(); ask_confirm!(\"All {n}?\").await?;",
        "ask_confirm!(\"All {}?\", counts.len()).await?;",
        "ask_confirm!(\"{:?}?\", counts.get(\"a\")).await?;",
        "if counts.contains_key(\"a\") { ask_confirm!(\"Go?\").await?; }",
        "if counts.values().any(|n| *n > 3) { ask_confirm!(\"Go?\").await?; }",
        "let mut names: Vec<_> = counts.keys().collect(); names.sort(); ask_confirm!(\"{names:?}?\").await?;",
        "let names: BTreeSet<_> = counts.keys().collect(); ask_confirm!(\"{names:?}?\").await?;",
        "let names = counts.keys().collect::<BTreeSet<_>>(); for n in names { ask_confirm!(\"{n}?\").await?; }",
        "let mut total = 0; for (_, n) in &counts { total += n; } ask_confirm!(\"{total}?\").await?;",
        "for (name, n) in &counts { self.log(name, n); } ask_confirm!(\"Go?\").await?;",
        "ask_confirm!(about = counts, \"Go?\").await?;",
        "let names: BTreeSet<_> = counts.keys().collect(); let a = ask_pick!(names, \"Which?\").await?;",
        "let counts = BTreeMap::from_iter(counts); for (n, _) in &counts { ask_confirm!(\"{n}?\").await?; }",
        "let m: HashMap<u8, u8, Fixed> = load(); ask_confirm!(\"{m:?}?\").await?;",
        "let m = HashMap::with_hasher(Fixed); ask_confirm!(\"{m:?}?\").await?;",
    ] {
        accepts(body);
    }
}

#[test]
fn what_is_captured_is_the_same_in_every_round() {
    for body in [
        "let now = capture!(Utc::now()); ask_confirm!(\"It is {now}.\").await?;",
        "ask_confirm!(\"It is {}.\", capture!(Utc::now())).await?;",
        "let now = Utc::now(); let now = capture!(now); ask_confirm!(\"It is {now}.\").await?;",
        "if capture!(std::env::var(\"ASK\").is_ok()) { ask_confirm!(\"Sure?\").await?; }",
        "ask_confirm!(\"Since {:?}\", flow.started_at()).await?;",
    ] {
        accepts(body);
    }
}

#[test]
fn what_ends_up_in_no_question_is_no_mistake() {
    for body in [
        "ask_confirm!(\"Go?\").await?; info!(at = ?Utc::now(), \"done\"); ok()",
        "let started = Instant::now(); ask_confirm!(\"Go?\").await?; info!(\"{:?}\", started.elapsed()); ok()",
        "let started = Instant::now(); let a = self.load().await?; metrics(started.elapsed()); ask_confirm!(\"{a}?\").await?;",
        "if Utc::now() > offer.end { return Err(too_late()); } ask_confirm!(\"Go?\").await?;",
        "if started.elapsed() > MINUTE { warn!(\"slow\"); } ask_confirm!(\"Go?\").await?;",
        "let rows = self.db.since(Utc::now() - WEEK).await?; ask_confirm!(\"{} rows?\", rows.len()).await?;",
        "let db = Db::open(&std::env::var(\"DB\")?).await?; let a = db.name().await?; ask_confirm!(\"{a}?\").await?;",
        "let log = Entry { at: Utc::now(), name }; ask_confirm!(\"{}?\", log.name).await?;",
        "let (at, name) = (Utc::now(), name()); ask_confirm!(\"{name}?\").await?;",
        "let id = Uuid::new_v4(); self.trace(id); ask_confirm!(\"Go?\").await?;",
        "{ let n = Utc::now(); log(n); } ask_confirm!(\"{n}?\").await?;",
        "let n = Utc::now(); let n = 3; ask_confirm!(\"{n}?\").await?;",
        "let n = Utc::now(); let f = |n: u8| format!(\"{n}\"); ask_confirm!(\"{}?\", f(3)).await?;",
        "fn stamp() -> String { Utc::now().to_string() } ask_confirm!(\"Go?\").await?;",
        "ask_url!(url, until = self.paid_before(Utc::now()).await, \"Pay\").await?;",
        "ask_sample!(tools = tools, run = |call| async move { search(call, Utc::now()).await }, \"Search\").await;",
        "ask_sample!(tools = tools, run = |_| async { Utc::now().to_string() }, \"Search\").await;",
        "let at = Utc::now(); ask_sample!(tools = tools, run = move |_| async move { at }, \"Search\").await;",
        "let mut r = StdRng::seed_from_u64(7); let n = r.random_range(0..9); ask_confirm!(\"{n}?\").await?;",
        "ask_confirm!(\"{}?\", option_env!(\"VERSION\").unwrap_or_default()).await?;",
        "ask_confirm!(\"Go?\").await?; if Utc::now() > end { late() } else { done() }",
        "loop { if self.poll().await? || Instant::now() > end { break; } } ask_confirm!(\"Go?\").await?;",
    ] {
        accepts(body);
    }
}

#[test]
fn one_call_is_one_warning_wherever_its_value_goes() {
    let body = "let now = Utc::now(); if now > end { ask_confirm!(about = now, \"It is {now}, {}?\", now).await?; } \
                ask_confirm!(\"{now}\").await?;";
    assert_eq!(checked("", body).0.len(), 1);
    let body = "ask_confirm!(about = Utc::now(), \"It is {}.\", Utc::now()).await?;";
    assert_eq!(checked("", body).0.len(), 2);
}
