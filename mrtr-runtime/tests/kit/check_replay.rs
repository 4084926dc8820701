//! What differs from run to run is found, and told with the key.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};

use mrtr_runtime::prelude::*;
use mrtr_runtime::testing::{Script, TestClient};

/// Another number each time.
#[derive(Default)]
struct Dice(AtomicU32);

impl Dice {
    fn throw(&self) -> u32 {
        self.0.fetch_add(1, Ordering::SeqCst)
    }
}

/// What `check_replay` says, but for the transcript.
async fn said<R: std::fmt::Debug>(
    script: Script,
    handler: impl AsyncFnMut(&Flow) -> Reply<R>,
) -> String {
    let run = TestClient::new().check_replay(&script, handler);
    let error = run.await.unwrap_err().to_string();
    error.split("\n\n").next().unwrap().to_owned()
}

#[mrtr_tool(single_use)]
async fn steady(dice: &Dice) -> Result<u32, Refused> {
    let number = capture!(dice.throw());
    ask_confirm!(key = "one", "Take {number}?").await?;
    let (two, three) = tokio::join!(ask_confirm!("Two?"), ask_elicit!(u8, "Three?"));
    two?;
    three?;
    Ok(dice.throw())
}

#[tokio::test]
async fn a_handler_that_replays_runs_to_its_end() {
    let script = Script::new()
        .confirm("one")
        .confirm("two")
        .value("three", 3);
    let dice = Dice::default();
    let client = TestClient::new();
    let run = client.check_replay(&script, async |flow| steady(flow, &dice).await);
    let run = run.await.unwrap();
    assert_eq!(run.asked(), [vec!["one"], vec!["two", "three"]]);
    assert_eq!(run.evaluated("number"), 1);
}

#[mrtr_tool]
async fn rolls(dice: &Dice) -> Result<(), Refused> {
    ask_confirm!(key = "one", "One?").await?;
    let number = dice.throw();
    ask_confirm!(key = "two", "Take {number}?").await
}

#[tokio::test]
async fn a_question_that_differs_is_shown_both_ways() {
    let (dice, script) = (Dice::default(), Script::new().confirm("one").confirm("two"));
    let said = said(script, async |flow| rolls(flow, &dice).await).await;
    let start = "`two` came out differently when request 2 was run once more. Usual cause: a clock";
    assert!(said.starts_with(start), "{said}");
    assert!(
        said.contains("Take 0?") && said.contains("Take 1?"),
        "{said}"
    );
}

#[mrtr_tool]
async fn branches(dice: &Dice) -> Result<(), Refused> {
    if dice.throw().is_multiple_of(2) {
        ask_confirm!(key = "even", "Even?").await
    } else {
        ask_confirm!(key = "odd", "Odd?").await
    }
}

#[tokio::test]
async fn keys_that_differ_are_named() {
    let (dice, script) = (Dice::default(), Script::new().confirm("even"));
    let said = said(script, async |flow| branches(flow, &dice).await).await;
    let start = "it asked `odd` when request 1 was run once more, and `even` at first.";
    assert!(said.starts_with(start), "{said}");
}

#[mrtr_tool]
async fn returns(dice: &Dice) -> Result<(), Refused> {
    if dice.throw() == 0 {
        ask_confirm!(key = "first", "First?").await?;
    }
    Ok(())
}

#[tokio::test]
async fn an_end_that_differs_is_named() {
    let (dice, script) = (Dice::default(), Script::new().confirm("first"));
    let said = said(script, async |flow| returns(flow, &dice).await).await;
    let start = "it asked nothing when request 1 was run once more, and `first` at first.";
    assert!(said.starts_with(start), "{said}");
}

#[mrtr_tool]
async fn captures(dice: &Dice) -> Result<u32, Refused> {
    let mut sum = 0;
    if dice.throw() != 1 {
        sum = capture!(key = "sum", 5);
    }
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(sum)
}

#[tokio::test]
async fn a_capture_that_differs_is_named() {
    let (dice, script) = (Dice::default(), Script::new().confirm("sure"));
    let found = said(script.clone(), async |flow| captures(flow, &dice).await).await;
    let start = "it did not come by the capture `sum` when request 1 was run once more.";
    assert!(found.starts_with(start), "{found}");
    dice.0.store(1, Ordering::SeqCst);
    let found = said(script, async |flow| captures(flow, &dice).await).await;
    let start = "it came by the capture `sum` only when request 1 was run once more.";
    assert!(found.starts_with(start), "{found}");
}

#[mrtr_tool]
async fn asks_once(has_asked: bool) -> Result<(), Refused> {
    if !has_asked {
        ask_confirm!(key = "sure", "Sure?").await?;
        return Ok(());
    }
    ask_confirm!(key = "other", "Other?").await
}

#[mrtr_tool]
async fn forgets_to_capture(dice: &Dice) -> Result<u32, Refused> {
    let number = capture!(dice.throw());
    let other = dice.throw();
    ask_confirm!(key = "sure", "Take {number} and {other}?").await?;
    Ok(number)
}

#[tokio::test]
async fn a_question_behind_a_new_capture_is_looked_at_where_it_replays() {
    let (dice, script) = (Dice::default(), Script::new().confirm("sure"));
    let said = said(script, async |flow| forgets_to_capture(flow, &dice).await).await;
    let start = "`sure` came out differently when request 2 came without answers.";
    assert!(said.starts_with(start), "{said}");
    assert!(
        said.contains("Take 0 and 1?") && said.contains("Take 0 and 4?"),
        "{said}"
    );
}

#[mrtr_tool]
async fn chooses(dice: &Dice) -> Result<u32, Refused> {
    let number = capture!(dice.throw());
    let sum = match number {
        0 => capture!(key = "zero", 10),
        _ => capture!(key = "more", 20),
    };
    ask_confirm!(key = "sure", "Take {sum}?").await?;
    Ok(sum)
}

#[tokio::test]
async fn what_follows_from_a_new_capture_may_differ() {
    let (dice, script) = (Dice::default(), Script::new().confirm("sure"));
    let run = TestClient::new().check_replay(&script, async |flow| chooses(flow, &dice).await);
    assert_eq!(run.await.unwrap().result(), &Ok(10));
}

#[mrtr_tool]
async fn captures_late(captures: bool) -> Result<u32, Refused> {
    let mut sum = 0;
    if captures {
        sum = capture!(key = "sum", 5);
    }
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(sum)
}

#[tokio::test]
async fn a_capture_that_is_new_in_a_replay_is_named() {
    let runs = Cell::new(0);
    let said = said(Script::new().confirm("sure"), async |flow| {
        runs.set(runs.get() + 1);
        captures_late(flow, runs.get() == 3).await
    });
    let said = said.await;
    let start = "it came by the capture `sum` only when request 2 came without answers.";
    assert!(said.starts_with(start), "{said}");
}

/// Every prefix of a run ends at the same ask.
#[tokio::test]
async fn a_round_without_answers_comes_to_what_is_open() {
    let runs = Cell::new(0);
    let handler = async |flow: &Flow| {
        runs.set(runs.get() + 1);
        // The third: request 1 twice, and request 2 without answers.
        asks_once(flow, runs.get() == 3).await
    };
    let said = said(Script::new().confirm("sure"), handler).await;
    let start = "it asked `other` when request 2 came without answers, and `sure` at first.";
    assert!(said.starts_with(start), "{said}");
}

#[mrtr_tool(max_requests = 2)]
async fn short() -> Result<(), Refused> {
    ask_confirm!(key = "sure", "Sure?").await
}

#[tokio::test]
async fn a_flow_with_no_request_to_spare_is_no_mistake() {
    let script = Script::new().confirm("sure");
    let run = TestClient::new().check_replay(&script, async |flow| short(flow).await);
    run.await.unwrap();
}
