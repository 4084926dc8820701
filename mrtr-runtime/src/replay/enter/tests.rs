//! What nobody can compute who has only the store.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use crate::state::Hasher;
use crate::{Flow, Keys, Method, Mrtr, Principal, Request};

/// The same flow under this seed.
fn seeded(mut flow: Flow, seed: u8) -> Flow {
    let shared = Arc::get_mut(&mut flow.shared).unwrap();
    (shared.facts.flow_id, shared.facts.seed) = ([1; 16], [seed; 16]);
    flow
}

#[test]
fn a_digest_of_answers_and_a_key_of_a_flow_have_its_seed() {
    let keys = Keys::new([[7; 32]]).unwrap();
    let builder = Mrtr::builder().keys(keys).audience("tests");
    let mrtr = builder.single_user().build().unwrap();
    let [one, same, other] = [1, 1, 2].map(|seed| {
        let request = Request::new(Method::CallTool, "pay", None).principal(Principal::local());
        seeded(mrtr.open(request).map_err(drop).unwrap(), seed)
    });
    assert_eq!(one.key("pay", &7), same.key("pay", &7));
    assert_ne!(one.key("pay", &7), other.key("pay", &7));
    let [one, same, other] = [one, same, other].map(|flow| flow.answers_digest(true));
    assert_eq!(one, same);
    assert_ne!(one, other);
    assert_ne!(one, Hasher::new("answers").finish());
}
