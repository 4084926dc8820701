//! Loops whose rows come and go, between two requests and across a deploy.

use mrtr_runtime::prelude::*;
use serde_json::json;

use super::{Effects, UPDATED};
use crate::harness::{Client, Seen, decline, yes};

#[mrtr_tool]
async fn archives(effects: &Effects, rows: &[&str]) -> Result<Vec<String>, Refused> {
    let mut done = Vec::new();
    for row in rows {
        if ask_confirm!(key = "sure", of = row, "Archive {row}?")
            .await
            .is_ok()
        {
            let number = capture!(key = "archive", of = row, effects.run(*row));
            done.push(format!("{row} {number}"));
        }
    }
    Ok(done)
}

#[mrtr_tool]
async fn deletes(effects: &Effects, rows: &[&str]) -> Result<Vec<String>, Refused> {
    let mut done = Vec::new();
    for row in rows {
        if ask_confirm!(key = "sure", of = row, "Delete {row}?")
            .await
            .is_ok()
        {
            let number = capture!(key = "archive", of = row, effects.run(*row));
            done.push(format!("{row} {number}"));
        }
    }
    Ok(done)
}

/// The only question that is asked: its key on the wire, and its message.
fn question<R: std::fmt::Debug>(reply: &Reply<R>) -> (String, String) {
    let key = reply.asked()[0].to_owned();
    let message = reply.message(&key).to_owned();
    (key, message)
}

#[tokio::test]
async fn a51_a58_rows_that_vanish_come_or_move_keep_to_their_own_answers_and_captures() {
    let (mut client, effects) = (Client::new(), Effects::default());
    let with = async |flow: &Flow, rows: &[&str]| archives(flow, &effects, rows).await;
    let a = client
        .send(json!(null), async |flow| with(flow, &["a", "b", "c"]).await)
        .await;
    let (key_of_a, message) = question(&a);
    assert_eq!(message, "Archive a?");
    let b = client.send(json!({key_of_a.clone(): yes()}), async |flow| {
        with(flow, &["a", "b", "c"]).await
    });
    let (key_of_b, message) = question(&b.await);
    assert_eq!(message, "Archive b?");
    // `b` is gone when the answer to it comes, `a` has moved to the end, and `d` has come.
    let c = client.send(json!({key_of_b: yes()}), async |flow| {
        with(flow, &["d", "c", "a"]).await
    });
    let (key_of_d, message) = question(&c.await);
    assert_eq!(message, "Archive d?", "no answer of another row");
    let c = client.send(json!({key_of_d: decline()}), async |flow| {
        with(flow, &["d", "c", "a"]).await
    });
    let (key_of_c, message) = question(&c.await);
    assert_eq!(message, "Archive c?");
    let done = client.send(json!({key_of_c: yes()}), async |flow| {
        with(flow, &["d", "c", "a"]).await
    });
    assert_eq!(
        done.await.complete(),
        Ok(vec!["c 2".to_owned(), "a 1".to_owned()])
    );
    assert_eq!(effects.done(), ["a", "c"], "each once, and `b` never");
}

#[tokio::test]
async fn a51_a_row_that_vanished_and_is_back_has_the_answer_that_came_for_it() {
    let (mut client, effects) = (Client::new(), Effects::default());
    let with = async |flow: &Flow, rows: &[&str]| archives(flow, &effects, rows).await;
    let a = client
        .send(json!(null), async |flow| with(flow, &["a", "b"]).await)
        .await;
    let (key_of_a, _) = question(&a);
    let b = client.send(json!({key_of_a: yes()}), async |flow| {
        with(flow, &["b"]).await
    });
    let (key_of_b, _) = question(&b.await);
    let done = client.send(json!({key_of_b: yes()}), async |flow| {
        with(flow, &["a", "b"]).await
    });
    assert_eq!(
        done.await.complete(),
        Ok(vec!["a 1".to_owned(), "b 2".to_owned()])
    );
}

#[tokio::test]
async fn a51_rows_under_a_reworded_question_are_asked_again_and_end_the_flow_where_one_was_captured()
 {
    let (mut client, effects) = (Client::new(), Effects::default());
    let old = async |flow: &Flow| archives(flow, &effects, &["a", "b"]).await;
    let new = async |flow: &Flow| deletes(flow, &effects, &["a", "b"]).await;
    let (key_of_a, _) = question(&client.send(json!(null), old).await);
    let mut other = client.fork();
    let again = client.send(json!({key_of_a.clone(): yes()}), new).await;
    assert_eq!(
        question(&again).1,
        "This has changed since you were asked.\n\nDelete a?"
    );
    let (key_of_b, _) = question(&other.send(json!({key_of_a: yes()}), old).await);
    let ended = other.send(json!({key_of_b: yes()}), new).await;
    assert_eq!(
        ended.text(),
        "What `sure` asked about has changed. Call again."
    );
    assert_eq!(effects.done(), ["a"]);
}

#[mrtr_tool(version = 2)]
async fn archives_in_version_2(effects: &Effects, rows: &[&str]) -> Result<Vec<String>, Refused> {
    let mut done = Vec::new();
    for row in rows {
        if ask_confirm!(key = "sure", of = row, "Archive {row}?")
            .await
            .is_ok()
        {
            let number = capture!(key = "archive", of = row, effects.run(*row));
            done.push(format!("{row} {number}"));
        }
    }
    Ok(done)
}

#[tokio::test]
async fn r15_a_new_version_captures_no_other_row_while_one_of_the_old_version_is_out() {
    let (mut client, effects) = (Client::new(), Effects::default());
    let old = async |flow: &Flow| archives(flow, &effects, &["a", "b"]).await;
    let (key_of_a, _) = question(&client.send(json!(null), old).await);
    let (key_of_b, _) = question(&client.send(json!({key_of_a: yes()}), old).await);
    let new = async |flow: &Flow| archives_in_version_2(flow, &effects, &["b", "a"]).await;
    let ended = client.send(json!({key_of_b: yes()}), new).await;
    assert_eq!(ended.text(), UPDATED);
    assert_eq!(effects.done(), ["a"]);
}
