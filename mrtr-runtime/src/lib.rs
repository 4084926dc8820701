//! Multi round-trip MCP tools as straight-line async functions.
#![forbid(unsafe_code)]

extern crate self as mrtr_runtime;

mod ask;
mod form;
mod limits;
mod replay;
mod state;
mod wire;

pub use limits::Limits;
pub use state::{Keys, KeysError, Principal};
