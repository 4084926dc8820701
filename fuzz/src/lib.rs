//! Fuzz targets. Each module of `targets` has one `check`, which takes any bytes and panics where a promise does not
//! hold; the programs in `fuzz_targets` hand it to libFuzzer.
//!
//! See `README.md` beside this package for how to run them.
#![forbid(unsafe_code)]
#![cfg(fuzzing)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

// Every macro crate has it without asking.
extern crate proc_macro;

mod json;
pub mod targets;

// The macros, as they stand at the root of `mrtr-macros`: a macro crate exports nothing else.
#[path = "../../mrtr-macros/src/colon.rs"]
mod colon;
#[path = "../../mrtr-macros/src/errors.rs"]
mod errors;
#[path = "../../mrtr-macros/src/form/mod.rs"]
mod form;
#[path = "../../mrtr-macros/src/similar.rs"]
mod similar;
#[path = "../../mrtr-macros/src/tool/mod.rs"]
mod tool;
#[path = "../../mrtr-macros/src/warning.rs"]
mod warning;
