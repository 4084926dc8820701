//! States that do not open.

use mrtr_tests::{Hosted, Operation, Talk};
use serde_json::json;

use crate::server::Songs;
use crate::watch::{Caller, Setup, Watch};
use crate::{CANARY, call, operations, sung, yes};

pub(crate) async fn walk(watch: &mut Watch) {
    forged(watch).await;
    elsewhere(watch).await;
    for operation in operations() {
        late_or_of_nobody(watch, operation).await;
    }
}

/// A flow in its second round.
async fn begun<'c>(watch: &mut Watch, client: &'c mrtr_tests::Client) -> Talk<'c> {
    let mut talk = client.start(call("sing")).await;
    watch.silent(&talk.round);
    talk.answer(json!({"name": sung()})).await;
    watch.silent(&talk.round);
    talk
}

async fn forged(watch: &mut Watch) {
    let server = watch.serve(&Setup::default()).await;
    let client = server.modern().await;
    let talk = begun(watch, &client).await;
    let state = talk.round.state();
    let cut = &state[..state.len() - 8];
    for (reason, forged) in [
        ("header", format!("{CANARY}.{state}")),
        ("version", state.replacen("m1", "m2", 1)),
        ("mode", state.replacen("m1.", "m1s.", 1)),
        ("encoding", format!("{state}.{CANARY}")),
        ("integrity", format!("{cut}{CANARY}AA")),
        ("too_long", state.repeat(200)),
    ] {
        let mut forged = talk.with_state(&forged);
        watch.says(reason, forged.answer(json!({"sure": yes()})).await);
    }
    let mut other = talk.spent_on(call("panics"));
    watch.says("operation", other.answer(json!({"sure": yes()})).await);
}

async fn elsewhere(watch: &mut Watch) {
    let setup = Setup {
        key: [9; 32],
        ..Setup::default()
    };
    let (ours, theirs) = (
        watch.serve(&Setup::default()).await,
        watch.serve(&setup).await,
    );
    let (asking, answered) = (ours.modern().await, theirs.modern().await);
    let mut moved = begun(watch, &asking).await.taken_by(&answered);
    watch.says("unknown_key", moved.answer(json!({"sure": yes()})).await);
}

async fn late_or_of_nobody(watch: &mut Watch, operation: Operation) {
    let setup = Setup::default();
    let server: Hosted<Songs> = watch.serve(&setup).await;
    let client = server.modern().await;
    let talk = client.start(operation.clone()).await;
    watch.silent(&talk.round);
    for (caller, reason) in [
        (Caller::Bob, "principal"),
        (Caller::Nobody, "no_principal"),
        (Caller::Panic, "no_principal"),
    ] {
        setup.call_as(caller);
        let mut retry = talk.spent_on(operation.clone());
        watch.says(reason, retry.answer(json!({"name": sung()})).await);
        if !matches!(caller, Caller::Bob) {
            watch.says("no_principal", &client.once(operation.clone()).await);
        }
    }
    setup.call_as(Caller::Alice);
    setup.clock.advance(601);
    let mut retry = talk.spent_on(operation);
    watch.says("expired", retry.answer(json!({"name": sung()})).await);
}
