//! The rules of replay, one module each, on handlers without an SDK.
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod harness;
mod r01_suspend;
mod r02_captures_finish;
mod r03_identity;
mod r04_questions;
mod r05_pending_only;
mod r06_held;
mod r07_checked;
mod r08_recorded;
