//! Multi round-trip MCP tools as straight-line async functions.
#![forbid(unsafe_code)]

extern crate self as mrtr_runtime;

mod core_mock;
mod limits;
#[cfg(feature = "rmcp")]
pub mod rmcp;

pub use core_mock::*;
pub use limits::Limits;
