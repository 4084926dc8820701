//! Clients that go away.

use mrtr_runtime::MemoryStore;
use mrtr_runtime::prelude::*;
use mrtr_tests::answers::yes;
use mrtr_tests::{Deadline as _, Effects, Hosted, Lab, Operation, Person, Wire, tool, until};
use serde_json::json;

async fn waiting(effects: &Effects) {
    until("the handler waits", || {
        effects.count("waiting") > effects.count("released")
    })
    .await;
}

async fn released(effects: &Effects) {
    until("the handler is dropped", || {
        effects.count("waiting") == effects.count("released")
    })
    .await;
    assert_eq!(effects.count("passed"), 0);
}

over_wires! {
    async fn a81_a_request_that_is_given_up_drops_its_handler(wire: Wire) {
        let lab = Lab::default();
        let effects = lab.effects.clone();
        let server = Hosted::start(lab, wire).await;
        let client = server.modern().await;
        tokio::select! {
            _ = client.start(tool("slow", json!({}))) => panic!("the gate is closed"),
            () = waiting(&effects) => {}
        }
        released(&effects).in_time().await;
        assert_eq!(client.once(tool("plain", json!({}))).await.text(), "Hello");
    }
}

over_wires! {
    async fn a81_a_client_that_leaves_in_a_later_round_drops_the_handler(wire: Wire) {
        let lab = Lab::default();
        let effects = lab.effects.clone();
        let server = Hosted::start(lab, wire).await;
        let leaving = server.modern().await;
        let mut call = leaving.start(tool("slow_later", json!({}))).await;
        let stays = call.round.state();
        tokio::select! {
            _ = call.answer(json!({"sure": yes()})) => panic!("the gate is closed"),
            () = waiting(&effects) => {}
        }
        drop(call);
        drop(leaving);
        released(&effects).in_time().await;

        effects.open_gate();
        let back = server.modern().await;
        let answers = Some(json!({"sure": yes()}));
        let done = back.request(&tool("slow_later", json!({})), answers, Some(stays)).await;
        assert_eq!(done.text(), "done");
    }
}

/// Nothing that a lost round did is known to the state that the client has.
async fn captures_again(
    server: &Hosted<Lab>,
    effects: &Effects,
    operation: Operation,
    state: String,
) {
    // One wait for each round that comes by it.
    effects.open_gate();
    effects.open_gate();
    let client = server.modern().await;
    let sure = Some(json!({"sure": yes()}));
    let again = client.request(&operation, sure, Some(state)).await;
    assert_eq!(again.message("last"), "Keep 2?");
    let last = Some(json!({"last": yes()}));
    let done = client.request(&operation, last, Some(again.state())).await;
    assert_eq!(done.text(), "kept 2");
    assert_eq!(effects.count("held"), 2);
}

over_wires! {
    async fn a81_a_capture_whose_reply_was_lost_runs_again(wire: Wire) {
        let lab = Lab::default();
        let effects = lab.effects.clone();
        let server = Hosted::start(lab, wire).await;
        let client = server.modern().await;
        let operation = tool("captures_later", json!({"inside": false}));
        let mut call = client.start(operation.clone()).await;
        let state = call.round.state();
        tokio::select! {
            _ = call.answer(json!({"sure": yes()})) => panic!("the gate is closed"),
            () = waiting(&effects) => {}
        }
        released(&effects).in_time().await;
        captures_again(&server, &effects, operation, state).await;
    }
}

over_wires! {
    async fn a81_a_capture_that_was_running_finishes_and_runs_again(wire: Wire) {
        let lab = Lab::default();
        let effects = lab.effects.clone();
        let server = Hosted::start(lab, wire).await;
        let leaving = server.modern().await;
        let operation = tool("captures_later", json!({"inside": true}));
        let mut call = leaving.start(operation.clone()).await;
        let state = call.round.state();
        // The other one, which captures nothing, shows when the server knows that the client has left.
        let both = async {
            tokio::join!(call.answer(json!({"sure": yes()})), leaving.start(tool("slow", json!({}))));
        };
        tokio::select! {
            () = both => panic!("the gate is closed"),
            () = until("both wait", || effects.count("waiting") == 2) => {}
        }
        drop(call);
        drop(leaving);
        until("the other handler is dropped", || effects.count("released") == 1).in_time().await;
        effects.open_gate();
        until("the capture comes to its end", || effects.count("finished") == 1).in_time().await;
        until("the handler is dropped", || effects.count("released") == 2).in_time().await;
        captures_again(&server, &effects, operation, state).await;
    }
}

over_wires! {
    async fn r14_a_round_that_counts_once_goes_on_when_its_client_leaves(wire: Wire) {
        let mrtr = Mrtr::builder()
            .keys(Keys::new([[1; 32]]).unwrap())
            .audience("lab")
            .single_user()
            .store(MemoryStore::new());
        let lab = Lab::new(mrtr.build().unwrap());
        let effects = lab.effects.clone();
        let server = Hosted::start(lab, wire).await;
        let leaving = server.modern().await;
        let mut call = leaving.start(tool("slow_once", json!({}))).await;
        let stays = call.round.state();
        // The other one, which does not count once, shows when the server knows that the client has left.
        let both = async {
            tokio::join!(
                call.answer(json!({"sure": yes()})),
                leaving.start(tool("slow", json!({})))
            );
        };
        tokio::select! {
            () = both => panic!("the gate is closed"),
            () = until("both wait", || effects.count("waiting") == 2) => {}
        }
        drop(call);
        drop(leaving);
        let left = until("the other handler is dropped", || effects.count("released") > 0);
        left.in_time().await;
        let back = server.modern().await;
        assert_eq!(back.once(tool("plain", json!({}))).await.text(), "Hello");
        assert_eq!(effects.count("released"), 1, "it runs without its client");

        effects.open_gate();
        let passed = until("the handler comes to its end", || effects.count("released") == 2);
        passed.in_time().await;
        for _ in 0..2 {
            let answers = Some(json!({"sure": yes()}));
            let operation = tool("slow_once", json!({}));
            let repeat = back.request(&operation, answers, Some(stays.clone())).await;
            assert_eq!(repeat.text(), "done");
        }
        assert_eq!((effects.count("waiting"), effects.count("passed")), (2, 1));
    }
}

over_wires! {
    async fn an_old_client_that_gives_up_a_question_drops_the_handler(wire: Wire) {
        let lab = Lab::default();
        let effects = lab.effects.clone();
        let server = Hosted::start(lab, wire).await;
        let person = Person::old().answering(|_| Some(yes()));
        let client = server.connect(&person).await;
        tokio::select! {
            _ = client.start(tool("slow_later", json!({}))) => panic!("the gate is closed"),
            () = waiting(&effects) => {}
        }
        released(&effects).in_time().await;
        assert_eq!(client.once(tool("plain", json!({}))).await.text(), "Hello");
    }
}

over_wires! {
    async fn a_handler_that_is_let_through_asks(wire: Wire) {
        let lab = Lab::default();
        let effects = lab.effects.clone();
        let server = Hosted::start(lab, wire).await;
        let client = server.modern().await;
        effects.open_gate();
        let mut call = client.start(tool("slow", json!({}))).await;
        assert_eq!(call.round.asked(), ["sure"]);
        effects.open_gate();
        assert_eq!(call.answer(json!({"sure": yes()})).await.text(), "done");
    }
}
