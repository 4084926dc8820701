//! Multi round-trip MCP tools as straight-line async functions.
#![forbid(unsafe_code)]

extern crate self as mrtr_runtime;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod ask;
mod clock;
pub mod form;
mod limits;
mod mrtr;
mod replay;
#[cfg(feature = "rmcp")]
pub mod rmcp;
mod state;
mod texts;
mod wire;

pub use ask::{Ask, Refused, Root, RootError, Roots, Sample, SampleError};
pub use clock::{Clock, SystemClock};
pub use form::{Choice, Elicit};
pub use limits::Limits;
pub use mrtr::{Legacy, Mrtr, MrtrBuilder, MrtrServer, SettingsError};
pub use replay::{Dialog, DialogError, Flow};
pub use state::{Keys, KeysError, Principal};
pub use wire::{
    Capabilities, Capability, Failure, InputRequest, InputRequired, Method, Reply, Request,
    RpcError, SampleRequest,
};
