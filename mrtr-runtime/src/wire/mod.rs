//! The protocol's side of a round: what came, what goes out, and what the client may be asked.
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

mod capability;
mod incoming;
mod input_request;
mod reply;
mod request;
mod sample;

pub use capability::{Capabilities, Capability};
pub use input_request::InputRequest;
pub use reply::{Failure, InputRequired, Reply, RpcError};
pub use request::{Method, Request};
pub use sample::{IncludeContext, ModelPreferences, SampleRequest, SampleTool, ToolChoice};

pub(crate) use capability::required_capabilities;
#[cfg(feature = "rmcp")]
pub(crate) use incoming::json_bytes;
pub(crate) use incoming::{OverLimit, Shape, check_limits, check_shape};
#[cfg(test)]
pub(crate) use request::DIGESTED;
pub(crate) use request::{Answers, CancelSignal};
pub(crate) use sample::SAMPLE_MEMBERS;
