//! `fill = &value`: forms that are filled in at run time.

use std::cell::Cell;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{InputRequest, Limits, Reply};
use serde_json::{Map, Value, json};

use crate::harness::{Client, Seen, accept, value, yes};
use crate::logs::logged;

#[derive(Elicit, Debug, PartialEq, Clone)]
#[elicit(fill)]
struct Edit {
    /// Title
    #[elicit(max_length = 8, default = "untitled")]
    title: String,
    #[elicit(min = 0, max = 100, default = 1)]
    hours: Option<u8>,
    #[elicit(format = "date")]
    due: Option<String>,
    weight: f64,
    urgent: bool,
    size: Size,
    tags: Vec<Tag>,
    #[serde(rename = "ref")]
    reference: u64,
}

#[derive(Choice, Debug, PartialEq, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Size {
    Small,
    Large,
}

#[derive(Choice, Debug, PartialEq, Clone, Copy)]
enum Tag {
    Home,
    Work,
}

fn now() -> Edit {
    Edit {
        title: "Print".to_owned(),
        hours: Some(7),
        due: Some("2026-02-28".to_owned()),
        weight: 0.5,
        urgent: false,
        size: Size::Large,
        tags: vec![Tag::Work],
        reference: u64::MAX,
    }
}

#[mrtr_tool]
async fn edit(now: &Edit) -> Result<Edit, Refused> {
    ask_elicit!(Edit, key = "edit", fill = now, "What shall change?").await
}

fn form<R: std::fmt::Debug>(reply: &Reply<R>) -> Value {
    let Reply::InputRequired(open) = reply else {
        panic!("{reply:?}")
    };
    let (_, request) = &open.requests[0];
    let InputRequest::Elicit { form, .. } = request else {
        panic!("{request:?}")
    };
    serde_json::to_value(form).unwrap()
}

/// What a client shows in the fields.
fn filled_in<R: std::fmt::Debug>(reply: &Reply<R>) -> Map<String, Value> {
    let form = form(reply);
    let fields = form["properties"].as_object().unwrap().iter();
    let default =
        |(name, field): (&String, &Value)| Some((name.clone(), field.get("default")?.clone()));
    fields.filter_map(default).collect()
}

#[tokio::test]
async fn a_form_comes_filled_in_and_accepted_unchanged_it_is_the_value() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| edit(flow, &now()).await;
    let asked = client.send(json!(null), handler).await;
    let shown = filled_in(&asked);
    let all = json!({
        "title": "Print", "hours": 7, "due": "2026-02-28", "weight": 0.5, "urgent": false, "size": "large", "tags": ["Work"],
        "ref": u64::MAX
    });
    assert_eq!(Value::Object(shown.clone()), all);
    let unchanged = json!({"edit": accept(Value::Object(shown))});
    assert_eq!(client.send(unchanged, handler).await.complete(), Ok(now()));
}

#[tokio::test]
async fn none_is_an_empty_field_whatever_its_default() {
    let mut client = Client::new();
    let none = Edit {
        hours: None,
        due: None,
        ..now()
    };
    let asked = client
        .send(json!(null), async |flow: &Flow| edit(flow, &none).await)
        .await;
    let shown = filled_in(&asked);
    assert!(
        !shown.contains_key("hours") && !shown.contains_key("due"),
        "{shown:?}"
    );
    assert_eq!(shown.len(), 6);
}

#[tokio::test]
async fn what_breaks_a_rule_is_left_out_and_the_log_names_field_and_rule_alone() {
    let mut client = Client::new();
    let old = Edit {
        title: "canary-Print".to_owned(),
        hours: Some(101),
        due: Some("2026-02-30".to_owned()),
        weight: f64::NAN,
        tags: vec![Tag::Work, Tag::Work],
        ..now()
    };
    let handler = async |flow: &Flow| edit(flow, &old).await;
    let (asked, log) = logged(client.send(json!(null), handler)).await;
    let rest = json!({"urgent": false, "size": "large", "ref": u64::MAX});
    assert_eq!(Value::Object(filled_in(&asked)), rest);
    for told in [
        "`Title` is longer than 8 characters",
        "`hours` is more than 100",
        "`due` is not a date",
        "`weight` is missing",
        "`tags`",
        "fill.rs",
        "WARN",
    ] {
        assert!(log.contains(told), "{told}: {log}");
    }
    assert!(!log.contains("canary") && !log.contains("02-30"), "{log}");
}

#[tokio::test]
async fn what_fits_is_not_logged() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| edit(flow, &now()).await;
    let (asked, log) = logged(client.send(json!(null), handler)).await;
    assert_eq!(asked.asked(), ["edit"]);
    assert!(!log.contains("left out"), "{log}");
}

#[tokio::test]
async fn asked_again_what_the_person_entered_stands_before_what_there_was() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| edit(flow, &now()).await;
    client.send(json!(null), handler).await.asked();
    let answer = json!({
        "title": "Scan", "hours": 101, "weight": 2, "urgent": true, "size": "large", "tags": [], "ref": 1
    });
    let again = client.send(json!({"edit": accept(answer)}), handler).await;
    assert!(again.message("edit").contains("`hours` is more than 100"));
    // The wrong entry gives way to what there was; the date was taken out, and stays out.
    let shown = json!({
        "title": "Scan", "hours": 7, "weight": 2.0, "urgent": true, "size": "large", "tags": [], "ref": 1
    });
    assert_eq!(Value::Object(filled_in(&again)), shown);
}

#[tokio::test]
async fn accepted_with_nothing_in_it_the_form_comes_filled_in_again() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| edit(flow, &now()).await;
    let first = client.send(json!(null), handler).await;
    let again = client
        .send(json!({"edit": {"action": "accept"}}), handler)
        .await;
    assert_eq!(filled_in(&again), filled_in(&first));
}

#[mrtr_tool]
async fn edit_then_sure(now: Edit) -> Result<Edit, Refused> {
    let new = ask_elicit!(Edit, key = "edit", fill = now, "What shall change?").await?;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(new)
}

/// As the list of a pick: the answer is to what was shown.
#[tokio::test]
async fn what_it_is_filled_in_with_is_part_of_the_question() {
    let mut client = Client::new();
    let first = async |flow: &Flow| edit_then_sure(flow, now()).await;
    let asked = client.send(json!(null), first).await;
    let unchanged = || json!({"edit": accept(Value::Object(filled_in(&asked)))});
    let other = Edit {
        hours: Some(8),
        ..now()
    };
    let changed = async |flow: &Flow| edit_then_sure(flow, other.clone()).await;
    let again = client.send(unchanged(), changed).await;
    assert_eq!(
        again.message("edit"),
        "This has changed since you were asked.\n\nWhat shall change?"
    );
    assert_eq!(filled_in(&again)["hours"], 8);
    let answered = client.send(unchanged(), changed).await;
    assert_eq!(answered.asked(), ["sure"]);
    let again = client.send(json!({}), first).await;
    assert_eq!(again.asked(), ["edit"], "a settled answer is dropped too");
}

#[mrtr_tool]
async fn edit_and_save(now: Edit) -> Result<(), Refused> {
    let new = ask_elicit!(Edit, key = "edit", fill = &now, "What shall change?").await?;
    capture!(key = "saved", new.hours);
    ask_confirm!(key = "sure", "Tell the others?").await
}

/// Saved ahead of another question, what there is has changed by the answer itself.
#[tokio::test]
async fn what_has_changed_behind_a_capture_ends_the_flow_and_the_log_says_how() {
    let mut client = Client::new();
    let first = async |flow: &Flow| edit_and_save(flow, now()).await;
    let asked = client.send(json!(null), first).await;
    let unchanged = json!({"edit": accept(Value::Object(filled_in(&asked)))});
    client.send(unchanged, first).await.asked();
    let other = Edit {
        urgent: true,
        ..now()
    };
    let saved = async |flow: &Flow| edit_and_save(flow, other).await;
    let (ended, log) = logged(client.send(json!({"sure": yes()}), saved)).await;
    assert!(ended.text().contains("edit"), "{ended:?}");
    assert!(
        log.contains("question_changed")
            && log.contains("is filled in with")
            && log.contains("capture!"),
        "{log}"
    );
}

#[mrtr_tool]
async fn edit_what_was_captured(loads: &Cell<u32>) -> Result<(u32, bool), Refused> {
    let now = capture!(key = "now", {
        loads.set(loads.get() + 1);
        loads.get()
    });
    let new = ask_elicit!(u32, key = "new", fill = now, title = "Hours", "How many?").await?;
    let yes = ask_elicit!(bool, key = "yes", fill = true, "Sure?").await?;
    Ok((new, yes))
}

#[tokio::test]
async fn a_captured_value_stays_what_the_form_is_filled_in_with() {
    let mut client = Client::new();
    let loads = Cell::new(6);
    let handler = async |flow: &Flow| edit_what_was_captured(flow, &loads).await;
    let asked = client.send(json!(null), handler).await;
    let field = json!({"type": "integer", "title": "Hours", "minimum": 0, "maximum": u32::MAX, "default": 7});
    assert_eq!(form(&asked)["properties"]["value"], field);
    let asked = client.send(json!({"new": value(7)}), handler).await;
    assert_eq!(form(&asked)["properties"]["value"]["default"], true);
    let done = client.send(json!({"yes": value(true)}), handler).await;
    assert_eq!(done.complete(), Ok((7, true)));
}

#[mrtr_tool]
async fn scalars(name: String, day: Option<String>) -> Result<(), Refused> {
    let (owned, lent): (&String, &str) = (&name, &name);
    let _ = tokio::try_join!(
        ask_elicit!(String, key = "owned", fill = owned, "Name?"),
        ask_elicit!(String, key = "lent", fill = lent, "Name?"),
        ask_elicit!(String, key = "moved", fill = name.clone(), "Name?"),
        ask_elicit!(String, key = "literal", fill = "Lyon", "Name?"),
        ask_elicit!(Option<String>, key = "optional", fill = day, "Day?"),
        ask_elicit!(Size, key = "size", fill = Size::Small, "Size?"),
        ask_elicit!(Vec<Tag>, key = "tags", fill = &vec![Tag::Home], "Tags?"),
        ask_elicit!(f32, key = "weight", fill = 0.1, or = 0.2, "Weight?"),
        ask_elicit!(Option<u8>, key = "none", fill = &None, "Age?"),
    )?;
    Ok(())
}

#[tokio::test]
async fn one_value_is_filled_in_too() {
    let mut client = Client::new();
    let (name, day) = ("Kim".to_owned(), Some("today".to_owned()));
    let handler = async |flow: &Flow| scalars(flow, name, day).await;
    let asked = client.send(json!(null), handler).await;
    let Reply::InputRequired(open) = asked else {
        panic!("{asked:?}")
    };
    let request = |request: &InputRequest| serde_json::to_value(request).unwrap();
    let default = |(key, of): &(String, InputRequest)| {
        let schema = &request(of)["params"]["requestedSchema"];
        (
            key.clone(),
            schema["properties"]["value"]["default"].clone(),
        )
    };
    let shown: Map<String, Value> = open.requests.iter().map(default).collect();
    let all = json!({
        "owned": "Kim", "lent": "Kim", "moved": "Kim", "literal": "Lyon", "optional": "today", "size": "small", "tags": ["Home"],
        "weight": 0.1, "none": null
    });
    assert_eq!(Value::Object(shown), all);
}

#[mrtr_tool]
async fn long(text: String) -> Result<String, Refused> {
    ask_elicit!(String, key = "text", fill = &text, "Text?").await
}

/// No answer could hold it.
#[tokio::test]
async fn more_than_an_answer_may_have_ends_the_call() {
    let answer_bytes = 1024;
    let mut client = Client::with(Limits {
        answer_bytes,
        ..Limits::default()
    });
    let around = accept(json!({"value": ""})).to_string().len();
    let fits = "x".repeat(answer_bytes - around);
    let more = format!("{fits}x");
    let ended = client
        .send(json!(null), async |flow: &Flow| long(flow, more).await)
        .await;
    assert_eq!(
        ended.text(),
        "`text` is filled in with more than the 1024 bytes that an answer may have (`answer_bytes`)."
    );
    let handler = async |flow: &Flow| long(flow, fits.clone()).await;
    client.send(json!(null), handler).await.asked();
    let done = client.send(json!({"text": value(&*fits)}), handler).await;
    assert_eq!(done.complete(), Ok(fits.clone()));
}
