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
pub use mrtr_macros::{
    Choice, Elicit, mrtr_handler, mrtr_part, mrtr_prompt, mrtr_resource, mrtr_tool,
};
pub use replay::{Answering, Dialog, DialogError, Flow};
pub use state::{Keys, KeysError, Principal};
pub use wire::{
    Capabilities, Capability, Failure, InputRequest, InputRequired, Method, Reply, Request,
    RpcError, SampleRequest,
};

/// What a server's module imports.
pub mod prelude {
    #[cfg(feature = "rmcp")]
    pub use crate::rmcp::ToolError;
    pub use crate::{
        Capability, Choice, Elicit, Flow, Keys, Mrtr, MrtrServer, Principal, Refused, Reply,
        ask_confirm, ask_elicit, ask_roots, ask_sample, capture, mrtr_handler, mrtr_part,
        mrtr_prompt, mrtr_resource, mrtr_tool, part,
    };
}
