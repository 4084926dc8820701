//! Multi round-trip MCP tools as straight-line async functions.
#![forbid(unsafe_code)]

extern crate self as mrtr_runtime;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod ask;
pub mod form;
mod limits;
mod replay;
mod state;
mod wire;

pub use form::{Choice, Elicit};
pub use limits::Limits;
pub use mrtr_macros::{Choice, Elicit};
