//! What the end-to-end tests share: clients, the example servers as processes, a server of their own,
//! and raw requests for what rmcp's client would not send.
#![forbid(unsafe_code)]
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

pub mod answers;
mod chromium;
mod client;
mod door;
mod example;
mod lab;
mod operation;
mod person;
mod raw;
mod redis;
mod round;
mod serve;
mod wait;

pub use chromium::Chromium;
pub use client::{Client, Talk};
pub use door::Door;
pub use example::{Example, Process, Transport};
pub use lab::{Effects, Lab, lab_mrtr, slow_lab_mrtr, unattended_lab_mrtr};
pub use operation::{Operation, prompt, resource, task, tool};
pub use person::{Person, Protocol, Question};
pub use raw::{Raw, RawAnswer};
pub use redis::Redis;
pub use rmcp::transport::streamable_http_server::StreamableHttpServerConfig as HttpConfig;
pub use round::Round;
pub use serve::{Hosted, Wire, over_pipe};
pub use wait::{Deadline, until, until_within};
