//! Paths of states that do not open.

use std::sync::Arc;
use std::time::Duration;

use mrtr_runtime::Method;
use mrtr_runtime::store::Claimed;

use super::failures::{Store, walk_once};
use super::*;

#[mrtr_tool(allow(unused_answer))]
async fn two(path: &str) -> Result<(), Refused> {
    let hold = capture!(format!("{CANARY} captured {path}"));
    ask_elicit!(String, key = "name", "Name of {hold}?").await?;
    ask_confirm!(key = "sure", "Sure?").await
}

/// Two rounds, and a third with something changed.
fn changed(label: &'static str, change: impl FnOnce(&mut Spy) + 'static) -> Path {
    path(Counter::StatesRefused, label, Spy::new(), |spy| {
        Box::pin(async move {
            let handler = async |flow: &Flow| two(flow, CANARY).await;
            spy.send(json!(null), handler).await;
            spy.send(json!({"name": sung()}), handler).await;
            change(spy);
            spy.send(json!({"sure": yes()}), handler).await;
        })
    })
}

fn rewritten(label: &'static str, rewrite: fn(&str) -> String) -> Path {
    changed(label, move |spy| {
        let state = spy.client.state.take().unwrap();
        spy.client.state = Some(rewrite(&state));
    })
}

/// A state that another server made.
fn of_server(label: &'static str, keys: Keys) -> Path {
    changed(label, |spy| {
        let builder = Mrtr::builder()
            .keys(keys)
            .audience("canaries")
            .single_user();
        let other = builder.clock(spy.client.clock.clone()).build().unwrap();
        let mut client = Client {
            mrtr: other,
            ..spy.client.clone()
        };
        client.state = None;
        let request = client.request(json!(null));
        let state = state_of(&client.mrtr, request);
        spy.states.push(state.clone());
        spy.client.state = Some(state);
    })
}

fn state_of(mrtr: &Mrtr, request: Request<'_>) -> String {
    let flow = mrtr.open(request).unwrap();
    let mut round = std::pin::pin!(two(&flow, CANARY));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match round.as_mut().poll(&mut context) {
        std::task::Poll::Ready(Reply::InputRequired(open)) => open.state,
        _ => panic!("two asks at once"),
    }
}

fn all() -> Vec<Path> {
    let ring = || Keys::new([KEY]).unwrap();
    vec![
        rewritten("too_long", |state| state.repeat(200)),
        rewritten("header", |state| format!("{CANARY}.{state}")),
        rewritten("version", |state| state.replacen("m1", "m2", 1)),
        of_server("mode", ring().signed()),
        of_server("unknown_key", Keys::new([[9; 32]]).unwrap()),
        rewritten("encoding", |state| format!("{state}.{CANARY}")),
        rewritten("integrity", |state| {
            format!("{}{CANARY}AA", &state[..state.len() - 8])
        }),
        changed("issued_in_future", |spy| {
            spy.client.clock.set_back(Duration::from_secs(61))
        }),
        changed("expired", |spy| {
            spy.client.clock.advance(Duration::from_secs(601))
        }),
        changed("principal", |spy| {
            spy.client.principal = Principal::anonymous()
        }),
        changed("operation", |spy| {
            spy.client.arguments = json!({"a": CANARY}).as_object().cloned()
        }),
        path(Counter::StatesRefused, "no_principal", Spy::new(), |spy| {
            Box::pin(async move {
                let state = Some(format!("{CANARY}.state"));
                let request = Request::new(Method::CallTool, "tool", None).request_state(state);
                spy.send_request(request, async |flow: &Flow| two(flow, CANARY).await)
                    .await;
            })
        }),
        path(
            Counter::StatesRefused,
            "spent",
            Spy::of(
                Limits::default(),
                Some(Arc::new(Store(|_| {
                    Ok(Claimed::Running { answers: [1; 32] })
                }))),
                false,
            ),
            |spy| Box::pin(walk_once(spy)),
        ),
    ]
}

#[tokio::test(start_paused = true)]
async fn refused_states_are_silent_and_counted_under_the_word_of_their_log() {
    let ends = walk_all(all()).await;
    let elsewhere = [
        "payload",       // only a bug or another build seals such bytes: state/vectors
        "past_deadline", // a state expires no later than its flow: state/open
    ];
    assert_all(Counter::StatesRefused, &ends, &elsewhere);
}
