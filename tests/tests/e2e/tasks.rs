//! Calls that become tasks (SEP-2663).

mod bounds;
mod declared;
mod ends;
mod kinds;
mod limits;
mod once;
mod places;
mod unseen;

use std::time::Duration;

use mrtr_runtime::{Counter, Keys, Limits, MemoryStore, Mrtr, MrtrServer as _, Principal};
use mrtr_tests::answers::{accept, no, value, yes};
use mrtr_tests::{
    Deadline as _, Hosted, Lab, Operation, Person, Raw, RawAnswer, Wire, task, tool, until,
};
use rmcp::RoleServer;
use rmcp::service::RequestContext;
use serde_json::{Value, json};

const TASKS: &str = "io.modelcontextprotocol/tasks";

struct Server {
    lab: Lab,
    hosted: Hosted<Lab>,
}

impl Server {
    async fn start() -> Self {
        Self::with(mrtr_tests::lab_mrtr(&[1])).await
    }

    async fn with(mrtr: Mrtr) -> Self {
        let lab = Lab::new(mrtr);
        let hosted = Hosted::start(lab.clone(), Wire::Http).await;
        Self { lab, hosted }
    }

    /// A client that knows tasks.
    fn client(&self) -> Raw {
        let capabilities = json!({"elicitation": {}, "extensions": {TASKS: {}}});
        self.hosted.raw().declaring(capabilities)
    }
}

fn call(name: &str) -> Operation {
    tool(name, json!({}))
}

fn retry(asked: &RawAnswer, answers: Value) -> Value {
    json!({"requestState": asked.result()["requestState"], "inputResponses": answers})
}

fn id(created: &RawAnswer) -> String {
    assert_eq!(created.result()["resultType"], "task", "{created:?}");
    created.result()["taskId"].as_str().unwrap().to_owned()
}

/// The task once it is in this status.
async fn look(client: &Raw, id: &str, status: &str) -> Value {
    let looking = async {
        loop {
            let found = client.send(&task("tasks/get", id), json!({})).await;
            if found.result()["status"] == status {
                return found.result().clone();
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    looking.in_time().await
}

async fn update(client: &Raw, id: &str, answers: Value) {
    let answers = json!({ "inputResponses": answers });
    let done = client.send(&task("tasks/update", id), answers).await;
    assert_eq!(done.result()["resultType"], "complete");
}

fn keys(task: &Value) -> Vec<&str> {
    let requests = task["inputRequests"].as_object().unwrap();
    requests.keys().map(String::as_str).collect()
}

fn text(task: &Value) -> &str {
    task["result"]["content"][0]["text"].as_str().unwrap()
}

#[tokio::test]
async fn a78_a_call_asks_first_becomes_a_task_and_asks_on_through_it() {
    let server = Server::start().await;
    let client = server.client();
    let asked = client.send(&call("migrate"), json!({})).await;
    assert_eq!(asked.result()["resultType"], "input_required");
    let answers = retry(&asked, json!({"start": yes()}));
    let created = client.send(&call("migrate"), answers).await;
    let id = id(&created);
    assert_eq!(created.result()["statusMessage"], "migrating");
    assert_eq!(created.result()["pollIntervalMs"], 250);
    assert_eq!(created.result()["ttlMs"], 3_600_000);
    assert!(created.result().get("requestState").is_none());

    let open = look(&client, &id, "input_required").await;
    assert_eq!(keys(&open), ["keep"]);
    let question = &open["inputRequests"]["keep"];
    assert_eq!(question["method"], "elicitation/create");
    update(&client, &id, json!({"keep": accept(json!({"rows": 3}))})).await;
    let open = look(&client, &id, "input_required").await;
    assert_eq!(keys(&open), ["sure"]);
    update(&client, &id, json!({"sure": no()})).await;
    let done = look(&client, &id, "completed").await;
    assert_eq!(text(&done), "Hello: 1, 3, false, true");
    let effects = &server.lab.effects;
    assert_eq!(
        (effects.count("prepared"), effects.count("migrated")),
        (1, 1)
    );
}

#[tokio::test]
async fn a78_a_task_says_how_far_it_is() {
    let server = Server::start().await;
    let client = server.client();
    let created = client.send(&call("count_in_a_task"), json!({})).await;
    assert_eq!(created.result()["statusMessage"], "counting");
    let id = id(&created);
    for (key, status) in [("on", "1 of 2"), ("end", "2 of 2")] {
        let asking = async {
            loop {
                let open = look(&client, &id, "input_required").await;
                if keys(&open) == [key] {
                    return open;
                }
            }
        };
        assert_eq!(asking.in_time().await["statusMessage"], status);
        update(&client, &id, json!({key: yes()})).await;
    }
    let done = look(&client, &id, "completed").await;
    assert!(done.get("statusMessage").is_none(), "{done}");
}

#[tokio::test]
async fn a78_a_task_never_has_a_key_twice() {
    let server = Server::start().await;
    let client = server.client();
    let asked = client.send(&call("migrate"), json!({})).await;
    let answers = retry(&asked, json!({"start": yes()}));
    let id = id(&client.send(&call("migrate"), answers).await);
    look(&client, &id, "input_required").await;
    // Not valid for the form, so it is asked again.
    update(&client, &id, json!({"keep": accept(json!({"rows": 12}))})).await;
    let again = async {
        loop {
            let open = look(&client, &id, "input_required").await;
            if keys(&open) != ["keep"] {
                return open;
            }
        }
    };
    let open = again.in_time().await;
    assert_eq!(keys(&open), ["keep.2"]);
    // The old key is nobody's any more.
    update(&client, &id, json!({"keep": accept(json!({"rows": 1}))})).await;
    update(&client, &id, json!({"keep.2": accept(json!({"rows": 2}))})).await;
    let open = look(&client, &id, "input_required").await;
    assert_eq!(keys(&open), ["sure"]);
    update(&client, &id, json!({"sure": yes()})).await;
    let done = look(&client, &id, "completed").await;
    assert_eq!(text(&done), "Hello: 1, 2, true, true");
}

#[tokio::test]
async fn a_malformed_answer_to_a_task_is_refused_and_its_question_stays_open() {
    let server = Server::start().await;
    let client = server.client();
    let id = id(&client.send(&call("even_in_a_task"), json!({})).await);
    let open = look(&client, &id, "input_required").await;
    assert_eq!(keys(&open), ["number"]);
    let update = task("tasks/update", &id);
    for junk in [
        json!(5),
        json!(null),
        json!({"action": "?"}),
        json!({"roots": []}),
        json!({"action": "accept", "content": {"value": {}}}),
        json!({"action": "accept", "content": {"value": "x".repeat(70_000)}}),
    ] {
        let refused = client
            .send(&update, json!({"inputResponses": {"number": junk}}))
            .await;
        assert_eq!(refused.code(), -32602, "{refused:?}");
    }
    // This answers nothing, so nothing comes of it.
    let wrapped = json!({"method": "elicitation/create", "result": value(2)});
    client
        .send(&update, json!({"inputResponses": {"number": wrapped}}))
        .await
        .result();
    let open = look(&client, &id, "input_required").await;
    assert_eq!(keys(&open), ["number"]);
    client
        .send(&update, json!({"inputResponses": {"number": value(2)}}))
        .await
        .result();
    assert_eq!(text(&look(&client, &id, "completed").await), "2");
}

#[tokio::test]
async fn malformed_requests_for_a_task_are_invalid_params() {
    let server = Server::start().await;
    let client = server.client();
    let id = id(&client.send(&call("even_in_a_task"), json!({})).await);
    let refused = client
        .send(&task("tasks/update", &id), json!({"inputResponses": []}))
        .await;
    assert_eq!(refused.code(), -32602);
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let refused = client.send(&task(method, &id), json!({"taskId": 5})).await;
        assert_eq!(refused.code(), -32602, "{method}");
    }
}

#[tokio::test]
async fn a60_a_task_has_no_token_for_progress_and_no_level_for_logs() {
    let server = Server::start().await;
    let client = server.client();
    let begun =
        json!({"_meta": {"progressToken": "one", "io.modelcontextprotocol/logLevel": "debug"}});
    let id = id(&client.send(&call("reports_in_a_task"), begun).await);
    assert_eq!(text(&look(&client, &id, "completed").await), "false false");
}

#[tokio::test]
async fn a78_no_key_comes_back_in_a_task_that_asks_in_a_loop_and_again() {
    let server = Server::start().await;
    let client = server.client();
    let id = id(&client.send(&call("even_in_a_task"), json!({})).await);
    let mut asked = Vec::new();
    for answer in [value("many"), value(3), value("x"), value(5), value(6)] {
        let next = async {
            loop {
                let open = look(&client, &id, "input_required").await;
                let [key] = keys(&open)[..] else {
                    panic!("{open:?}")
                };
                if asked.last().is_none_or(|last| last != key) {
                    return key.to_owned();
                }
            }
        };
        let key = next.in_time().await;
        assert!(!asked.contains(&key), "{key} again: {asked:?}");
        update(&client, &id, json!({ (&key): answer })).await;
        asked.push(key);
    }
    assert_eq!(text(&look(&client, &id, "completed").await), "6");
}

#[tokio::test]
async fn a78_a_client_without_tasks_goes_on_in_rounds() {
    let server = Server::start().await;
    let client = server.hosted.modern().await;
    let mut rounds = client.start(call("migrate")).await;
    rounds.answer(json!({"start": yes()})).await.asked();
    let rows = accept(json!({"rows": 3}));
    rounds.answer(json!({"keep": rows})).await.asked();
    let done = rounds.answer(json!({"sure": yes()})).await;
    assert_eq!(done.text(), "Hello: 1, 3, true, false");
}

#[tokio::test]
async fn a78_an_old_client_waits_for_the_result() {
    let server = Server::start().await;
    let person = Person::old().answering(|question| {
        let message = question.params["message"].as_str().unwrap();
        let asks_for_rows = message.contains("failed");
        Some(if asks_for_rows {
            accept(json!({"rows": 3}))
        } else {
            yes()
        })
    });
    let client = server.hosted.connect(&person).await;
    let done = client.once(call("migrate")).await;
    assert_eq!(done.text(), "Hello: 1, 3, true, false");
}

#[tokio::test]
async fn a78_a_client_that_stops_to_know_tasks_is_told_what_it_lacks() {
    let server = Server::start().await;
    let asked = server.client().send(&call("migrate"), json!({})).await;
    let answers = retry(&asked, json!({"start": yes()}));
    // Whether it can was not asked yet, so what it says now counts.
    let other = server.hosted.raw().send(&call("migrate"), answers).await;
    assert_eq!(other.result()["resultType"], "input_required");

    let refused = server
        .hosted
        .raw()
        .send(&call("must_be_a_task"), json!({}))
        .await;
    assert_eq!((refused.status, refused.code()), (400, -32021));
    let required = &refused.body["error"]["data"]["requiredCapabilities"];
    assert_eq!(*required, json!({"extensions": {TASKS: {}}}));
    assert_eq!(server.lab.effects.count("begun"), 0, "it is gated ahead");
    let id = id(&server
        .client()
        .send(&call("must_be_a_task"), json!({}))
        .await);
    let done = look(&server.client(), &id, "completed").await;
    assert_eq!(text(&done), "run 1");
}

#[tokio::test]
async fn a78_a_task_belongs_to_who_began_it() {
    let token = |context: &RequestContext<RoleServer>| {
        let parts = context.extensions.get::<axum::http::request::Parts>()?;
        let header = parts.headers.get("Authorization")?.to_str().ok()?;
        Some(Principal::new("tests", header))
    };
    let mrtr = Mrtr::builder()
        .keys(Keys::new([[1; 32]]).unwrap())
        .audience("lab")
        .principal(token)
        .build()
        .unwrap();
    let server = Server::with(mrtr).await;
    let (alice, bob) = (
        server.client().authorization("alice"),
        server.client().authorization("bob"),
    );
    let id = id(&alice.send(&call("nap"), json!({})).await);
    let unknown = bob.send(&task("tasks/get", "none"), json!({})).await;
    assert_eq!(unknown.code(), -32602);
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let more = json!({"inputResponses": {"x": yes()}});
        let refused = bob.send(&task(method, &id), more).await;
        assert_eq!(refused.body["error"], unknown.body["error"], "{method}");
    }
    server.lab.effects.open_gate();
    assert_eq!(text(&look(&alice, &id, "completed").await), "slept");
}

#[tokio::test]
async fn a78_a_cancelled_task_begins_nothing_and_lets_go() {
    let server = Server::start().await;
    let client = server.client();
    let id = id(&client.send(&call("nap"), json!({})).await);
    let effects = server.lab.effects.clone();
    until("the task runs", || effects.count("asleep") == 1).await;
    let cancelled = client.send(&task("tasks/cancel", &id), json!({})).await;
    assert_eq!(cancelled.result()["resultType"], "complete");
    effects.open_gate();
    look(&client, &id, "cancelled").await;
    until("its guard is dropped", || effects.count("released") >= 1).await;
    assert_eq!(effects.count("dreamt"), 0);
}

#[tokio::test]
async fn a78_a_question_of_a_cancelled_task_is_taken_back() {
    let mrtr = mrtr_tests::lab_mrtr(&[1]);
    let server = Server::with(mrtr.clone()).await;
    let client = server.client();
    let id = id(&client.send(&call("crawl"), json!({})).await);
    server.lab.effects.open_gate();
    look(&client, &id, "input_required").await;
    client.send(&task("tasks/cancel", &id), json!({})).await;
    let done = look(&client, &id, "cancelled").await;
    assert!(done.get("inputRequests").is_none());
    let failed = |label| mrtr.counters().get(Counter::Failed, label);
    assert_eq!((failed("cancelled"), failed("client_gone")), (1, 0));
}

#[tokio::test]
async fn r02_a_task_waits_for_its_captures_however_long_they_take() {
    let server = Server::with(hurried()).await;
    let client = server.client();
    let id = id(&client.send(&call("crawl"), json!({})).await);
    // Longer than a round of a call may take.
    tokio::time::sleep(Duration::from_millis(200)).await;
    look(&client, &id, "working").await;
    server.lab.effects.open_gate();
    look(&client, &id, "input_required").await;
    update(&client, &id, json!({"name": value("Ada")})).await;
    let done = look(&client, &id, "completed").await;
    assert_eq!(text(&done), "1 pages, Ada");
}

/// Settings with short limits on rounds.
fn hurried() -> Mrtr {
    let limits = Limits {
        round_time: Duration::from_millis(50),
        hold_open: Duration::ZERO,
        ..Limits::default()
    };
    let mrtr = Mrtr::builder().keys(Keys::new([[1; 32]]).unwrap());
    let mrtr = mrtr.audience("lab").single_user().limits(limits);
    mrtr.build().unwrap()
}

#[tokio::test]
async fn r13_a_cancelled_task_waits_for_a_capture_as_long_as_a_round_may() {
    let server = Server::with(hurried()).await;
    let client = server.client();
    let id = id(&client.send(&call("nap"), json!({})).await);
    let effects = server.lab.effects.clone();
    until("the task runs", || effects.count("asleep") == 1).await;
    client.send(&task("tasks/cancel", &id), json!({})).await;
    look(&client, &id, "cancelled").await;
    until("its guard is dropped", || effects.count("released") == 1).await;
}

#[tokio::test]
async fn a_task_that_takes_longer_than_it_may_is_ended_whoever_looks() {
    let server = Server::start().await;
    let client = server.client();
    let id = id(&client.send(&call("doze"), json!({})).await);
    let effects = server.lab.effects.clone();
    until("its guard is dropped", || effects.count("released") == 1).await;
    let ended = client.send(&task("tasks/get", &id), json!({})).await;
    let status = ended.result()["status"].as_str().unwrap();
    assert!(["completed", "failed"].contains(&status), "{ended:?}");
}

#[tokio::test]
async fn r14_a_repeat_of_the_round_gets_the_same_task() {
    let mrtr = Mrtr::builder()
        .keys(Keys::new([[1; 32]]).unwrap())
        .audience("lab")
        .single_user()
        .store(MemoryStore::new())
        .build()
        .unwrap();
    let server = Server::with(mrtr).await;
    let client = server.client();
    let asked = client.send(&call("migrate_once"), json!({})).await;
    let answers = retry(&asked, json!({"start": yes()}));
    let first = client.send(&call("migrate_once"), answers.clone()).await;
    let again = client.send(&call("migrate_once"), answers.clone()).await;
    assert_eq!(again.result(), first.result());
    let done = look(&client, &id(&first), "completed").await;
    assert_eq!(text(&done), "run 1");
    let late = client.send(&call("migrate_once"), answers).await;
    assert_eq!(late.result()["taskId"], first.result()["taskId"]);
    assert_eq!(server.lab.effects.count("ran"), 1);
}
