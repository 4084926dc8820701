//! The test kit: what it runs, what it says of a run that goes wrong, and what it shows of one that goes well.
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod check_replay;
mod faults;
mod mistakes;
mod runs;
#[cfg(feature = "rmcp")]
mod served;
#[cfg(feature = "rmcp")]
mod served_ends;
mod transcripts;
