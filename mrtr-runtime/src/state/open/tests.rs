#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::state::{
    Keys, Principal, operation_digest,
    testing::{accepted, second_round},
};

fn sealer() -> Sealer {
    Sealer::new(&Keys::new([[1; 32]]).unwrap(), "incidents")
}

fn signer() -> Sealer {
    Sealer::new(&Keys::new([[1; 32]]).unwrap().signed(), "incidents")
}

fn binding(state: &FlowState) -> Binding {
    Binding {
        principal: state.principal,
        operation: state.operation,
    }
}

fn open_at(state: &FlowState, now: u64) -> Result<FlowState, OpenError> {
    let token = seal_state(&sealer(), state, &Limits::default()).unwrap();
    open_state(&sealer(), &token, &binding(state), now, &Limits::default())
}

fn open(sealer: &Sealer, token: &str) -> Result<FlowState, OpenError> {
    let state = second_round();
    open_state(
        sealer,
        token,
        &binding(&state),
        state.issued_at + 1,
        &Limits::default(),
    )
}

#[test]
fn a_state_opens_to_itself_as_often_as_it_comes() {
    let state = second_round();
    for sealer in [sealer(), signer()] {
        let token = seal_state(&sealer, &state, &Limits::default()).unwrap();
        assert_eq!(open(&sealer, &token).as_ref(), Ok(&state));
        assert_eq!(open(&sealer, &token), Ok(state.clone()));
    }
}

#[test]
fn expiry_is_strict() {
    let state = second_round();
    assert!(open_at(&state, state.expires_at - 1).is_ok());
    assert_eq!(open_at(&state, state.expires_at), Err(OpenError::Expired));
    assert_eq!(open_at(&state, state.deadline - 1), Err(OpenError::Expired));
}

#[test]
fn no_round_outlives_the_flow() {
    let state = FlowState {
        deadline: 1_790_000_100_000,
        ..second_round()
    };
    assert!(open_at(&state, state.deadline - 1).is_ok());
    assert_eq!(
        open_at(&state, state.deadline),
        Err(OpenError::PastDeadline)
    );
    assert_eq!(open_at(&state, u64::MAX), Err(OpenError::PastDeadline));
}

#[test]
fn of_a_state_that_ends_with_its_flow_it_is_the_flow_that_is_over() {
    let state = FlowState {
        deadline: second_round().expires_at,
        ..second_round()
    };
    assert_eq!(
        open_at(&state, state.deadline),
        Err(OpenError::PastDeadline)
    );
}

#[test]
fn a_clock_may_be_behind_by_the_skew_and_no_more() {
    let state = second_round();
    let skew = 60_000;
    assert!(open_at(&state, state.issued_at - skew).is_ok());
    assert_eq!(
        open_at(&state, state.issued_at - skew - 1),
        Err(OpenError::IssuedInFuture)
    );
    assert_eq!(open_at(&state, 0), Err(OpenError::IssuedInFuture));
}

#[test]
fn an_endless_skew_does_not_wrap() {
    let state = second_round();
    let limits = Limits {
        skew: Duration::MAX,
        ..Limits::default()
    };
    let token = seal_state(&sealer(), &state, &limits).unwrap();
    assert!(open_state(&sealer(), &token, &binding(&state), 1, &limits).is_ok());
}

#[test]
fn another_principal_or_operation_is_refused_and_the_right_one_still_opens() {
    let arguments = |path: &str| json!({ "path": path }).as_object().unwrap().clone();
    let operation = |method, target, path| {
        operation_digest(method, target, Some(&arguments(path)), 32).unwrap()
    };
    let mine = Binding {
        principal: Principal::new("iss", "alice").digest(),
        operation: operation("tools/call", "delete", "a"),
    };
    let state = FlowState {
        principal: mine.principal,
        operation: mine.operation,
        ..second_round()
    };
    let token = seal_state(&sealer(), &state, &Limits::default()).unwrap();
    let open = |binding: Binding| {
        open_state(
            &sealer(),
            &token,
            &binding,
            state.issued_at,
            &Limits::default(),
        )
        .map(|_| ())
    };
    for other in [
        Principal::new("iss", "bob"),
        Principal::new("iss2", "alice"),
        Principal::new("iss", "alice").client("c"),
        Principal::new("iss", "alice").scope("s"),
        Principal::anonymous(),
        Principal::local(),
    ] {
        let binding = Binding {
            principal: other.digest(),
            ..mine
        };
        assert_eq!(open(binding), Err(OpenError::Principal), "{other:?}");
    }
    for operation in [
        operation("tools/call", "delete", "b"),
        operation("tools/call", "purge", "a"),
        operation("prompts/get", "delete", "a"),
        operation("resources/read", "delete", "a"),
        operation_digest("tools/call", "delete", None, 32).unwrap(),
    ] {
        assert_eq!(
            open(Binding { operation, ..mine }),
            Err(OpenError::Operation)
        );
    }
    assert_eq!(open(mine), Ok(()));
}

#[test]
fn checks_come_in_their_order() {
    let state = second_round();
    let token = seal_state(&sealer(), &state, &Limits::default()).unwrap();
    let wrong = Binding {
        principal: [0; 32],
        operation: [0; 32],
    };
    let open = |now| open_state(&sealer(), &token, &wrong, now, &Limits::default()).unwrap_err();
    assert_eq!(open(0), OpenError::IssuedInFuture);
    assert_eq!(open(u64::MAX), OpenError::PastDeadline);
    assert_eq!(open(state.expires_at), OpenError::Expired);
    assert_eq!(open(state.issued_at), OpenError::Principal);
}

#[test]
fn bytes_of_ours_that_are_no_state_are_refused() {
    for payload in [&b""[..], b"\x01", b"\x02rest", b"a link token"] {
        let token = sealer().seal(payload.to_vec(), 1024).unwrap();
        assert!(matches!(
            open(&sealer(), &token),
            Err(OpenError::Payload(_))
        ));
    }
}

#[test]
fn a_state_over_the_limit_is_an_error_with_its_size() {
    let limits = Limits {
        state_bytes: 2048,
        ..Limits::default()
    };
    let mut state = second_round();
    state
        .records
        .push(accepted("page", json!("x".repeat(4000))));
    let error = seal_state(&sealer(), &state, &limits).unwrap_err();
    let token = seal_state(&sealer(), &state, &Limits::default()).unwrap();
    assert_eq!(
        error,
        SealError::TooLong {
            bytes: token.len(),
            limit: 2048
        }
    );
    let opened = open_state(
        &sealer(),
        &token,
        &binding(&state),
        state.issued_at,
        &limits,
    );
    assert_eq!(opened, Err(OpenError::TooLong));
}

#[test]
fn every_changed_byte_of_a_state_is_refused() {
    for sealer in [sealer(), signer()] {
        let token = seal_state(&sealer, &second_round(), &Limits::default()).unwrap();
        for at in 0..token.len() {
            for other in "AZaz09-_.+/= \u{e9}".chars() {
                let mut changed: Vec<char> = token.chars().collect();
                if std::mem::replace(&mut changed[at], other) != other {
                    assert!(
                        open(&sealer, &changed.into_iter().collect::<String>()).is_err(),
                        "{at}"
                    );
                }
            }
        }
    }
}

#[test]
fn another_flows_state_cannot_be_spliced_in() {
    let other = FlowState {
        flow_id: [9; 16],
        ..second_round()
    };
    let body = |state| {
        let token = seal_state(&signer(), state, &Limits::default()).unwrap();
        let (header, body) = token.rsplit_once('.').unwrap();
        (header.to_owned(), URL_SAFE_NO_PAD.decode(body).unwrap())
    };
    let ((header, one), (_, two)) = (body(&second_round()), body(&other));
    for at in 1..one.len() {
        let spliced = [&one[..at], &two[at..]].concat();
        let token = format!("{header}.{}", URL_SAFE_NO_PAD.encode(&spliced));
        assert_eq!(
            open(&signer(), &token).is_ok(),
            spliced == one || spliced == two,
            "{at}"
        );
    }
}

#[test]
fn one_more_form_answer_is_cheap() {
    for (key, answer) in [
        ("city", json!({ "city": "Oslo" })),
        ("preference", json!({ "language": "French", "omit": "" })),
        ("n", json!({ "n": 1 })),
        (
            "price",
            json!({ "price": 0.5, "rate": -1.25e-7, "list": [0.1, 0.2, 0.3] }),
        ),
        ("sure", json!({ "confirm": true })),
        (
            "colours",
            json!({ "colours": ["red", "green"], "note": "a \"quoted\" line\nand more" }),
        ),
        ("text", json!({ "text": "x".repeat(3000) })),
    ] {
        let mut state = second_round();
        let before = seal_state(&sealer(), &state, &Limits::default())
            .unwrap()
            .len();
        let budget = answer.to_string().len() as f64 * 1.4 + 56.0;
        state.records.push(accepted(key, answer));
        let after = seal_state(&sealer(), &state, &Limits::default())
            .unwrap()
            .len();
        assert!(
            (after - before) as f64 <= budget,
            "{key}: {} of {budget}",
            after - before
        );
    }
}

proptest! {
    #[test]
    fn no_text_opens_that_was_not_sealed(token in "(m1s?\\.)?([A-Za-z0-9_-]{8}\\.)?.{0,200}") {
        prop_assert!(open(&sealer(), &token).is_err());
        prop_assert!(open(&signer(), &token).is_err());
    }
}
