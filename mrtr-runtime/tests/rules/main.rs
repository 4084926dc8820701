//! The rules of replay, one module each, on handlers without an SDK.
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod canary;
mod cases;
mod cases_of_answers;
mod deploys;
mod errors_of_clients;
mod fill;
mod forged;
mod harness;
mod identity;
mod limits;
mod limits_of_captures;
mod limits_of_rounds;
mod links;
mod logs;
mod older_forms;
mod optional;
mod picks;
mod r01_suspend;
mod r02_captures_finish;
mod r03_identity;
mod r04_questions;
mod r05_pending_only;
mod r06_held;
mod r07_checked;
mod r07_values;
mod r08_recorded;
mod r08_types;
mod r09_unreached;
mod r10_divergence;
mod r10_messages;
mod r11_misuse;
mod r12_nothing_held;
mod r13_cancelled;
mod r14_interleavings;
mod r14_single_use;
mod r14_spent_twice;
mod r15_deploys;
mod r16_one_engine;
mod refusals;
mod refusals_again;
mod refused_states;
mod repeats;
mod roots;
mod sample_room;
mod samples;
mod states;
mod status;
mod type_in;
mod unattended;
mod unserializable;
mod urls;
mod wire;
