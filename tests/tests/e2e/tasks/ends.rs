//! How a task that did not complete is told and counted.

use std::pin::Pin;
use std::time::SystemTime;

use mrtr_runtime::Clock;

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
async fn a_task_says_what_its_author_says_while_it_runs_and_not_when_it_has_ended() {
    let server = Server::start().await;
    let client = server.client();
    let asked = client.send(&call("migrate"), json!({})).await;
    let answers = retry(&asked, json!({"start": yes()}));
    let id = id(&client.send(&call("migrate"), answers).await);
    let open = look(&client, &id, "input_required").await;
    assert_eq!(open["statusMessage"], "migrating");
    client.send(&task("tasks/cancel", &id), json!({})).await;
    let cancelled = look(&client, &id, "cancelled").await;
    assert_eq!(cancelled.get("statusMessage"), None, "{cancelled}");

    let writes = tool("writes_in_a_task", json!({"letters": 3}));
    let created = client.send(&writes, json!({})).await;
    assert_eq!(created.result()["statusMessage"], "writing");
    let id = super::id(&created);
    let done = look(&client, &id, "completed").await;
    assert_eq!(text(&done), "xxx");
    assert_eq!(done.get("statusMessage"), None, "{done}");
}

/// A clock whose timers are late.
struct Late;

impl Clock for Late {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn sleep(&self, _: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(std::future::pending())
    }
}

#[tokio::test]
async fn a_task_that_is_over_when_somebody_looks_is_counted_though_its_timer_has_not_ended_it() {
    let mrtr = Mrtr::builder().keys(Keys::new([[1; 32]]).unwrap());
    let mrtr = mrtr.audience("lab").single_user().clock(Late);
    let server = Server::with(mrtr.build().unwrap()).await;
    let client = server.client();
    let id = id(&client.send(&call("doze"), json!({})).await);
    look(&client, &id, "failed").await;
    let mrtr = server.lab.mrtr();
    let failed = || mrtr.counters().get(Counter::Failed, "flow_time");
    until("it is counted", || failed() > 0).await;
    assert_eq!(mrtr.counters().total(Counter::Failed), 1);
    assert_eq!(server.lab.effects.count("released"), 1);
}
