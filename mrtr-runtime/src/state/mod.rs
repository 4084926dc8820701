//! What travels in `requestState`, and how it is sealed.
// What a client sends is read in here: nothing of it may panic, and no number wraps unseen.
#![cfg_attr(
    not(test),
    deny(
        clippy::arithmetic_side_effects,
        clippy::string_slice,
        clippy::unreachable,
        clippy::get_unwrap,
        clippy::panic_in_result_fn
    )
)]

use serde_json::Value;

mod digest;
mod finite;
mod keys;
mod link;
mod open;
mod payload;
mod principal;
mod seal;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod vectors;

pub use keys::{KeyBytes, KeyList, Keys, KeysError};
pub use principal::Principal;

pub(crate) use digest::{
    Digest, Hasher, ShortDigest, TooDeep, operation_digest, serialize_digest, value_digest,
};
pub(crate) use finite::is_finite;
pub(crate) use link::LinkState;
pub(crate) use open::{Binding, check_size, open_state, seal_state};
#[cfg(any(fuzzing, feature = "testing"))]
pub(crate) use payload::decode;
#[cfg(fuzzing)]
pub(crate) use payload::encode;
pub(crate) use payload::{heaviest, value_bytes};
#[cfg(test)]
pub(crate) use seal::NO_RANDOMNESS;
pub(crate) use seal::{OpenError, SealError, Sealer, well_formed_key_id};

/// The kind of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Form,
    Url,
    Sample,
    Roots,
}

impl Kind {
    /// The method of the request that asks it.
    pub(crate) const fn method(self) -> &'static str {
        match self {
            Self::Form | Self::Url => "elicitation/create",
            Self::Sample => "sampling/createMessage",
            Self::Roots => "roots/list",
        }
    }
}

/// Which ask or capture of a flow this is (R3): key, what it is about, and occurrence.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Identity {
    /// The key with the prefixes of the parts around it, as in `pick.language`.
    pub(crate) key: String,
    /// The digest of `of`, where the author gave one.
    pub(crate) of: Option<ShortDigest>,
    /// 1 for the first use of this key and `of` in a run, 2 for the next.
    pub(crate) occurrence: u32,
}

/// A function (handler or part), as it was when a record was made (R15).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FunctionId {
    pub(crate) fingerprint: ShortDigest,
    pub(crate) version: u32,
}

/// The functions in which a record was made: the handler, and the parts down to its own.
pub(crate) type FunctionPath = std::sync::Arc<[FunctionId]>;

/// A question that the last reply asked, and under which key of the wire (R5).
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pending {
    pub(crate) wire_key: String,
    pub(crate) identity: Identity,
    pub(crate) kind: Kind,
    pub(crate) question: ShortDigest,
    /// How many times its answer was invalid so far.
    pub(crate) retries: u8,
    /// Since when somebody can read it, where an earlier reply asked it too; else it is as old as its state.
    pub(crate) since: Option<u64>,
    /// The members of its form, where rounds count once: nothing else in an answer counts (R14).
    pub(crate) members: Vec<String>,
}

/// An answer that came and whose ask was not reached yet (R6).
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Held {
    pub(crate) identity: Identity,
    pub(crate) kind: Kind,
    pub(crate) question: ShortDigest,
    pub(crate) retries: u8,
    /// Of a refusal.
    pub(crate) haste: Haste,
    /// The result object, without the content of a refusal.
    pub(crate) answer: Value,
}

/// A settled answer or a captured value, in the order in which they were recorded.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Record {
    pub(crate) identity: Identity,
    pub(crate) functions: FunctionPath,
    pub(crate) entry: Entry,
}

/// What a record holds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Entry {
    Answer {
        kind: Kind,
        question: ShortDigest,
        outcome: Outcome,
    },
    Capture(Value),
}

/// How a question was answered. The content of a refusal is never kept (R8).
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    Accepted(Value),
    Declined(Haste),
    Cancelled(Haste),
}

/// Milliseconds from a question to its refusal, where they were too few for a person to read it.
pub(crate) type Haste = Option<u64>;

impl Outcome {
    /// The outcome of an answer that came so fast, which counts for refusals alone.
    pub(crate) fn in_haste(self, haste: Haste) -> Self {
        match self {
            Self::Accepted(value) => Self::Accepted(value),
            Self::Declined(_) => Self::Declined(haste),
            Self::Cancelled(_) => Self::Cancelled(haste),
        }
    }
}

/// Everything that a flow needs to go on. Times are milliseconds since 1970.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FlowState {
    /// The handler that made this state, and its version.
    pub(crate) function: FunctionId,
    pub(crate) flow_id: [u8; 16],
    pub(crate) seed: [u8; 16],
    pub(crate) started_at: u64,
    pub(crate) issued_at: u64,
    pub(crate) expires_at: u64,
    /// The end of the flow, which no round extends.
    pub(crate) deadline: u64,
    /// Requests so far, the one that this state replies to included.
    pub(crate) requests: u32,
    /// Answers dropped because their question had changed, under `function` (R4).
    pub(crate) drops: u32,
    /// What `can` answered, by the number of the capability.
    pub(crate) can: Vec<(u8, bool)>,
    pub(crate) principal: Digest,
    pub(crate) operation: Digest,
    pub(crate) pending: Vec<Pending>,
    pub(crate) held: Vec<Held>,
    pub(crate) records: Vec<Record>,
}
