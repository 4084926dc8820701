//! The places of tasks: what a call gets where there is none, and how long one is kept.

use super::bounds::{asked, bounded, nap, one, refusal};
use super::*;

/// Limits that one task fills up, and how each is called where it is told of.
fn full() -> [(Limits, &'static str); 2] {
    let of_caller = Limits {
        tasks_per_caller: 1,
        ..Limits::default()
    };
    [(one(), "(`tasks`)"), (of_caller, "(`tasks_per_caller`)")]
}

/// A server without a place for another task.
struct Full {
    server: Server,
    client: Raw,
    napping: String,
}

impl Full {
    async fn with(limits: Limits) -> Self {
        let server = Server::with(bounded(limits)).await;
        let client = server.client();
        let napping = nap(&server, &client).await;
        Self {
            server,
            client,
            napping,
        }
    }

    /// There is a place again.
    async fn make_room(&self) {
        self.server.lab.effects.open_gate();
        look(&self.client, &self.napping, "completed").await;
    }

    fn count(&self, effect: &str) -> u32 {
        self.server.lab.effects.count(effect)
    }

    async fn send(&self, tool: &str, more: &Value) -> RawAnswer {
        self.client.send(&call(tool), more.clone()).await
    }

    /// What a call is to be sent with that has asked whether it is about something large.
    async fn large(&self, tool: &str, is_large: bool) -> Value {
        let asked = self.send(tool, &json!({})).await;
        retry(&asked, json!({ "large": value(is_large) }))
    }

    async fn result(&self, created: &RawAnswer) -> String {
        let done = look(&self.client, &id(created), "completed").await;
        text(&done).to_owned()
    }
}

#[tokio::test]
async fn a_run_that_comes_by_no_task_needs_no_place() {
    for (limits, _) in full() {
        let full = Full::with(limits).await;
        for (tool, result) in [
            ("import", "import 1"),
            ("import_once", "import 2"),
            ("stage", "staged 1"),
            ("stage_once", "staged 2"),
        ] {
            let small = full.large(tool, false).await;
            let done = full.send(tool, &small).await;
            assert_eq!(text(&json!({"result": done.result()})), result);
        }
    }
}

#[tokio::test]
async fn a_call_that_finds_no_place_goes_on_when_there_is_one_and_has_lost_nothing() {
    for (limits, limit) in full() {
        for tool in ["import", "import_once"] {
            let full = Full::with(limits.clone()).await;
            let large = full.large(tool, true).await;
            for _ in 0..2 {
                let refused = full.send(tool, &large).await;
                assert!(refusal(&refused).contains(limit), "{tool}: {refused:?}");
            }
            full.make_room().await;
            let created = full.send(tool, &large).await;
            assert_eq!(full.result(&created).await, "import 1");
            assert_eq!(full.count("numbered"), 1);
            let again = full.send(tool, &large).await;
            let is_the_same = id(&again) == id(&created);
            assert_eq!(is_the_same, tool == "import_once", "given back, not left");
        }
    }
}

/// Nobody can tell ahead of such a capture whether it is in vain.
#[tokio::test]
async fn r14_what_ran_ahead_of_a_task_that_not_every_run_becomes_spends_its_round() {
    for (limits, limit) in full() {
        for (tool, captured) in [("stage_once", 1), ("stage", 3)] {
            let full = Full::with(limits.clone()).await;
            let large = full.large(tool, true).await;
            for _ in 0..2 {
                let refused = full.send(tool, &large).await;
                assert!(refusal(&refused).contains(limit), "{tool}: {refused:?}");
            }
            full.make_room().await;
            let last = full.send(tool, &large).await;
            match tool {
                "stage_once" => assert!(refusal(&last).contains(limit), "it is a repeat"),
                _ => assert_eq!(full.result(&last).await, "staged 3"),
            }
            assert_eq!(full.count("staged"), captured, "{tool}");
        }
    }
}

#[tokio::test]
async fn nothing_is_captured_in_vain_where_every_run_becomes_a_task() {
    for (limits, limit) in full() {
        // Behind a question, and in the first round.
        for tool in [
            "reserve",
            "reserve_in_a_part",
            "reserve_unasked",
            "reserve_and_ask",
        ] {
            let full = Full::with(limits.clone()).await;
            let more = match tool {
                "reserve" | "reserve_in_a_part" => asked(&full.client, tool).await,
                _ => json!({}),
            };
            for _ in 0..2 {
                let refused = full.send(tool, &more).await;
                assert!(refusal(&refused).contains(limit), "{tool}: {refused:?}");
            }
            assert_eq!(full.count("reserved"), 0, "{tool}");
            full.make_room().await;
            let created = full.send(tool, &more).await;
            if tool == "reserve_and_ask" {
                let open = look(&full.client, &id(&created), "input_required").await;
                let question = &open["inputRequests"]["keep"]["params"]["message"];
                assert_eq!(question, "Keep 1?");
                update(&full.client, &id(&created), json!({"keep": yes()})).await;
            }
            assert_eq!(full.result(&created).await, "reserved 1");
        }
    }
}

/// A capture ahead of it is kept in its state.
#[tokio::test]
async fn a_question_ahead_of_a_task_needs_no_place() {
    for (limits, limit) in full() {
        for tool in [
            "draft",
            "draft_in_a_part",
            "draft_by_a_part",
            "draft_meanwhile",
            "draft_behind_a_question",
        ] {
            let full = Full::with(limits.clone()).await;
            let asked = full.send(tool, &json!({})).await;
            let [key] = keys(asked.result())[..] else {
                panic!("{asked:?}")
            };
            let answers = retry(&asked, json!({ (key): yes() }));
            let refused = full.send(tool, &answers).await;
            assert!(refusal(&refused).contains(limit), "{tool}: {refused:?}");
            full.make_room().await;
            let created = full.send(tool, &answers).await;
            assert_eq!(full.result(&created).await, "draft 1");
            assert_eq!(full.count("drafted"), 1, "{tool}");
        }
    }
}

#[tokio::test]
async fn whoever_keeps_a_flow_keeps_no_place() {
    let server = Server::with(bounded(one())).await;
    let client = server.client();
    let failed = client.send(&call("leaves_its_flow"), json!({})).await;
    assert_eq!(failed.body["error"]["message"], "nothing to do");
    assert_eq!(server.lab.effects.count("reserved"), 1);
    nap(&server, &client).await;
}

/// Its client goes away, and then its time is over.
#[tokio::test]
async fn whoever_keeps_the_flow_of_a_round_that_was_left_keeps_no_place() {
    let limits = Limits {
        round_time: Duration::from_millis(50),
        hold_open: Duration::ZERO,
        ..one()
    };
    let server = Server::with(bounded(limits)).await;
    let client = server.client();
    let answers = asked(&client, "leaves_its_flow_once").await;
    let effects = &server.lab.effects;
    let operation = call("leaves_its_flow_once");
    tokio::select! {
        left = client.try_send(&operation, answers, &[]) => panic!("it never ends: {left:?}"),
        () = until("it holds a place", || effects.count("reserved") == 1) => {}
    }
    let has_place = async {
        loop {
            let next = client.send(&call("nap"), json!({})).await;
            if next.result()["resultType"] == "task" {
                return;
            }
            assert!(refusal(&next).contains("(`tasks`)"), "{next:?}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    has_place.in_time().await;
}
