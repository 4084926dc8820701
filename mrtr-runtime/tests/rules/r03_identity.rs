//! R3: identity is key, `of` and occurrence.

use mrtr_runtime::Reply;
use mrtr_runtime::prelude::*;
use serde_json::json;

use crate::harness::{Client, Seen, cancel, decline, value, yes};

#[mrtr_tool]
async fn until_even() -> Result<u32, Refused> {
    loop {
        let number = ask_elicit!(u32, "An even number?").await?;
        if number % 2 == 0 {
            return Ok(number);
        }
    }
}

#[tokio::test]
async fn r3_a_loop_counts_its_asks() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| until_even(flow).await;
    assert_eq!(client.send(json!(null), handler).await.asked(), ["number"]);
    let second = client.send(json!({"number": value(1)}), handler).await;
    assert_eq!(second.asked(), ["number#2"]);
    let third = client.send(json!({"number#2": value(3)}), handler).await;
    assert_eq!(third.asked(), ["number#3"]);
    let done = client.send(json!({"number#3": value(4)}), handler).await;
    assert_eq!(done.complete(), Ok(4));
}

#[mrtr_tool]
async fn delete(files: Vec<&'static str>) -> Vec<&'static str> {
    let mut deleted = Vec::new();
    for file in files {
        if ask_confirm!(key = "sure", of = file, "Delete {file}?")
            .await
            .is_ok()
        {
            deleted.push(file);
        }
    }
    deleted
}

#[tokio::test]
async fn r3_of_tells_the_turns_of_a_loop_apart() {
    let mut client = Client::new();
    let all = async |flow: &Flow| delete(flow, vec!["a", "b"]).await;
    let first = client.send(json!(null), all).await;
    let [key_of_a] = first.asked()[..] else {
        panic!()
    };
    assert!(key_of_a.starts_with("sure:"), "{key_of_a}");
    let key_of_a = key_of_a.to_owned();
    let second = client.send(json!({ (&key_of_a): yes() }), all).await;
    let key_of_b = second.asked()[0].to_owned();
    assert_ne!(key_of_a, key_of_b);
    let done = client.send(json!({ (&key_of_b): decline() }), all).await;
    assert_eq!(done.complete(), ["a"]);
}

#[tokio::test]
async fn a51_a_row_that_vanishes_does_not_give_its_answer_to_the_next() {
    let mut client = Client::new();
    let first = client
        .send(json!(null), async |flow| delete(flow, vec!["b", "c"]).await)
        .await;
    let key_of_b = first.asked()[0].to_owned();
    let without_b = async |flow: &Flow| delete(flow, vec!["c"]).await;
    let second = client.send(json!({ (&key_of_b): yes() }), without_b).await;
    assert_eq!(second.message(second.asked()[0]), "Delete c?");
}

#[mrtr_tool]
async fn mails(rows: Vec<u32>, sent: &std::sync::Mutex<Vec<u32>>) -> Result<(), Refused> {
    for row in rows {
        capture!(key = "mail", of = row, sent.lock().unwrap().push(row));
    }
    ask_confirm!(key = "sure", "Sure?").await
}

#[tokio::test]
async fn r3_a_capture_of_a_row_that_is_gone_is_not_used_for_another() {
    let sent = std::sync::Mutex::default();
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| mails(flow, vec![1], &sent).await)
        .await
        .asked();
    let done = client.send(json!({"sure": yes()}), async |flow| {
        mails(flow, vec![2, 3], &sent).await
    });
    assert_eq!(done.await.complete(), Ok(()));
    assert_eq!(*sent.lock().unwrap(), [1, 2, 3]);
}

#[mrtr_tool]
async fn in_a_closure(rows: Vec<u32>) -> Result<Vec<u32>, Refused> {
    let doubled = rows
        .iter()
        .map(|row| capture!(key = "double", of = row, row * 2))
        .collect();
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(doubled)
}

#[tokio::test]
async fn a_capture_in_a_synchronous_closure_is_evaluated_once() {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| {
            in_a_closure(flow, vec![1, 2]).await
        })
        .await
        .asked();
    let handler = async |flow: &Flow| in_a_closure(flow, vec![2, 1]).await;
    assert_eq!(
        client
            .send(json!({"sure": yes()}), handler)
            .await
            .complete(),
        Ok(vec![4, 2])
    );
}

#[mrtr_tool]
async fn texts_in_a_closure(rows: Vec<u32>) -> Result<Vec<String>, Refused> {
    let doubled = rows
        .iter()
        .map(|row| capture!(key = "double", of = row, row.to_string()))
        .collect();
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(doubled)
}

#[tokio::test]
async fn r10_a_capture_in_a_synchronous_closure_that_does_not_decode_is_fatal() {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| in_a_closure(flow, vec![1]).await)
        .await
        .asked();
    let handler = async |flow: &Flow| texts_in_a_closure(flow, vec![1]).await;
    assert_eq!(
        client.send(json!({"sure": yes()}), handler).await.code(),
        -32603
    );
}

#[mrtr_tool(allow(ignored_refusal))]
async fn forgotten() -> &'static str {
    let sure = ask_confirm!("Sure?");
    drop(sure);
    "deleted"
}

#[mrtr_tool]
async fn two_of_try_join() -> Result<String, Refused> {
    let (name, city) = tokio::try_join!(
        ask_elicit!(String, key = "name", "Name?"),
        ask_elicit!(String, key = "city", "City?"),
    )?;
    Ok(format!("{name} of {city}"))
}

#[mrtr_tool]
async fn two_made_ahead() -> Result<String, Refused> {
    let name = ask_elicit!(String, key = "name", "Name?");
    let city = ask_elicit!(String, key = "city", "City?");
    let name = name.await?;
    Ok(format!("{name} of {}", city.await?))
}

#[tokio::test]
async fn r3_an_ask_behind_a_refusal_was_not_forgotten() {
    for refusal in [decline(), cancel()] {
        let mut client = Client::new();
        let handler = async |flow: &Flow| two_of_try_join(flow).await;
        assert_eq!(
            client.send(json!(null), handler).await.asked(),
            ["name", "city"]
        );
        let ended = client.send(json!({"name": refusal.clone()}), handler).await;
        assert_eq!(ended.complete().unwrap_err().key(), "name");
        let mut client = Client::new();
        let handler = async |flow: &Flow| two_made_ahead(flow).await;
        assert_eq!(client.send(json!(null), handler).await.asked(), ["name"]);
        let ended = client.send(json!({"name": refusal}), handler).await;
        assert_eq!(ended.complete().unwrap_err().key(), "name");
    }
}

#[tokio::test]
async fn r3_an_ask_that_is_never_awaited_fails_a_handler_that_finishes() {
    let mut client = Client::new();
    let failed = client
        .send(json!(null), async |flow| forgotten(flow).await)
        .await;
    assert_eq!(failed.code(), -32603);
}

#[mrtr_tool]
async fn joined() -> (Result<String, Refused>, Result<(), Refused>) {
    let (name, sure) = tokio::join!(ask_elicit!(String, "Name?"), ask_confirm!("Sure?"));
    (name, sure)
}

#[tokio::test]
async fn two_asks_of_a_join_are_one_round() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| joined(flow).await;
    assert_eq!(
        client.send(json!(null), handler).await.asked(),
        ["name", "sure"]
    );
    let done = client
        .send(json!({"sure": yes(), "name": value("Ann")}), handler)
        .await;
    assert_eq!(done.complete(), (Ok("Ann".to_owned()), Ok(())));
}

#[tokio::test]
async fn only_the_missing_answer_of_a_join_is_asked_again() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| joined(flow).await;
    client.send(json!(null), handler).await.asked();
    let again = client.send(json!({"name": value("Ann")}), handler).await;
    assert_eq!(again.asked(), ["sure"]);
    let done = client.send(json!({"sure": decline()}), handler).await;
    let refused = Refused::declined("sure");
    assert_eq!(done.complete(), (Ok("Ann".to_owned()), Err(refused)));
}

#[mrtr_tool]
async fn joined_in_order(first: bool) -> (Result<String, Refused>, Result<String, Refused>) {
    let a = ask_elicit!(String, "A?");
    let b = ask_elicit!(String, "B?");
    if first {
        let a = a.await;
        (a, b.await)
    } else {
        let b = b.await;
        (a.await, b)
    }
}

#[tokio::test]
async fn answers_do_not_depend_on_the_order_in_which_asks_are_polled() {
    let mut client = Client::new();
    let first = client
        .send(json!(null), async |flow| joined_in_order(flow, true).await)
        .await;
    assert_eq!(first.asked(), ["a"]);
    let second = client.send(json!({"a": value("x")}), async |flow| {
        joined_in_order(flow, false).await
    });
    assert_eq!(second.await.asked(), ["b"]);
    let done = client.send(json!({"b": value("y")}), async |flow| {
        joined_in_order(flow, true).await
    });
    assert_eq!(
        done.await.complete(),
        (Ok("x".to_owned()), Ok("y".to_owned()))
    );
}

#[mrtr_part]
async fn pick(what: &str) -> Result<String, Refused> {
    let choice = ask_elicit!(String, "Which {what}?").await?;
    Ok(choice)
}

#[mrtr_tool]
async fn two_parts() -> Result<String, Refused> {
    let home = part!(pick("home")).await?;
    let office = part!(key = "office", pick("office")).await?;
    Ok(format!("{home}, {office}"))
}

#[tokio::test]
async fn the_name_of_a_part_prefixes_its_keys() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| two_parts(flow).await;
    assert_eq!(
        client.send(json!(null), handler).await.asked(),
        ["pick.choice"]
    );
    let second = client
        .send(json!({"pick.choice": value("Oslo")}), handler)
        .await;
    assert_eq!(second.asked(), ["office.choice"]);
    let done = client
        .send(json!({"office.choice": value("Rome")}), handler)
        .await;
    assert_eq!(done.complete(), Ok("Oslo, Rome".to_owned()));
}

trait Picks {
    #[mrtr_part]
    async fn pick_one(&self, what: &str) -> Result<String, Refused>;
}

struct Offices;

impl Picks for Offices {
    #[mrtr_part]
    async fn pick_one(&self, what: &str) -> Result<String, Refused> {
        part!(pick(what)).await
    }
}

#[mrtr_tool]
async fn calls_a_part_of_a_trait() -> Result<String, Refused> {
    part!(Offices.pick_one("home")).await
}

#[tokio::test]
async fn a_part_of_a_trait_prefixes_its_keys() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| calls_a_part_of_a_trait(flow).await;
    let asked = client.send(json!(null), handler).await;
    assert_eq!(asked.asked(), ["pick_one.pick.choice"]);
}

#[mrtr_tool]
async fn calls_a_handler() -> Result<String, Refused> {
    let names = part!(three_names_part()).await?;
    Ok(names.join(" "))
}

#[mrtr_tool]
async fn three_names() -> Result<Vec<String>, Refused> {
    let mut names = Vec::new();
    for turn in 1..=3 {
        names.push(ask_elicit!(String, "Name {turn}?").await?);
    }
    Ok(names)
}

#[tokio::test]
async fn a_handler_can_be_called_from_another_as_a_part() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| calls_a_handler(flow).await;
    let mut reply = client.send(json!(null), handler).await;
    for name in ["A", "B", "C"] {
        let key = reply.asked()[0].to_owned();
        assert!(key.starts_with("three_names."), "{key}");
        reply = client.send(json!({ (key): value(name) }), handler).await;
    }
    assert_eq!(reply.complete(), Ok("A B C".to_owned()));
}

#[mrtr_tool]
async fn delete_rows(rows: Vec<u32>) -> Vec<u32> {
    let mut deleted = Vec::new();
    for row in rows {
        let sure = ask_confirm!(key = "sure", of = row, "Delete {row}?").await;
        deleted.extend(sure.is_ok().then_some(row));
    }
    deleted
}

/// Two rows whose `of` has the same short form; whoever chooses the rows finds such a pair at once.
const SAME_SHORT_FORM: [u32; 2] = [2457, 6312];

#[tokio::test]
async fn r3_two_questions_of_a_flow_never_share_a_key_on_the_wire() {
    let mut keys = Vec::new();
    for row in SAME_SHORT_FORM {
        let asked = Client::new()
            .send(json!(null), async |flow| delete_rows(flow, vec![row]).await)
            .await;
        keys.push(asked.asked()[0].to_owned());
    }
    assert_eq!(keys[0], keys[1], "alone, each has the short form");

    let mut client = Client::new();
    let handler = async |flow: &Flow| delete_rows(flow, SAME_SHORT_FORM.into()).await;
    client.send(json!(null), handler).await.asked();
    let again = client.send(json!({ (&keys[0]): yes() }), handler).await;
    let second = again.asked()[0].to_owned();
    assert_ne!(second, keys[0]);
    // A client that sends all its answers in each round does not confirm the second row by this.
    let again = client.send(json!({ (&keys[0]): yes() }), handler).await;
    assert_eq!(again.asked(), [&second]);
    let done = client.send(json!({ (&second): decline() }), handler).await;
    assert_eq!(done.complete(), [2457]);
}

#[mrtr_part]
async fn mail(row: u32, sent: &std::sync::Mutex<Vec<u32>>) {
    capture!(key = "mail", sent.lock().unwrap().push(row));
}

#[mrtr_part]
async fn mail_of(row: u32, sent: &std::sync::Mutex<Vec<u32>>) {
    capture!(key = "mail", of = row, sent.lock().unwrap().push(row));
}

/// Of no row in particular, which no macro sees.
const fn same() -> u8 {
    0
}

#[mrtr_tool]
async fn mails_in_a_part(rows: [u32; 2], of: bool, sent: &std::sync::Mutex<Vec<u32>>) -> bool {
    let mut at = 0;
    while at < rows.len() {
        let row = rows[at];
        at += 1;
        if of {
            part!(of = row, mail_of(row, sent)).await;
        } else {
            part!(key = "unnamed", of = same(), mail(row, sent)).await;
        }
    }
    ask_confirm!(key = "sure", "Sure?").await.is_ok()
}

#[tokio::test]
async fn r3_a_capture_in_a_part_that_runs_more_than_once_must_say_of() {
    let sent = std::sync::Mutex::default();
    let mut client = Client::new();
    let without = async |flow: &Flow| mails_in_a_part(flow, [1, 2], false, &sent).await;
    assert_eq!(client.send(json!(null), without).await.code(), -32603);
    assert_eq!(
        *sent.lock().unwrap(),
        [1],
        "nothing is served to another run"
    );

    let with = async |flow: &Flow, rows| mails_in_a_part(flow, rows, true, &sent).await;
    let first = client.send(json!(null), async |flow| with(flow, [3, 4]).await);
    first.await.asked();
    let done = client.send(json!({"sure": yes()}), async |flow| {
        with(flow, [4, 5]).await
    });
    assert!(done.await.complete());
    assert_eq!(*sent.lock().unwrap(), [1, 3, 4, 5]);
}

#[mrtr_part]
async fn review(row: u32, sent: &std::sync::Mutex<Vec<u32>>) -> Result<bool, Refused> {
    let price = capture!({
        sent.lock().unwrap().push(row);
        row * 10
    });
    let yes = ask_confirm!(key = "sure", "Is that right?").await.is_ok();
    Ok(yes && price == row * 10)
}

#[mrtr_tool]
async fn review_all(
    rows: Vec<u32>,
    sent: &std::sync::Mutex<Vec<u32>>,
) -> Result<Vec<u32>, Refused> {
    let mut approved = Vec::new();
    for row in rows {
        if part!(of = row, review(row, sent)).await? {
            approved.push(row);
        }
    }
    Ok(approved)
}

#[tokio::test]
async fn r3_a_part_that_is_called_for_each_row_asks_and_captures_of_that_row() {
    let sent = std::sync::Mutex::default();
    let mut client = Client::new();
    let first = client
        .send(json!(null), async |flow| {
            review_all(flow, vec![1, 2], &sent).await
        })
        .await;
    let key_of_1 = first.asked()[0].to_owned();
    assert!(key_of_1.starts_with("review.sure:"), "{key_of_1}");
    // Row 1 is gone now: its yes must not count for row 2, nor its price.
    let without_1 = async |flow: &Flow| review_all(flow, vec![2, 3], &sent).await;
    let second = client.send(json!({ (&key_of_1): yes() }), without_1).await;
    let key_of_2 = second.asked()[0].to_owned();
    assert_ne!(key_of_1, key_of_2);
    let third = client
        .send(json!({ (&key_of_2): decline() }), without_1)
        .await;
    let key_of_3 = third.asked()[0].to_owned();
    let done = client.send(json!({ (&key_of_3): yes() }), without_1).await;
    assert_eq!(done.complete(), Ok(vec![3]));
    assert_eq!(*sent.lock().unwrap(), [1, 2, 3]);
}

/// What was reserved and paid.
#[derive(Default)]
struct Shop(std::cell::RefCell<Vec<u32>>);

impl Shop {
    fn reserve(&self, amount: u32) -> u32 {
        self.0.borrow_mut().push(amount);
        amount
    }
}

#[mrtr_tool]
async fn ship(shop: &Shop, is_express: bool) -> Result<u32, Refused> {
    if is_express {
        let hold = capture!(shop.reserve(99));
        ask_confirm!(key = "sure", "Send express for 99?").await?;
        Ok(hold)
    } else {
        let hold = capture!(shop.reserve(5));
        ask_confirm!(key = "sure", "Send standard for 5?").await?;
        Ok(hold)
    }
}

#[tokio::test]
async fn r3_what_was_captured_in_another_arm_is_not_used() {
    let (shop, mut client) = (Shop::default(), Client::new());
    let express = async |flow: &Flow| ship(flow, &shop, true).await;
    let standard = async |flow: &Flow| ship(flow, &shop, false).await;
    client.send(json!(null), express).await.asked();
    let again = client.send(json!({"sure": yes()}), standard).await;
    assert_eq!(again.asked(), ["sure"]);
    let done = client.send(json!({"sure": yes()}), standard).await;
    assert_eq!(done.complete(), Ok(5));
    assert_eq!(*shop.0.borrow(), [99, 5]);
}

#[mrtr_part]
async fn pay(shop: &Shop, amount: u32) -> Result<u32, Refused> {
    let hold = capture!(shop.reserve(amount));
    ask_confirm!(key = "sure", "Pay {amount}?").await?;
    Ok(hold)
}

#[mrtr_tool]
async fn pay_one(shop: &Shop, is_much: bool) -> Result<u32, Refused> {
    if is_much {
        part!(pay(shop, 99)).await
    } else {
        part!(pay(shop, 5)).await
    }
}

#[tokio::test]
async fn r3_what_a_part_captured_in_another_arm_is_not_used() {
    let (shop, mut client) = (Shop::default(), Client::new());
    let much = async |flow: &Flow| pay_one(flow, &shop, true).await;
    let little = async |flow: &Flow| pay_one(flow, &shop, false).await;
    let asked = client.send(json!(null), much).await;
    assert_eq!(asked.asked(), ["pay.sure"]);
    let asked = client.send(json!({"pay.sure": yes()}), little).await;
    assert_eq!(asked.asked(), ["pay_2.sure"]);
    let done = client.send(json!({"pay_2.sure": yes()}), little).await;
    assert_eq!(done.complete(), Ok(5));
}

#[mrtr_tool]
async fn buy(shop: &Shop, rows: Vec<(&'static str, u32)>) -> Result<u32, Refused> {
    let mut total = 0;
    for (sku, amount) in rows {
        total += capture!(key = "hold", of = sku, shop.reserve(amount));
        ask_confirm!(key = "sure", of = (sku, amount), "Buy {sku}?").await?;
    }
    Ok(total)
}

#[tokio::test]
async fn r3_two_captures_of_one_run_with_the_same_of_are_a_mistake() {
    let (shop, mut client) = (Shop::default(), Client::new());
    let handler = async |flow: &Flow| buy(flow, &shop, vec![("tea", 100), ("tea", 1)]).await;
    let asked = client.send(json!(null), handler).await;
    let key = asked.asked()[0].to_owned();
    let failed = client.send(json!({ (key): yes() }), handler).await;
    assert_eq!(failed.code(), -32603);
    assert_eq!(*shop.0.borrow(), [100]);
}

#[mrtr_tool]
async fn of_another_each_time(turn: u32) -> Result<(), Refused> {
    ask_confirm!(key = "sure", of = turn, "Go?").await
}

#[tokio::test]
async fn an_of_that_changes_in_each_round_ends_with_the_requests_and_is_named() {
    let mut client = Client::new();
    let mut answers = json!(null);
    for turn in 0.. {
        let handler = async |flow: &Flow| of_another_each_time(flow, turn).await;
        let (reply, log) = crate::logs::logged(client.send(answers, handler)).await;
        if let Reply::InputRequired(_) = &reply {
            answers = json!({reply.asked()[0]: yes()});
            continue;
        }
        assert_eq!(turn, 7);
        assert!(reply.text().contains("at most 8 requests"), "{reply:?}");
        assert!(
            log.contains("r03_identity.rs") && log.contains("line="),
            "{log}"
        );
        break;
    }
}
