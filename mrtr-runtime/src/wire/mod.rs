//! The protocol's side of a round: what came, what goes out, and what the client may be asked.

mod capability;
mod incoming;
mod input_request;
mod reply;
mod request;

pub use capability::{Capabilities, Capability};
pub use input_request::{InputRequest, SampleRequest};
pub use reply::{Failure, InputRequired, Reply, RpcError};
pub use request::{Method, Request};

pub(crate) use capability::required_capabilities;
pub(crate) use incoming::{OverLimit, Shape, check_limits, check_shape};
pub(crate) use request::{Answers, CancelSignal};
