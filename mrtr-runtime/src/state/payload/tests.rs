#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use proptest::{prelude::*, sample::Index};
use serde_json::json;

use super::*;
use crate::state::{
    Entry, FunctionId, Record,
    testing::{accepted, flow_state, handler, identity, keeps_order, second_round},
};

fn bytes(state: &FlowState) -> Vec<u8> {
    let mut out = Vec::new();
    encode(state, &mut out).unwrap();
    out
}

fn nested(levels: usize) -> serde_json::Value {
    (0..levels).fold(json!(1), |inner, _| json!([inner]))
}

#[test]
fn another_version_is_refused() {
    let mut bytes = bytes(&second_round());
    for version in [0, 2, 255] {
        bytes[0] = version;
        assert_eq!(decode(&bytes), Err(PayloadError::Version));
    }
}

#[test]
fn bytes_after_the_end_are_refused() {
    let mut bytes = bytes(&second_round());
    bytes.push(0);
    assert_eq!(decode(&bytes), Err(PayloadError::Trailing));
}

#[test]
fn every_truncation_is_refused() {
    let bytes = bytes(&second_round());
    for length in 0..bytes.len() {
        assert!(decode(&bytes[..length]).is_err(), "{length}");
    }
}

#[test]
fn a_second_entry_of_one_name_is_refused() {
    let state = second_round();
    let refused = |change: fn(&mut FlowState)| {
        let mut state = state.clone();
        change(&mut state);
        assert_eq!(decode(&bytes(&state)), Err(PayloadError::Duplicate));
    };
    refused(|state| state.can.push((0, false)));
    refused(|state| state.records.push(accepted("preference", json!(1))));
    refused(|state| {
        let mut again = state.pending[0].clone();
        again.identity.occurrence = 2;
        state.pending.push(again);
    });
    refused(|state| {
        let mut again = state.pending[0].clone();
        again.wire_key = "other".into();
        state.pending.push(again);
    });
}

#[test]
fn a_second_entry_is_refused_in_a_long_list_too() {
    let mut state = second_round();
    for occurrence in 2..60 {
        let mut record = accepted("preference", json!(1));
        record.identity.occurrence = occurrence;
        state.records.push(record);
    }
    assert_eq!(decode(&bytes(&state)), Ok(state.clone()));
    state.records.push(accepted("preference", json!(2)));
    assert_eq!(decode(&bytes(&state)), Err(PayloadError::Duplicate));
}

#[test]
fn one_key_may_occur_again_with_another_occurrence_or_of() {
    let mut state = second_round();
    for (of, occurrence) in [
        (None, 2),
        (Some([1; 16]), 1),
        (Some([2; 16]), 1),
        (Some([2; 16]), 2),
    ] {
        let mut record = accepted("preference", json!(true));
        record.identity = Identity {
            of,
            occurrence,
            ..identity("preference")
        };
        state.records.push(record);
    }
    assert_eq!(decode(&bytes(&state)), Ok(state));
}

#[test]
fn a_part_is_written_once_however_many_records_it_made() {
    let part = FunctionId {
        fingerprint: [9; 16],
        version: 3,
    };
    let with = |count: usize| {
        let mut state = second_round();
        for key in ["a", "b", "c"].iter().take(count) {
            state.records.push(Record {
                functions: [handler(), part].into(),
                ..accepted(key, json!(true))
            });
        }
        bytes(&state).len()
    };
    assert_eq!(with(1) - with(0), with(2) - with(1) + 18);
    assert_eq!(with(3) - with(2), with(2) - with(1));
}

#[test]
fn the_content_of_a_refusal_takes_no_bytes() {
    let size = |outcome| {
        let mut state = second_round();
        let Entry::Answer { outcome: slot, .. } = &mut state.records[0].entry else {
            panic!()
        };
        *slot = outcome;
        bytes(&state).len()
    };
    let declined = size(crate::state::Outcome::Declined(None));
    assert_eq!(declined, size(crate::state::Outcome::Cancelled(None)));
    assert_eq!(
        declined + 1,
        size(crate::state::Outcome::Cancelled(Some(75)))
    );
    assert_eq!(
        declined + 1,
        size(crate::state::Outcome::Accepted(json!(null)))
    );
}

#[test]
fn a_value_nested_too_deeply_is_an_error_that_names_its_key() {
    let mut state = second_round();
    state.records.push(accepted("tree", nested(500)));
    assert_eq!(
        encode(&state, &mut Vec::new()),
        Err(ValueTooDeep { key: "tree".into() })
    );
    assert!(
        ValueTooDeep { key: "tree".into() }
            .to_string()
            .contains("`tree`")
    );
}

#[test]
fn the_heaviest_entry_is_found() {
    let mut state = second_round();
    state
        .records
        .push(accepted("page", json!("x".repeat(10_000))));
    state.records.push(accepted("small", json!(1)));
    let (identity, size) = heaviest(&state).unwrap();
    assert_eq!((identity.key.as_str(), size), ("page", 10_003));
    assert_eq!(
        heaviest(&FlowState {
            records: vec![],
            ..second_round()
        }),
        None
    );
}

/// A changed encoding would end every open flow at the next deploy.
#[test]
fn the_encoding_never_changes() {
    let hex: String = bytes(&second_round())
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(hex, SECOND_ROUND);
}

#[rustfmt::skip]
const SECOND_ROUND: &str = concat!(
    "01", // version
    "0101010101010101010101010101010101", // fingerprint, version of the handler
    "02020202020202020202020202020202", // flow id
    "03030303030303030303030303030303", // seed
    "80d8c1a28c34e0d403c0cf2480dddb01", // started, issued, expires, deadline
    "0200", // requests, drops
    "020104", // can
    "0404040404040404040404040404040404040404040404040404040404040404", // principal
    "0505050505050505050505050505050505050505050505050505050505050505", // operation
    "01020773756d6d617279010606060606060606060606060606060600", // pending
    "00", // held
    "01100a707265666572656e636501000707070707070707070707070707070782086c616e6775616765464672656e6368046f6d6974456e616d6573", // records
);

proptest! {
    #[test]
    fn a_state_reads_back_as_itself(state in flow_state()) {
        prop_assert_eq!(decode(&bytes(&state)), Ok(state));
    }

    #[test]
    fn arbitrary_bytes_never_panic(mut input in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = decode(&input);
        if let Some(version) = input.first_mut() {
            *version = VERSION;
            let _ = decode(&input);
        }
    }

    #[test]
    fn what_reads_at_all_is_the_one_encoding_of_its_state(
        state in flow_state(),
        edits in prop::collection::vec((any::<Index>(), any::<u8>(), 0..4), 1..4),
    ) {
        let mut mutated = bytes(&state);
        for (index, byte, edit) in edits {
            let at = index.index(mutated.len());
            match edit {
                0 => mutated[at] = byte,
                1 => mutated[at] ^= 1 << (byte & 7),
                2 => mutated.insert(at, byte),
                _ => { mutated.remove(at); }
            }
        }
        if let Ok(read) = decode(&mutated) {
            let again = bytes(&read);
            prop_assert_eq!(decode(&again), Ok(read));
            prop_assert!(!keeps_order() || again == mutated);
        }
    }
}
