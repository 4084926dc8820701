//! How many tasks there may be: running ones, those of one caller, and those that have ended.

use super::*;

/// Settings with these limits, whose callers are told apart by what they authorize themselves with.
pub(super) fn bounded(limits: Limits) -> Mrtr {
    let caller = |context: &RequestContext<RoleServer>| {
        let parts = context.extensions.get::<axum::http::request::Parts>()?;
        let header = parts.headers.get("Authorization");
        let header = header.map_or("nobody", |header| header.to_str().unwrap());
        Some(Principal::new("tests", header))
    };
    let mrtr = Mrtr::builder().keys(Keys::new([[1; 32]]).unwrap());
    let mrtr = mrtr.audience("lab").principal(caller).limits(limits);
    mrtr.store(MemoryStore::new()).build().unwrap()
}

pub(super) fn refusal(answer: &RawAnswer) -> &str {
    assert_eq!(answer.result()["isError"], true, "{answer:?}");
    answer.result()["content"][0]["text"].as_str().unwrap()
}

/// Begins a task that waits at the gate, which is closed for those before it.
pub(super) async fn nap(server: &Server, client: &Raw) -> String {
    let asleep = server.lab.effects.count("asleep");
    let id = id(&client.send(&call("nap"), json!({})).await);
    until("the task sleeps", || {
        server.lab.effects.count("asleep") == asleep + 1
    })
    .await;
    id
}

const ALL_RUN: &str = "1 tasks are running here already (`tasks`). Try again later.";

pub(super) fn one() -> Limits {
    Limits {
        tasks: 1,
        ..Limits::default()
    }
}

#[tokio::test]
async fn no_more_tasks_run_than_may() {
    let server = Server::with(bounded(one())).await;
    let client = server.client();
    let napping = nap(&server, &client).await;
    let refused = client.send(&call("nap"), json!({})).await;
    assert_eq!(refusal(&refused), ALL_RUN);
    server.lab.effects.open_gate();
    look(&client, &napping, "completed").await;
    let next = client.send(&call("nap"), json!({})).await;
    assert_eq!(next.result()["resultType"], "task", "its place is free");
}

#[tokio::test]
async fn no_caller_has_more_tasks_than_one_may_have() {
    let limits = Limits {
        tasks: 3,
        tasks_per_caller: 2,
        ..Limits::default()
    };
    let server = Server::with(bounded(limits)).await;
    let ada = server.client().authorization("ada");
    let bob = server.client().authorization("bob");
    nap(&server, &ada).await;
    let second = nap(&server, &ada).await;
    let refused = ada.send(&call("nap"), json!({})).await;
    assert_eq!(
        refusal(&refused),
        "2 tasks of yours are running here already (`tasks_per_caller`). Try again later."
    );
    nap(&server, &bob).await;
    let refused = bob.send(&call("nap"), json!({})).await;
    assert!(refusal(&refused).contains("(`tasks`)"), "{refused:?}");
    let counters = server.lab.mrtr().counters();
    assert_eq!(counters.get(Counter::Failed, "tasks_per_caller"), 1);
    assert_eq!(counters.get(Counter::Failed, "tasks"), 1);

    ada.send(&task("tasks/cancel", &second), json!({})).await;
    for _ in 0..3 {
        server.lab.effects.open_gate();
    }
    look(&ada, &second, "cancelled").await;
    let next = ada.send(&call("nap"), json!({})).await;
    assert_eq!(next.result()["resultType"], "task", "its place is free");
}

/// A call that has asked, and what is to be sent to go on.
pub(super) async fn asked(client: &Raw, tool: &str) -> Value {
    let asked = client.send(&call(tool), json!({})).await;
    retry(&asked, json!({"start": yes()}))
}

#[tokio::test]
async fn r14_a_round_that_finds_no_place_is_not_spent() {
    let per_caller = Limits {
        tasks_per_caller: 1,
        ..Limits::default()
    };
    for (limits, limit) in [(one(), "(`tasks`)"), (per_caller, "(`tasks_per_caller`)")] {
        for (tool, result) in [("migrate_once", "run 1"), ("reserve_once", "reserved 1")] {
            let server = Server::with(bounded(limits.clone())).await;
            let client = server.client();
            let napping = nap(&server, &client).await;
            let answers = asked(&client, tool).await;
            for _ in 0..2 {
                let refused = client.send(&call(tool), answers.clone()).await;
                assert!(refusal(&refused).contains(limit), "{tool}: {refused:?}");
            }
            assert_eq!(server.lab.effects.count("reserved"), 0, "in vain");
            server.lab.effects.open_gate();
            look(&client, &napping, "completed").await;

            let first = client.send(&call(tool), answers.clone()).await;
            let done = look(&client, &id(&first), "completed").await;
            assert_eq!(text(&done), result);
            let again = client.send(&call(tool), answers).await;
            assert_eq!(id(&again), id(&first), "now it is spent");
        }
    }
}

#[tokio::test]
async fn r14_a_round_of_a_client_without_tasks_is_not_spent() {
    let server = Server::with(bounded(Limits::default())).await;
    let (client, plain) = (server.client(), server.hosted.raw());
    let answers = asked(&client, "must_be_a_task_once").await;
    for _ in 0..2 {
        let refused = plain
            .send(&call("must_be_a_task_once"), answers.clone())
            .await;
        assert_eq!(refused.code(), -32021);
    }
    let created = client.send(&call("must_be_a_task_once"), answers).await;
    assert_eq!(
        text(&look(&client, &id(&created), "completed").await),
        "started"
    );
}

/// A task that has ended.
async fn ended(client: &Raw) -> String {
    let id = id(&client.send(&call("reports_in_a_task"), json!({})).await);
    look(client, &id, "completed").await;
    id
}

async fn is_there(client: &Raw, id: &str) -> bool {
    let found = client.send(&task("tasks/get", id), json!({})).await;
    if found.body.get("error").is_some() {
        assert_eq!(found.code(), -32602);
        assert_eq!(found.body["error"]["message"], "unknown task");
        return false;
    }
    true
}

#[tokio::test]
async fn no_more_tasks_that_have_ended_are_kept_than_may() {
    let limits = Limits {
        ended_tasks: 2,
        ..Limits::default()
    };
    let server = Server::with(bounded(limits)).await;
    let ada = server.client().authorization("ada");
    let bob = server.client().authorization("bob");
    let running = nap(&server, &ada).await;
    let (first, second) = (ended(&ada).await, ended(&ada).await);
    assert!(is_there(&ada, &first).await && is_there(&ada, &second).await);
    let third = ended(&ada).await;
    assert!(!is_there(&ada, &first).await, "the oldest");
    assert!(is_there(&ada, &second).await && is_there(&ada, &third).await);

    let bobs = ended(&bob).await;
    for _ in 0..3 {
        ended(&ada).await;
    }
    assert!(is_there(&bob, &bobs).await, "who has less keeps it");
    assert!(is_there(&ada, &running).await, "a running one never leaves");
}

/// A task that has ended, with so many letters for its result.
async fn written(client: &Raw, letters: usize) -> String {
    let writes = tool("writes_in_a_task", json!({ "letters": letters }));
    let id = id(&client.send(&writes, json!({})).await);
    let ended = async {
        while is_there(client, &id).await
            && client.send(&task("tasks/get", &id), json!({})).await.body["result"]["status"]
                == "working"
        {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    ended.in_time().await;
    id
}

#[tokio::test]
async fn no_more_is_kept_of_what_ended_tasks_gave_than_may() {
    // A result takes some bytes more than its letters.
    let limits = Limits {
        ended_tasks_bytes: 3000,
        ..Limits::default()
    };
    let server = Server::with(bounded(limits)).await;
    let ada = server.client().authorization("ada");
    let bob = server.client().authorization("bob");
    let bobs = written(&bob, 100).await;
    let (first, second) = (written(&ada, 1000).await, written(&ada, 1000).await);
    assert!(is_there(&ada, &first).await && is_there(&ada, &second).await);
    let third = written(&ada, 1500).await;
    assert!(
        !is_there(&ada, &first).await,
        "the oldest of who takes most"
    );
    assert!(is_there(&ada, &second).await && is_there(&ada, &third).await);
    let much = written(&ada, 2950).await;
    assert!(!is_there(&ada, &much).await, "too much by itself");
    assert!(is_there(&bob, &bobs).await, "who takes less keeps it");
}
