//! How a task that did not complete is told and counted.

use super::*;

#[tokio::test]
async fn a_cancelled_task_is_counted_as_one_whether_it_asks_or_works() {
    for (tool, status) in [("even_in_a_task", "input_required"), ("nap", "working")] {
        let server = Server::start().await;
        let client = server.client();
        let id = id(&client.send(&call(tool), json!({})).await);
        look(&client, &id, status).await;
        if tool == "nap" {
            let effects = server.lab.effects.clone();
            until("the task runs", || effects.count("asleep") == 1).await;
        }
        client.send(&task("tasks/cancel", &id), json!({})).await;
        server.lab.effects.open_gate();
        look(&client, &id, "cancelled").await;
        let counters = server.lab.mrtr().counters();
        assert_eq!(counters.get(Counter::Failed, "cancelled"), 1, "{tool}");
        assert_eq!(counters.total(Counter::Failed), 1, "{counters:?}");
    }
}

#[tokio::test]
async fn a_failed_task_tells_what_its_error_tells() {
    let server = Server::start().await;
    let client = server.client();
    for (tool, message) in [
        ("fails_in_a_task", "there is no such table"),
        ("panics_in_a_task", "Internal error"),
    ] {
        let id = id(&client.send(&call(tool), json!({})).await);
        let failed = look(&client, &id, "failed").await;
        assert_eq!(failed["error"]["message"], message);
        assert_eq!(failed["statusMessage"], message);
        assert!(!failed.to_string().contains("secret"), "{failed}");
    }
}

#[tokio::test]
async fn a_task_that_did_not_fail_keeps_what_its_author_says() {
    let server = Server::start().await;
    let client = server.client();
    let asked = client.send(&call("migrate"), json!({})).await;
    let answers = retry(&asked, json!({"start": yes()}));
    let id = id(&client.send(&call("migrate"), answers).await);
    let open = look(&client, &id, "input_required").await;
    assert_eq!(open["statusMessage"], "migrating");
}
