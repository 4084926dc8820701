//! A handler that asks for everything, and looks at everything that it gets.

use futures_util::future::{join, join3};
use mrtr_runtime::prelude::*;
use mrtr_runtime::{SampleTool, ToolUse};
use serde_json::{Value, json};

/// The most requests of its flow.
pub(super) const REQUESTS: u32 = 12;

#[derive(Elicit)]
struct Stay {
    /// City
    #[elicit(min_length = 2, max_length = 6)]
    city: String,
    /// Nights
    #[elicit(min = 1, max = 5)]
    nights: u8,
    total: i64,
    #[elicit(max = 40)]
    weight: Option<f64>,
    room: Room,
    #[elicit(max_items = 2)]
    extras: Vec<Extra>,
    #[elicit(format = "date")]
    day: String,
    early: bool,
}

#[derive(Choice, Debug, PartialEq)]
enum Room {
    Single,
    Double,
}

#[derive(Choice, Debug, PartialEq)]
enum Extra {
    Breakfast,
    Parking,
    Dog,
}

#[mrtr_tool]
pub(super) async fn visit(said: &str) -> Result<(), String> {
    let stay = ask_elicit!(Stay, key = "stay", "Where to, {said}?");
    let advice = ask_sample!(key = "advice", "Where shall {said} go?");
    let (stay, advice, roots) = join3(stay, advice, ask_roots!(key = "roots")).await;
    let _ = advice.text();
    let _ = roots.iter().count();
    if let Ok(stay) = &stay {
        looked_at(stay);
    }
    let kept: u32 = capture!(key = "kept", 7_u32);
    assert_eq!(kept, 7);
    let page = async {
        let page = ask_url!(
            PAGE,
            key = "page",
            until = said.contains('p').then_some(7),
            "Pay, {said}"
        );
        page.await
    };
    let agent = ask_sample!(key = "agent", tools = [tool()], run = run, "Help {said}");
    let (paid, helped) = join(page, agent).await;
    assert!(
        paid.is_err() || said.contains('p'),
        "a page that is not done"
    );
    assert!(helped.tool_uses().is_empty(), "a call that was not run");
    for place in 0..2 {
        ask_confirm!(key = "sure", of = place, "Sure of {place}, {said}?")
            .await
            .map_err(|refused| refused.to_string())?;
    }
    let name: Option<String> = ask_elicit!(Option<String>, key = "name", "{said}: {said:?}")
        .await
        .map_err(|refused| refused.to_string())?;
    assert!(name.is_none_or(|name| name.len() < 400));
    Ok(())
}

pub(super) const HOST: &str = "pay.example.com";
const PAGE: &str = "https://pay.example.com/42";

fn tool() -> SampleTool {
    SampleTool::new("look_up", "Looks it up", json!({"type": "object"}))
}

async fn run(call: ToolUse) -> Result<Value, String> {
    assert_eq!(call.name, "look_up");
    assert!(call.input.is_object());
    match call.input.get("word") {
        Some(word) => Ok(word.clone()),
        None => Err(call.id),
    }
}

/// R7: what breaks a rule of its form never gets here.
fn looked_at(stay: &Stay) {
    assert!((2..=6).contains(&stay.city.chars().count()));
    assert!((1..=5).contains(&stay.nights));
    assert!(stay.weight.is_none_or(|weight| weight <= 40.0));
    assert!(stay.extras.len() <= 2);
    assert_eq!(stay.day.len(), 10);
    let _ = (stay.total, &stay.room, stay.early);
}
