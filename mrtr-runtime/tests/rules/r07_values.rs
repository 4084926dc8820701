//! R7, value by value: what is asked again, with which words, and what is not.

use mrtr_runtime::Reply;
use mrtr_runtime::prelude::*;
use serde_json::{Map, Value, json};

use crate::harness::{Client, Seen, accept, cancel, decline};
use crate::logs::logged;

#[derive(Elicit, Debug, PartialEq, Clone)]
struct Order {
    /// Item
    #[elicit(min_length = 1, max_length = 10)]
    item: String,
    /// Count
    #[elicit(min = 1, max = 99)]
    count: u8,
    /// Total
    total: u64,
    /// Weight
    #[elicit(max = 40)]
    weight: Option<f64>,
    /// Gift?
    gift: bool,
    /// Size
    size: Size,
    /// Extras
    #[elicit(max_items = 2)]
    extras: Vec<Extra>,
    /// Day
    #[elicit(format = "date")]
    day: String,
}

#[derive(Choice, Debug, PartialEq, Clone)]
enum Size {
    Small,
    Large,
}

#[derive(Choice, Debug, PartialEq, Clone)]
enum Extra {
    Wrap,
    Card,
    Bow,
}

#[mrtr_tool]
async fn order() -> Result<Order, Refused> {
    ask_elicit!(Order, key = "order", "Your order?").await
}

fn good() -> Value {
    json!({
        "item": "pear", "count": 3, "total": 12, "weight": 1.5, "gift": false, "size": "Small",
        "extras": ["Bow"], "day": "2026-02-28",
    })
}

fn with(name: &str, value: Value) -> Value {
    let mut content = good();
    content[name] = value;
    content
}

/// The reply to one answer of a fresh flow.
async fn answered(content: Value) -> Reply<Result<Order, Refused>> {
    let mut client = Client::new();
    let handler = async |flow: &Flow| order(flow).await;
    client.send(json!(null), handler).await.asked();
    let answers = json!({"order": accept(content)});
    let (reply, log) = logged(client.send(answers, handler)).await;
    assert!(!log.contains("canary") && !log.contains("4711"), "{log}");
    reply
}

fn defaults(reply: &Reply<Result<Order, Refused>>) -> Map<String, Value> {
    let Reply::InputRequired(open) = reply else {
        panic!("{reply:?}")
    };
    let request = serde_json::to_value(&open.requests[0].1).unwrap();
    let properties = request["params"]["requestedSchema"]["properties"].as_object();
    let filled = properties.unwrap().iter().filter_map(|(name, field)| {
        let default = field.get("default")?;
        Some((name.clone(), default.clone()))
    });
    filled.collect()
}

/// Asked again with exactly these words, and with all other entries filled in.
async fn refused(name: &str, value: Value, violation: &str) {
    let reply = answered(with(name, value.clone())).await;
    assert_eq!(
        reply.message("order"),
        format!("{violation}.\n\nYour order?"),
        "{name}: {value}"
    );
    let shown = format!("{reply:?}");
    assert!(!shown.contains("canary") && !shown.contains("4711"));
    let mut others = good();
    others.as_object_mut().unwrap().remove(name);
    assert_eq!(Value::Object(defaults(&reply)), others, "{name}: {value}");
}

#[tokio::test]
async fn a_value_of_another_type_is_asked_again() {
    refused("item", json!(4711), "`Item` is not text").await;
    refused("count", json!("5"), "`Count` is not a whole number").await;
    refused("count", json!("4711"), "`Count` is not a whole number").await;
    refused("count", json!(true), "`Count` is not a whole number").await;
    refused("weight", json!("1.5"), "`Weight` is not a number").await;
    refused("gift", json!("true"), "`Gift?` is neither true nor false").await;
    refused("gift", json!(1), "`Gift?` is neither true nor false").await;
    refused("size", json!(0), "`Size` is none of the choices").await;
    refused(
        "extras",
        json!("Bow"),
        "`Extras` is not a list of the choices",
    )
    .await;
    refused("day", json!(4711), "`Day` is not text").await;
}

#[tokio::test]
async fn a_value_outside_its_bounds_is_asked_again() {
    refused("item", json!(""), "`Item` is shorter than 1 character").await;
    let long = "canary".repeat(9);
    refused("item", json!(long), "`Item` is longer than 10 characters").await;
    refused("count", json!(0), "`Count` is less than 1").await;
    refused("count", json!(4711), "`Count` is more than 99").await;
    refused("weight", json!(4711.5), "`Weight` is more than 40").await;
    refused("size", json!("canary"), "`Size` is none of the choices").await;
    refused("size", json!("small"), "`Size` is none of the choices").await;
    refused(
        "extras",
        json!(["canary"]),
        "`Extras` is none of the choices",
    )
    .await;
    let all = json!(["Wrap", "Card", "Bow"]);
    refused("extras", all, "`Extras` has more than 2 choices").await;
    refused(
        "extras",
        json!(["Bow", "Bow"]),
        "`Extras` has one choice twice",
    )
    .await;
}

#[tokio::test]
async fn a_day_that_the_calendar_does_not_have_is_asked_again() {
    let violation = "`Day` is not a date of the calendar such as 2026-02-28";
    for day in [
        "2026-02-30",
        "2026-13-01",
        "2025-02-29",
        "canary",
        "",
        "28.02.2026",
    ] {
        refused("day", json!(day), violation).await;
    }
}

#[tokio::test]
async fn fractions_and_numbers_that_were_rounded_are_asked_again() {
    refused("count", json!(5.5), "`Count` is not a whole number").await;
    refused("total", json!(-1), "`Total` is less than 0").await;
    let beyond: Value = serde_json::from_str("18446744073709551616").unwrap();
    refused("total", beyond, "`Total` is more than 18446744073709551615").await;
    let rounded: Value = serde_json::from_str("9007199254740993.0").unwrap();
    refused(
        "total",
        rounded,
        "`Total` is too large for a number with a fraction or an exponent; write its digits",
    )
    .await;
}

#[tokio::test]
async fn a13_every_field_that_breaks_a_rule_is_named_at_once() {
    let reply = answered(json!({"item": "", "count": -5, "size": "Small"})).await;
    assert_eq!(
        reply.message("order"),
        "`Item` is shorter than 1 character; `Count` is less than 1; `Total` is missing; `Gift?` is missing; `Extras` is \
         missing; `Day` is missing.\n\nYour order?"
    );
    assert_eq!(Value::Object(defaults(&reply)), json!({"size": "Small"}));
}

async fn taken(content: Value) -> Order {
    answered(content).await.complete().unwrap()
}

#[tokio::test]
async fn a_whole_number_may_have_a_point_and_nothing_more() {
    assert_eq!(taken(with("count", json!(5.0))).await.count, 5);
    let big = 9_007_199_254_740_993_u64;
    assert_eq!(taken(with("total", json!(big))).await.total, big);
    assert_eq!(taken(with("total", json!(u64::MAX))).await.total, u64::MAX);
    assert_eq!(taken(with("weight", json!(2))).await.weight, Some(2.0));
}

#[tokio::test]
async fn null_is_absent_and_unknown_members_are_dropped() {
    assert_eq!(taken(with("weight", json!(null))).await.weight, None);
    assert_eq!(taken(with("extras", json!([]))).await.extras, []);
    let extra = taken(with("canary", json!("canary"))).await;
    assert_eq!(extra, taken(good()).await);
    let reply = answered(with("count", json!(null))).await;
    assert!(
        reply.message("order").starts_with("`Count` is missing"),
        "{reply:?}"
    );
}

#[tokio::test]
async fn a14_an_accept_without_content_is_asked_again_and_no_refusal() {
    let handler = async |flow: &Flow| order(flow).await;
    for empty in [
        json!({"action": "accept"}),
        accept(json!(null)),
        accept(json!({})),
    ] {
        let mut client = Client::new();
        client.send(json!(null), handler).await.asked();
        let reply = client.send(json!({"order": empty}), handler).await;
        assert!(
            reply.message("order").starts_with("`Item` is missing"),
            "{reply:?}"
        );
    }
}

#[tokio::test]
async fn a22_content_of_a_refusal_is_not_looked_at() {
    let handler = async |flow: &Flow| order(flow).await;
    for content in [json!(null), json!({}), good(), json!({"item": 7}), json!(7)] {
        for (mut answer, declines) in [(decline(), true), (cancel(), false)] {
            answer["content"] = content.clone();
            let mut client = Client::new();
            client.send(json!(null), handler).await.asked();
            let reply = client.send(json!({"order": answer}), handler).await;
            let refused = reply.complete().unwrap_err();
            assert_eq!(matches!(refused, Refused::Declined { .. }), declines);
        }
    }
}

#[tokio::test]
async fn a_field_that_is_never_right_ends_the_call_with_its_name_and_rule() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| order(flow).await;
    client.send(json!(null), handler).await.asked();
    let answers = json!({"order": accept(with("day", json!("canary")))});
    for _ in 0..3 {
        client.send(answers.clone(), handler).await.asked();
    }
    let (ended, log) = logged(client.send(answers, handler)).await;
    assert_eq!(
        ended.text(),
        "`order` was asked again 3 times (`retries_per_question`) and has no valid answer: `Day` is not a date of the calendar such as 2026-02-28"
    );
    assert!(!log.contains("canary"), "{log}");
}

#[derive(Elicit, Debug)]
struct Mail {
    /// Email
    #[elicit(format = "email")]
    email: String,
}

#[mrtr_tool]
async fn mail() -> Result<String, Refused> {
    let mail = ask_elicit!(Mail, "Where to?").await?;
    Ok(mail.email)
}

/// Codex does not enforce formats itself, so the server's check is the only one.
#[tokio::test]
async fn a13_a_format_is_checked_by_the_server() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| mail(flow).await;
    client.send(json!(null), handler).await.asked();
    let nope = json!({"mail": accept(json!({"email": "nope"}))});
    let again = client.send(nope, handler).await;
    assert_eq!(
        again.message("mail"),
        "`Email` is not an email address.\n\nWhere to?"
    );
    let right = json!({"mail": accept(json!({"email": "a@example.com"}))});
    let done = client.send(right, handler).await;
    assert_eq!(done.complete(), Ok("a@example.com".to_owned()));
}
