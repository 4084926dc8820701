//! Several instances, restarts and keys.

use mrtr_runtime::prelude::*;
use mrtr_tests::answers::yes;
use mrtr_tests::{Example, Hosted, Lab, Operation, Transport, Wire, example, lab_mrtr, tool};
use serde_json::json;

fn incident() -> Example {
    example!("incident")
}

fn close() -> Operation {
    tool("close_incident", json!({"incident": "INC-104"}))
}

/// Asks one process and answers another.
async fn carried(from: Example, to: Example, transport: Transport) -> mrtr_tests::Round {
    let (first, second) = (from.start(transport).await, to.start(transport).await);
    let (asking, answered) = (first.modern().await, second.modern().await);
    let call = asking.start(close()).await;
    drop(first);
    let mut moved = call.taken_by(&answered);
    moved.answer(json!({"confirm": yes()})).await;
    moved.round
}

over_both! {
    async fn a36_another_process_with_the_same_keys_goes_on(transport: Transport) {
        let done = carried(incident().keys(&[1]), incident().keys(&[1]), transport).await;
        assert_eq!(done.text(), "INC-104 is closed.");
    }
}

over_both! {
    async fn a36_another_process_with_other_keys_refuses(transport: Transport) {
        carried(incident().keys(&[1]), incident().keys(&[2]), transport).await.assert_bad_state();
    }
}

over_both! {
    async fn a36_a_rotation_in_three_steps_drops_no_flow(transport: Transport) {
        let rings: [&[u8]; 4] = [&[1], &[1, 2], &[2, 1], &[2]];
        for step in rings.windows(2) {
            let done = carried(incident().keys(step[0]), incident().keys(step[1]), transport).await;
            assert_eq!(done.text(), "INC-104 is closed.", "{step:?}");
        }
    }
}

over_both! {
    async fn a36_a_rotation_in_one_step_drops_the_flows_of_the_old_key(transport: Transport) {
        carried(incident().keys(&[1, 2]), incident().keys(&[2]), transport).await.assert_bad_state();
    }
}

over_both! {
    async fn a36_processes_without_keys_do_not_open_each_others_states(transport: Transport) {
        let made_up = || incident().without_keys();
        carried(made_up(), made_up(), transport).await.assert_bad_state();
    }
}

over_wires! {
    async fn a36_servers_of_a_process_without_keys_go_on_with_each_others_flows(wire: Wire) {
        let lab = || {
            let builder = Mrtr::builder().keys(Keys::ephemeral().unwrap());
            Lab::new(builder.audience("lab").single_user().build().unwrap())
        };
        let (one, two) = (Hosted::start(lab(), wire).await, Hosted::start(lab(), wire).await);
        let (asking, answered) = (one.modern().await, two.modern().await);
        let mut moved = asking.start(tool("guarded", json!({}))).await.taken_by(&answered);
        assert_eq!(moved.answer(json!({"sure": yes()})).await.text(), "done");
    }
}

/// A server over the same key that says another name.
fn lab_of(audience: &str) -> Lab {
    let keys = Keys::new([[1; 32]]).unwrap();
    let mrtr = Mrtr::builder().keys(keys).audience(audience).single_user();
    Lab::new(mrtr.build().unwrap())
}

over_wires! {
    async fn a45_a_state_of_another_audience_is_refused(wire: Wire) {
        let (ours, theirs) = (lab_of("ours"), lab_of("theirs"));
        let (ours, theirs) = (Hosted::start(ours, wire).await, Hosted::start(theirs, wire).await);
        let (asking, answered) = (ours.modern().await, theirs.modern().await);
        let call = asking.start(tool("guarded", json!({}))).await;
        let mut moved = call.taken_by(&answered);
        moved.answer(json!({"sure": yes()})).await.assert_bad_state();
    }
}

over_wires! {
    async fn a36_a_second_server_in_the_process_goes_on(wire: Wire) {
        let (one, two) = (Lab::new(lab_mrtr(&[1])), Lab::new(lab_mrtr(&[1])));
        let effects = (one.effects.clone(), two.effects.clone());
        let (one, two) = (Hosted::start(one, wire).await, Hosted::start(two, wire).await);
        let (asking, answered) = (one.modern().await, two.modern().await);
        let call = asking.start(tool("order", json!({}))).await;
        let mut moved = call.taken_by(&answered);
        moved.answer(json!({"first": yes()})).await.asked();
        let done = moved.answer(json!({"second": yes()})).await;
        assert_eq!(done.text(), "order 1, mail 1");
        assert_eq!((effects.0.count("captured"), effects.1.count("captured")), (1, 0));
        assert_eq!((effects.0.count("mail"), effects.1.count("mail")), (0, 1));
    }
}
