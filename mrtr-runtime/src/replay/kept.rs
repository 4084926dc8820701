//! The reply of a round as a store keeps it, for requests that repeat the round.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::form::{Form, kept};
use crate::state::Sealer;
use crate::store::RoundClaim;
use crate::wire::{Failure, InputRequest, InputRequired, RpcError, SampleRequest};

/// How a handler's output becomes JSON and comes back.
#[doc(hidden)]
#[derive(Debug)]
pub struct Keep<R> {
    /// Writes it.
    pub write: fn(&R) -> Result<Value, serde_json::Error>,
    /// Reads what `write` wrote.
    pub read: fn(Value) -> Result<R, serde_json::Error>,
}

/// What a `single_use` function without an SDK may return: a repeat of the round gets the same again.
#[diagnostic::on_unimplemented(
    message = "a `single_use` function cannot return `{Self}`: a store could not keep it for a repeat",
    label = "not both `serde::Serialize` and `serde::Deserialize`",
    note = "derive both for it, and for the error in a `Result`",
    note = "rmcp's errors and `ToolError` have neither: return `Refused` or an error of your own, or write rmcp's `#[tool]` below `#[mrtr_tool]`"
)]
pub trait Keepable: Sized {
    #[doc(hidden)]
    fn keep() -> Keep<Self>;
}

#[diagnostic::do_not_recommend]
impl<R: Serialize + DeserializeOwned> Keepable for R {
    fn keep() -> Keep<Self> {
        Keep {
            write: |output| serde_json::to_value(output),
            read: serde_json::from_value,
        }
    }
}

/// The end of a round, to be sent again.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Kept {
    Complete(Value),
    InputRequired {
        requests: Vec<(String, KeptRequest)>,
        state: String,
        /// What the questions need of a client, by number.
        needs: Vec<u8>,
    },
    Failed(#[serde(with = "FailureDef")] Failure),
    /// The round was run to an end that cannot be sent again.
    Unknown,
}

/// All of a question, where its own `Serialize` writes what a client sees of it.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct KeptRequest(#[serde(with = "RequestDef")] pub(super) InputRequest);

#[derive(Serialize, Deserialize)]
#[serde(remote = "InputRequest")]
enum RequestDef {
    Elicit {
        message: String,
        #[serde(with = "kept")]
        form: Form,
    },
    ElicitUrl {
        message: String,
        url: String,
    },
    Sample(Box<SampleRequest>),
    Roots,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Failure")]
enum FailureDef {
    Rpc(#[serde(with = "RpcErrorDef")] RpcError),
    Tool(String),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "RpcError")]
struct RpcErrorDef {
    code: i32,
    message: String,
    data: Option<Value>,
}

impl Kept {
    pub(super) fn questions(open: &InputRequired, needs: Vec<u8>) -> Self {
        let requests = open.requests.iter().cloned();
        Self::InputRequired {
            requests: requests.map(|(key, one)| (key, KeptRequest(one))).collect(),
            state: open.state.clone(),
            needs,
        }
    }

    /// Seals it for one round. What cannot be kept is of unknown outcome for a repeat.
    pub(super) fn seal(&self, replies: &Sealer, claim: &RoundClaim, limit: usize) -> Vec<u8> {
        try_seal(self, replies, claim, limit)
            .or_else(|| try_seal(&Self::Unknown, replies, claim, usize::MAX))
            .unwrap_or_default()
    }

    /// Opens what was sealed for this round; what does not open is of unknown outcome.
    pub(super) fn open(bytes: &[u8], replies: &Sealer, claim: &RoundClaim) -> Self {
        let token = str::from_utf8(bytes).ok();
        let plain = token.and_then(|token| replies.open(token, usize::MAX).ok());
        let kept = plain.as_deref().and_then(|plain| {
            let json = plain.strip_prefix(&bound_to(claim)[..])?;
            serde_json::from_slice(json).ok()
        });
        kept.unwrap_or_else(|| {
            tracing::error!(?claim, "a stored reply does not open");
            Self::Unknown
        })
    }
}

fn try_seal(kept: &Kept, replies: &Sealer, claim: &RoundClaim, limit: usize) -> Option<Vec<u8>> {
    let mut plain = bound_to(claim).to_vec();
    let sealed = serde_json::to_writer(&mut plain, kept)
        .map_err(|error| error.to_string())
        .and_then(|()| {
            let sealed = replies.seal(plain, limit);
            sealed.map_err(|error| error.to_string())
        });
    match sealed {
        Ok(token) => Some(token.into_bytes()),
        Err(error) => {
            tracing::error!(?claim, error, "a reply cannot be kept for repeats");
            None
        }
    }
}

/// A reply opens for its own round and answers only, whoever moves it about in the store.
fn bound_to(claim: &RoundClaim) -> [u8; 64] {
    let mut bytes = [0; 64];
    let both = claim.round.iter().chain(&claim.answers);
    bytes.iter_mut().zip(both).for_each(|(to, of)| *to = *of);
    bytes
}
