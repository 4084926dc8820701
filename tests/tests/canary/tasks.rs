//! Calls that become tasks, and the three methods that look after them.

use std::time::Duration;

use mrtr_runtime::Limits;
use mrtr_tests::answers::{decline, value};
use mrtr_tests::{Client, Deadline as _, Hosted, Operation, Person, Round, task, tool, until};
use serde_json::{Map, Value, json};

use crate::server::Songs;
use crate::watch::{Caller, Setup, Watch};
use crate::{CANARY, call, sung, yes};

const METHODS: [&str; 3] = ["tasks/get", "tasks/update", "tasks/cancel"];

pub(crate) async fn walk(watch: &mut Watch) {
    completed(watch).await;
    of_others(watch).await;
    malformed(watch).await;
    over_limits(watch).await;
    handlers(watch).await;
    cancelled(watch).await;
    too_long(watch).await;
    refused(watch).await;
}

/// A client that knows tasks.
async fn touring(server: &Hosted<Songs>) -> Client {
    let tasks = json!({"io.modelcontextprotocol/tasks": {}});
    let capabilities = json!({"elicitation": {"form": {}}, "extensions": tasks});
    server
        .connect(&Person::modern().declaring(capabilities))
        .await
}

fn titled(name: &str, title: &str) -> Operation {
    tool(name, json!({"title": format!("{CANARY} {title}")}))
}

/// A task, and the client that looks after it.
struct Tour<'c> {
    client: &'c Client,
    id: String,
}

impl<'c> Tour<'c> {
    /// A tour that ends in this way, with its second question open.
    async fn begin(watch: &mut Watch, client: &'c Client, ends: &str) -> Self {
        let operation = titled("tours", ends);
        let asked = client.odd_request(&operation, json!({})).await;
        watch.silent(&asked);
        let answers = json!({"inputResponses": {"title": sung()}, "requestState": asked.state()});
        let created = client.odd_request(&operation, answers).await;
        let tour = Self::of(watch, client, &created);
        tour.look(watch, "input_required").await;
        tour
    }

    fn of(watch: &mut Watch, client: &'c Client, created: &Round) -> Self {
        watch.silent(created);
        let id = created.result()["taskId"].as_str().unwrap().to_owned();
        Self { client, id }
    }

    async fn send(&self, method: &'static str, more: Value) -> Round {
        let operation = task(method, &self.id);
        self.client.odd_request(&operation, more).await
    }

    async fn answer(&self, answers: Value) -> Round {
        let answers = json!({ "inputResponses": answers });
        self.send("tasks/update", answers).await
    }

    async fn answer_silently(&self, watch: &mut Watch, answers: Value) {
        watch.silent(&self.answer(answers).await);
    }

    /// The task once it is in this status. What is logged meanwhile is still to be looked at.
    async fn when(&self, status: &str) -> Round {
        let looking = async {
            loop {
                let found = self.send("tasks/get", json!({})).await;
                if found.result()["status"] == status {
                    return found;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        looking.in_time().await
    }

    async fn look(&self, watch: &mut Watch, status: &str) -> Round {
        let found = self.when(status).await;
        watch.silent(&found);
        found
    }

    /// The one question that is open, once it is.
    async fn ask(&self, watch: &mut Watch, key: &str) {
        let is_open = async {
            while self.look(watch, "input_required").await.result()["inputRequests"]
                .get(key)
                .is_none()
            {}
        };
        is_open.in_time().await;
    }

    /// Answers both questions. What is logged at the end is still to be looked at.
    async fn go_on(&self, watch: &mut Watch) {
        self.answer_silently(watch, json!({"name": sung()})).await;
        self.ask(watch, "sure").await;
        let taken = self.answer(json!({"sure": yes()})).await;
        assert!(!matches!(taken, Round::Failed(_)), "{taken:?}");
    }
}

/// An answer, one that is invalid, one for nobody, and a refusal.
async fn completed(watch: &mut Watch) {
    let server = watch.serve(&Setup::default()).await;
    let client = touring(&server).await;
    for (last, is_error) in [(yes(), false), (decline(), true)] {
        let tour = Tour::begin(watch, &client, "ends").await;
        let wrapped = json!({"method": CANARY, "result": sung()});
        for nothing in [json!({(CANARY): CANARY}), json!({"name": wrapped})] {
            tour.answer_silently(watch, nothing).await;
        }
        let invalid = json!({"name": value(json!([CANARY]))});
        tour.answer_silently(watch, invalid).await;
        tour.ask(watch, "name.2").await;
        tour.answer_silently(watch, json!({"name.2": sung()})).await;
        tour.ask(watch, "sure").await;
        tour.answer_silently(watch, json!({"sure": last})).await;
        let ended = tour.look(watch, "completed").await;
        let ended = &ended.result()["result"];
        assert_eq!(ended["isError"], is_error, "{ended}");
        // What comes late is for nobody.
        tour.answer_silently(watch, json!({"sure": CANARY})).await;
        watch.silent(&tour.send("tasks/cancel", json!({})).await);
    }
}

/// A task that is not there, and one of somebody else.
async fn of_others(watch: &mut Watch) {
    let setup = Setup::default();
    let server = watch.serve(&setup).await;
    let client = touring(&server).await;
    let tour = Tour::begin(watch, &client, "ends").await;
    let none = Tour {
        client: &client,
        id: format!("{CANARY}-task"),
    };
    for method in METHODS {
        let more = || json!({"inputResponses": {"name": sung()}});
        let unknown = none.send(method, more()).await;
        assert_eq!(unknown.code(), -32602);
        watch.says("unknown_task", &unknown);
        for (caller, reason) in [
            (Caller::Bob, "unknown_task"),
            (Caller::Nobody, "no_principal"),
            (Caller::Panic, "no_principal"),
        ] {
            setup.call_as(caller);
            watch.says(reason, &tour.send(method, more()).await);
        }
        setup.call_as(Caller::Alice);
    }
    tour.look(watch, "input_required").await;
}

/// What rmcp cannot read, and answers of the wrong kind.
async fn malformed(watch: &mut Watch) {
    let server = watch.serve(&Setup::default()).await;
    let client = touring(&server).await;
    let tour = Tour::begin(watch, &client, "ends").await;
    for answers in [json!([CANARY]), json!(CANARY)] {
        let fields = json!({ "inputResponses": answers });
        let refused = tour.send("tasks/update", fields).await;
        assert_eq!(refused.code(), -32602);
        watch.says("malformed", &refused);
    }
    for junk in [
        json!(CANARY),
        json!([CANARY]),
        json!({"action": CANARY}),
        json!({"roots": [{"uri": CANARY}]}),
        json!({"action": "accept", "content": {"value": {(CANARY): CANARY}}}),
    ] {
        let refused = tour.answer(json!({ "name": junk })).await;
        assert_eq!(refused.code(), -32602);
        watch.says("wrong_kind", &refused);
    }
    tour.look(watch, "input_required").await;
}

async fn over_limits(watch: &mut Watch) {
    let setup = Setup::limited(|limits| limits.retries_per_question = 0);
    let server = watch.serve(&setup).await;
    let client = touring(&server).await;
    let tour = Tour::begin(watch, &client, "ends").await;
    let nested = (0..40).fold(json!(CANARY), |inner, _| json!([inner]));
    let many: Map<_, _> = (0..65)
        .map(|n| (format!("{CANARY}{n}"), json!(CANARY)))
        .collect();
    let longs: Map<_, _> = (0..10)
        .map(|n| (format!("k{n}"), json!(CANARY.repeat(10_000))))
        .collect();
    for (reason, answers) in [
        ("answer_bytes", json!({"name": CANARY.repeat(20_000)})),
        ("depth", json!({ "name": nested })),
        ("answers", Value::Object(many)),
        ("answers_bytes", Value::Object(longs)),
    ] {
        let refused = tour.answer(answers).await;
        assert_eq!(refused.code(), -32602);
        watch.says(reason, &refused);
    }
    // An invalid answer is none too many.
    let update = tour.answer(json!({"name": value(json!([CANARY]))})).await;
    let ended = tour.when("completed").await;
    assert_eq!(ended.result()["result"]["isError"], true, "{ended:?}");
    watch.says("no_valid_answer", &ended);
    watch.look(None, &update);
}

/// How a handler ends in its task.
async fn handlers(watch: &mut Watch) {
    let server = watch.serve(&Setup::default()).await;
    let client = touring(&server).await;
    for (ends, reason) in [("panics", "panicked"), ("forgets", "never_awaited")] {
        let tour = Tour::begin(watch, &client, ends).await;
        tour.go_on(watch).await;
        let ended = tour.when("failed").await;
        watch.says(reason, &ended);
    }
    let tour = Tour::begin(watch, &client, "foreign").await;
    tour.go_on(watch).await;
    let ended = tour.when("failed").await;
    assert!(!format!("{ended:?}").contains(CANARY), "{ended:?}");
    watch.look(Some("an InputRequiredResult of its own"), &ended);
    // What the author's error says is told to the client, and to nobody else.
    for (ends, status) in [("fails", "completed"), ("breaks", "failed")] {
        let tour = Tour::begin(watch, &client, ends).await;
        tour.go_on(watch).await;
        let ended = tour.when(status).await;
        assert!(format!("{ended:?}").contains(CANARY), "{ended:?}");
        watch.look(None, &ended);
    }
}

/// At work, or with a question open.
async fn cancelled(watch: &mut Watch) {
    let server = watch.serve(&Setup::default()).await;
    let client = touring(&server).await;
    let asking = Tour::begin(watch, &client, "ends").await;
    let working = Tour::begin(watch, &client, "hangs").await;
    working.go_on(watch).await;
    until("the task waits", || watch.log.has("the task waits")).await;
    for tour in [asking, working] {
        let more = json!({(CANARY): CANARY});
        let acknowledged = tour.send("tasks/cancel", more).await;
        let ended = tour.when("cancelled").await;
        watch.says("cancelled", &ended);
        watch.silent(&acknowledged);
    }
}

/// Whether it works or asks; nobody looks meanwhile. Its last question has no more time than the task has.
async fn too_long(watch: &mut Watch) {
    for does in ["works", "asks"] {
        let server = watch.serve(&Setup::default()).await;
        let client = touring(&server).await;
        let created = client.odd_request(&titled("dozes", does), json!({})).await;
        let tour = Tour::of(watch, &client, &created);
        let reason = || {
            let mut reasons = ["flow_time", "not_answered"].into_iter();
            reasons.find(|reason| watch.log.has(&format!("reason=\"{reason}\"")))
        };
        until("the task is over", || reason().is_some()).await;
        let reason = reason().unwrap();
        let ended = tour.send("tasks/get", json!({})).await;
        watch.says(reason, &ended);
    }
}

/// Tasks that do not begin.
async fn refused(watch: &mut Watch) {
    too_many(watch, "tasks", |limits| limits.tasks = 1).await;
    let own = |limits: &mut Limits| limits.tasks_per_caller = 1;
    let server = too_many(watch, "tasks_per_caller", own).await;
    let without = server.modern().await.once(call("must_tour")).await;
    watch.says("missing_capability", &without);
}

/// One more than may run.
async fn too_many(watch: &mut Watch, reason: &str, limit: fn(&mut Limits)) -> Hosted<Songs> {
    let server = watch.serve(&Setup::limited(limit)).await;
    let client = touring(&server).await;
    let tour = Tour::begin(watch, &client, "hangs").await;
    let more = client
        .odd_request(&titled("dozes", "works"), json!({}))
        .await;
    watch.says(reason, &more);
    watch.silent(&tour.send("tasks/get", json!({})).await);
    server
}
