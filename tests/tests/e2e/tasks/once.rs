//! Where rounds count once, and every run becomes a task: nothing runs for a request that is told to come again.

use super::bounds::{asked, bounded, nap, one, refusal};
use super::places::{Full, full};
use super::*;

#[tokio::test]
async fn r14_nothing_runs_ahead_of_a_task_that_there_is_no_place_for() {
    for (limits, limit) in full() {
        for tool in ["charge", "charge_in_a_task", "charge_unasked"] {
            let full = Full::with(limits.clone()).await;
            let more = match tool {
                "charge_unasked" => json!({}),
                _ => asked(&full.client, tool).await,
            };
            for _ in 0..2 {
                let refused = full.send(tool, &more).await;
                assert!(refusal(&refused).contains(limit), "{tool}: {refused:?}");
            }
            assert_eq!(full.count("charged"), 0, "{tool}");
            full.make_room().await;
            let created = full.send(tool, &more).await;
            assert_eq!(full.result(&created).await, "charged");
            // In its round and in its task, as all that is no capture.
            assert_eq!(full.count("charged"), 2, "{tool}");
        }
    }
}

#[tokio::test]
async fn r14_nothing_runs_ahead_of_a_task_for_a_client_that_knows_none_and_has_to() {
    let server = Server::with(bounded(one())).await;
    let client = server.client();
    let blind = server.hosted.raw().declaring(json!({"elicitation": {}}));
    let answers = asked(&client, "charge_in_a_task").await;
    let operation = call("charge_in_a_task");
    let refused = blind.send(&operation, answers.clone()).await;
    assert_eq!(refused.body["error"]["code"], -32021, "{refused:?}");
    assert_eq!(server.lab.effects.count("charged"), 0);
    let created = client.send(&operation, answers).await;
    assert_eq!(
        text(&look(&client, &id(&created), "completed").await),
        "charged"
    );
}

#[tokio::test]
async fn r14_a_client_that_waits_for_the_result_needs_no_place() {
    let full = Full::with(one()).await;
    let blind = full.server.hosted.raw();
    let blind = blind.declaring(json!({"elicitation": {}}));
    let answers = asked(&blind, "charge").await;
    let done = blind.send(&call("charge"), answers).await;
    assert_eq!(text(&json!({"result": done.result()})), "charged");
    assert_eq!(full.count("charged"), 1);
}

#[tokio::test]
async fn r14_a_place_is_free_again_when_its_round_ends_with_a_question() {
    let server = Server::with(bounded(one())).await;
    let client = server.client();
    let answers = asked(&client, "charge_the_patient").await;
    let operation = call("charge_the_patient");
    let more = client.send(&operation, answers).await;
    assert_eq!(keys(more.result()), ["really"]);
    nap(&server, &client).await;
    assert_eq!(server.lab.effects.count("charged"), 0);
}

/// Who says no ends the call, most likely.
#[tokio::test]
async fn r14_a_no_needs_no_place() {
    for (limits, _) in full() {
        for answer in [no(), accept(json!({"confirm": false}))] {
            let full = Full::with(limits.clone()).await;
            let asked = full.send("charge", &json!({})).await;
            let answers = retry(&asked, json!({ "start": answer }));
            let declined = full.send("charge", &answers).await;
            assert!(refusal(&declined).contains("declined"), "{declined:?}");
            full.make_room().await;
            assert_eq!(
                full.send("charge", &answers).await.result(),
                declined.result()
            );
            assert_eq!(full.count("charged"), 0);
        }
    }
}

/// It is not the same request later that charges again.
#[tokio::test]
async fn r14_a_no_that_comes_to_a_task_without_a_place_spends_its_round() {
    for (limits, limit) in full() {
        let full = Full::with(limits).await;
        let asked = full.send("charge_and_write", &json!({})).await;
        let answers = retry(&asked, json!({ "start": no() }));
        let refused = full.send("charge_and_write", &answers).await;
        assert!(refusal(&refused).contains(limit), "{refused:?}");
        full.make_room().await;
        let again = full.send("charge_and_write", &answers).await;
        assert_eq!(again.result(), refused.result());
        assert_eq!(full.count("charged"), 1);
    }
}
