//! The two servers of `mrtr_examples::booking` called in process, behind their tool routers: no transport, no JSON text.
#![forbid(unsafe_code)]

mod caller;
mod flow;
mod servers;

pub use caller::{Caller, Calls, Request};
pub use flow::{Flow, Which};
pub use servers::Kind;

/// How many bytes of text an answer to `many` has, unless it is said otherwise: `{"v":"xxxxxxxxxxxx"}`.
pub const ANSWER: usize = 12;
