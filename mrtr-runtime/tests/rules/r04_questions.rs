//! R4: an answer belongs to its question.

use std::sync::atomic::{AtomicUsize, Ordering};

use mrtr_runtime::prelude::*;
use serde_json::json;

use crate::harness::{Client, Seen, decline, value, yes};

#[mrtr_tool]
async fn delete_draft() -> Result<&'static str, Refused> {
    ask_confirm!(key = "sure", "Delete the draft?").await?;
    Ok("deleted")
}

#[mrtr_tool]
async fn delete_everything() -> Result<&'static str, Refused> {
    ask_confirm!(key = "sure", "Delete everything?").await?;
    Ok("deleted")
}

#[tokio::test]
async fn r4_a_reworded_question_drops_its_answer_and_is_asked_again() {
    for answer in [yes(), decline()] {
        let mut client = Client::new();
        client
            .send(json!(null), async |flow| delete_draft(flow).await)
            .await
            .asked();
        let again = client.send(json!({"sure": answer}), async |flow| {
            delete_everything(flow).await
        });
        let again = again.await;
        assert_eq!(again.asked(), ["sure"]);
        let message = again.message("sure");
        assert!(
            message.starts_with("This has changed since you were asked."),
            "{message}"
        );
        assert!(message.ends_with("Delete everything?"), "{message}");
        let done = client.send(json!({"sure": yes()}), async |flow| {
            delete_everything(flow).await
        });
        assert_eq!(done.await.complete(), Ok("deleted"));
    }
}

#[mrtr_tool]
async fn two(question: &str) -> Result<(String, String), Refused> {
    let a = ask_elicit!(String, "{question}").await?;
    let b = ask_elicit!(String, "B?").await?;
    Ok((a, b))
}

#[tokio::test]
async fn r4_a_changed_question_drops_what_was_recorded_after_it() {
    let mut client = Client::new();
    let old = async |flow: &Flow| two(flow, "A?").await;
    let new = async |flow: &Flow| two(flow, "A now?").await;
    client.send(json!(null), old).await.asked();
    assert_eq!(
        client.send(json!({"a": value("1")}), old).await.asked(),
        ["b"]
    );
    let again = client.send(json!({"b": value("2")}), new).await;
    assert_eq!(again.asked(), ["a"]);
    let then = client.send(json!({"a": value("3")}), new).await;
    // The answer to B came with the first A on the screen.
    assert_eq!(then.asked(), ["b"]);
    let done = client.send(json!({"b": value("4")}), new).await;
    assert_eq!(done.complete(), Ok(("3".to_owned(), "4".to_owned())));
}

#[mrtr_tool]
async fn transfer(price: u32) -> Result<String, Refused> {
    let account = ask_elicit!(String, about = price, "From which account?").await?;
    ask_confirm!(key = "sure", "Pay from it?").await?;
    Ok(format!("paid {price} from {account}"))
}

#[tokio::test]
async fn r4_a_yes_that_comes_as_what_it_was_based_on_changes_counts_for_nothing() {
    let mut client = Client::new();
    let cheap = async |flow: &Flow| transfer(flow, 1).await;
    let dear = async |flow: &Flow| transfer(flow, 1000).await;
    client.send(json!(null), cheap).await.asked();
    client
        .send(json!({"account": value("checking")}), cheap)
        .await
        .asked();
    let again = client.send(json!({"sure": yes()}), dear).await;
    assert_eq!(again.asked(), ["account"]);
    let other = json!({"account": value("savings")});
    assert_eq!(client.send(other, dear).await.asked(), ["sure"]);
}

#[mrtr_tool]
async fn three(question: &str) -> Result<String, Refused> {
    let a = ask_elicit!(String, "{question}").await?;
    let b = ask_elicit!(String, "B?").await?;
    let c = ask_elicit!(String, "C?").await?;
    Ok(a + &b + &c)
}

#[tokio::test]
async fn r4_an_answer_that_was_used_after_a_changed_one_is_asked_again() {
    let mut client = Client::new();
    let old = async |flow: &Flow| three(flow, "A?").await;
    let new = async |flow: &Flow| three(flow, "A now?").await;
    client.send(json!(null), old).await.asked();
    client.send(json!({"a": value("1")}), old).await.asked();
    client.send(json!({"b": value("2")}), old).await.asked();
    assert_eq!(client.send(json!({}), new).await.asked(), ["a"]);
    assert_eq!(
        client.send(json!({"a": value("3")}), new).await.asked(),
        ["b"]
    );
}

static RESERVED: AtomicUsize = AtomicUsize::new(0);

#[mrtr_tool]
async fn pay(question: &str) -> Result<usize, Refused> {
    ask_confirm!(key = "sure", "{question}").await?;
    let hold = capture!(RESERVED.fetch_add(1, Ordering::SeqCst));
    ask_confirm!(key = "really", "Really?").await?;
    Ok(hold)
}

#[tokio::test]
async fn r4_a_changed_question_before_a_capture_ends_the_flow() {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| pay(flow, "Pay 1?").await)
        .await
        .asked();
    let second = client
        .send(json!({"sure": yes()}), async |flow| {
            pay(flow, "Pay 1?").await
        })
        .await;
    assert_eq!(second.asked(), ["really"]);
    let ended = client
        .send(json!({"really": yes()}), async |flow| {
            pay(flow, "Pay 9?").await
        })
        .await;
    assert_eq!(
        ended.text(),
        "What `sure` asked about has changed. Call again."
    );
    assert_eq!(RESERVED.load(Ordering::SeqCst), 1);
}

#[mrtr_tool]
async fn as_a_form() -> Result<String, Refused> {
    ask_elicit!(String, key = "text", "Text?").await
}

#[mrtr_tool]
async fn as_a_sample() -> Option<String> {
    ask_sample!(key = "text", "Text?").await.text().ok()
}

#[tokio::test]
async fn r4_a_question_of_another_kind_is_another_question() {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| as_a_form(flow).await)
        .await
        .asked();
    let again = client.send(json!({"text": value("x")}), async |flow| {
        as_a_sample(flow).await
    });
    assert_eq!(again.await.asked(), ["text"]);
}

static NOW: AtomicUsize = AtomicUsize::new(0);

#[mrtr_tool]
async fn volatile() -> Result<(), Refused> {
    let now = NOW.fetch_add(1, Ordering::SeqCst);
    ask_confirm!(key = "sure", "It is {now}. Restart?").await
}

#[tokio::test]
async fn a50_a_question_that_differs_in_each_round_ends_at_the_third_drop() {
    let mut client = Client::new();
    let handler = async |flow: &Flow| volatile(flow).await;
    client.send(json!(null), handler).await.asked();
    for _ in 0..2 {
        assert_eq!(
            client.send(json!({"sure": yes()}), handler).await.asked(),
            ["sure"]
        );
    }
    let ended = client.send(json!({"sure": yes()}), handler).await;
    assert!(ended.text().contains("`sure`"), "{}", ended.text());
    assert!(ended.text().contains("capture!"), "{}", ended.text());
}

#[mrtr_tool]
async fn close(revision: u32) -> Result<u32, Refused> {
    ask_confirm!(key = "sure", about = revision, "Close it?").await?;
    Ok(revision)
}

#[tokio::test]
async fn r4_what_a_question_is_about_is_part_of_it() {
    let mut client = Client::new();
    client
        .send(json!(null), async |flow| close(flow, 1).await)
        .await
        .asked();
    let again = client
        .send(json!({"sure": yes()}), async |flow| close(flow, 2).await)
        .await;
    assert_eq!(
        again.message("sure"),
        "This has changed since you were asked.\n\nClose it?"
    );
    let done = client
        .send(json!({"sure": yes()}), async |flow| close(flow, 2).await)
        .await;
    assert_eq!(done.complete(), Ok(2));
}

#[mrtr_tool]
async fn three_about(revision: u32) -> bool {
    let (a, b, c) = tokio::join!(
        ask_confirm!(key = "a", about = revision, "A?"),
        ask_confirm!(key = "b", about = revision, "B?"),
        ask_confirm!(key = "c", about = revision, "C?"),
    );
    a.is_ok() && b.is_ok() && c.is_ok()
}

#[tokio::test]
async fn r4_questions_that_change_together_count_as_one_drop() {
    let mut client = Client::new();
    let all = json!({"a": yes(), "b": yes(), "c": yes()});
    for revision in 1..=3 {
        let asked = client
            .send(all.clone(), async |flow| three_about(flow, revision).await)
            .await;
        assert_eq!(asked.asked(), ["a", "b", "c"]);
    }
    let mut other = client.fork();
    let ended = other.send(all.clone(), async |flow| three_about(flow, 4).await);
    assert!(ended.await.text().contains("each round"), "the third drop");
    let done = client.send(all, async |flow| three_about(flow, 3).await);
    assert!(done.await.complete());
}
