//! MCP tools that talk back to the user, as straight-line async functions.
//!
//! Since MCP 2026-07-28 a tool that needs an answer returns `input_required` with its questions and an
//! opaque `requestState`, and the client calls it again with the answers (multi round-trip requests,
//! SEP-2322). Here a handler is one `async fn` and an ask is an `.await`:
//!
//! ```
//! use mrtr_runtime::prelude::*;
//!
//! #[mrtr_tool]
//! async fn rename(file: &str) -> Result<String, Refused> {
//!     let name = ask_elicit!(String, "What shall {file} be called?").await?;
//!     ask_confirm!("Rename {file} to {name}?").await?; // only "yes" goes on
//!     Ok(format!("{file} is now {name}"))
//! }
//! # let _ = rename;
//! ```
//!
//! # How it runs
//!
//! An ask without an answer parks the handler; the round ends with its question, and the handler is
//! dropped. What was answered and captured so far travels in the sealed `requestState`. On the retry
//! the handler runs **again from its start**: asks that have an answer return it at once, and it goes
//! on behind the one that was open. So code ahead of an ask runs in every round; what must run once
//! per flow stands in [`capture!`] or behind the last ask.
//!
//! # With rmcp, and without
//!
//! The feature `rmcp` (on by default) serves tools, prompts and resources of
//! [rmcp](https://crates.io/crates/rmcp): [`macro@mrtr_tool`] stands above `#[tool]`,
//! [`macro@mrtr_prompt`] above `#[prompt]`, [`macro@mrtr_resource`] on `read_resource`, and
//! [`macro@mrtr_handler`] on the `impl ServerHandler`; the server implements [`MrtrServer`].
//!
//! rmcp sends questions by way of `serde_json`'s maps, which sort their members. The feature
//! `preserve_order` (on by default) turns on serde_json's feature of that name, so that a form's fields
//! reach the client in the order of their declaration.
//!
//! Without an SDK a handler becomes a function of a [`Flow`] that gives a [`Reply`]. The feature `testing` has a kit that runs it
//! through all its rounds with the answers of a script (`docs/testing.md` of the repository shows it). By hand a round is:
//!
//! ```
//! use mrtr_runtime::prelude::*;
//! use mrtr_runtime::{Capabilities, Method, Request};
//!
//! # #[mrtr_tool]
//! # async fn rename(file: &str) -> Result<String, Refused> {
//! #     let name = ask_elicit!(String, "What shall {file} be called?").await?;
//! #     Ok(format!("{file} is now {name}"))
//! # }
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mrtr = Mrtr::builder()
//!     .keys(Keys::ephemeral()?)
//!     .audience("files")
//!     .single_user()
//!     .build()?;
//! let request = Request::new(Method::CallTool, "rename", None)
//!     .capabilities(Capabilities { form: true, ..Capabilities::default() })
//!     .principal(Principal::local());
//! let reply = match mrtr.open(request) {
//!     Ok(flow) => rename(&flow, "notes.txt").await,
//!     Err(failure) => Reply::Failed(failure),
//! };
//! let Reply::InputRequired(open) = reply else { panic!("{reply:?}") };
//! assert_eq!(open.requests[0].0, "name");
//! # Ok(())
//! # }
//! ```
//!
//! # Errors and the log
//!
//! A handler whose `?` meets errors of many kinds returns `rmcp::ToolError`. Where a client
//! sees "Internal error", the cause is in the log ([`tracing`](https://docs.rs/tracing)) alone: install a subscriber. With a stdio
//! transport let it write to standard error, since standard output is the transport. The feature `tracing-subscriber` has a
//! filter, `HideRepeats`, for what a handler logs again in each round.
//!
//! # What it promises
//!
//! * An answer counts only for the question that it was given to. A question that changed meanwhile is
//!   asked again.
//! * An answer is checked against the form that was sent before the handler sees it.
//! * A `requestState` opens only for the same caller, method, name and arguments, under your keys,
//!   until it expires. Whatever fails, the client sees the same error.
//! * A captured value is evaluated once per flow, and never used by a handler whose questions, captures
//!   or version changed meanwhile, unless it says `accept`.
//! * A handler that does not replay as it was recorded ends with an internal error, and the log says
//!   which key, at which file and line, and why.
//!
//! And what it does not: without a store a client can send the same state twice, so an effect in the
//! outside world needs an idempotency key; [`Flow::key`] makes one.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

// Expansions name the crate by its path, in here too.
extern crate self as mrtr_runtime;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod ask;
mod beside;
mod clock;
mod counters;
pub mod form;
#[cfg(fuzzing)]
#[doc(hidden)]
pub mod fuzzing;
mod identity;
mod limits;
mod links;
mod list;
mod mrtr;
mod places;
#[cfg(feature = "tracing-subscriber")]
mod repeats;
mod replay;
#[cfg(feature = "rmcp")]
pub mod rmcp;
mod state;
pub mod store;
#[cfg(feature = "testing")]
pub mod testing;
mod texts;
mod urls;
mod wire;

pub use ask::{
    Ask, InvalidSampleMessage, Refused, Root, RootError, Roots, Sample, SampleError, SampleMessage,
    SampleType, ToolOutput, ToolUse, UnreadRoot,
};
pub use clock::{Clock, SystemClock};
pub use counters::{Counter, Counters};
pub use form::{Choice, Elicit};
pub use identity::PrincipalHook;
pub use limits::Limits;
pub use links::{Link, LinkError};
pub use mrtr::{Legacy, Mrtr, MrtrBuilder, MrtrServer, SettingsError};
pub use mrtr_macros::{
    Choice, Elicit, mrtr_handler, mrtr_part, mrtr_prompt, mrtr_resource, mrtr_tool,
};
#[cfg(feature = "tracing-subscriber")]
pub use repeats::HideRepeats;
pub use replay::{
    Answering, Completing, Dialog, DialogAnswer, DialogError, Flow, FlowGivenByPartMacro,
    is_replaying,
};
pub use state::{KeyBytes, KeyList, Keys, KeysError, Principal};
pub use store::{MemoryStore, RoundStore};
#[cfg(feature = "redis")]
pub use store::{RedisConnection, RedisStore};
pub use wire::{
    Capabilities, Capability, Failure, IncludeContext, InputRequest, InputRequired, Method,
    ModelPreferences, Reply, Request, RpcError, SampleRequest, SampleTool, ToolChoice,
};

/// What a server's module imports.
pub mod prelude {
    #[cfg(feature = "rmcp")]
    pub use crate::become_task;
    #[cfg(feature = "rmcp")]
    pub use crate::rmcp::ToolError;
    pub use crate::{
        Capability, Choice, Elicit, Flow, Keys, Limits, Mrtr, MrtrServer, Principal, Refused,
        Reply, ask_confirm, ask_elicit, ask_pick, ask_roots, ask_sample, ask_url, capture,
        mrtr_handler, mrtr_part, mrtr_prompt, mrtr_resource, mrtr_tool, part, rerun,
    };
}
