//! A test kit: handlers run through all their rounds in memory, answered by a script (feature `testing`).
//!
//! A [`TestClient`] is client and server in one: it sends requests as a client does, and each is opened, replayed, checked
//! and sealed as in production. What the person, the model and the client answer stands in a [`Script`], by the keys that are
//! asked. Put the feature among your dev-dependencies:
//!
//! ```text
//! cargo add --dev mrtr-runtime --features testing
//! ```
//!
//! ```
//! use mrtr_runtime::prelude::*;
//! use mrtr_runtime::testing::{Script, TestClient};
//!
//! #[mrtr_tool]
//! async fn rename(file: &str) -> Result<String, Refused> {
//!     let name = ask_elicit!(String, "What shall {file} be called?").await?;
//!     ask_confirm!(key = "sure", "Rename {file} to {name}?").await?;
//!     Ok(format!("{file} is now {name}"))
//! }
//!
//! # /*
//! #[tokio::test]
//! # */
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! #     renames_after_a_yes().await;
//! # }
//! async fn renames_after_a_yes() {
//!     let script = Script::new().value("name", "plan.txt").confirm("sure");
//!     let client = TestClient::new();
//!     let run = client.run(&script, async |flow| rename(flow, "notes.txt").await);
//!     let run = run.await.unwrap();
//!     assert_eq!(run.result(), &Ok("notes.txt is now plan.txt".to_owned()));
//!     assert_eq!(run.asked(), [["name"], ["sure"]]);
//! }
//! ```
//!
//! With rmcp, [`TestClient::call_tool`] and its siblings call whole servers by the same script.
//!
//! A run fails, with an error that shows what has happened so far, where the script has no answer to a question, where an
//! answer of the script was not asked for, where the flow fails, and where the handler returns and has not come by all that
//! was recorded.

mod client;
mod clock;
mod compare;
mod drive;
mod error;
mod exchange;
mod in_memory;
#[cfg(feature = "rmcp")]
mod older;
#[cfg(feature = "rmcp")]
mod over_pipe;
#[cfg(feature = "rmcp")]
mod pipe;
mod question;
mod redact;
mod replayed;
mod run;
mod script;
#[cfg(feature = "rmcp")]
mod served;
mod settings;
mod similar;
mod suspended;
mod transcript;

pub use client::TestClient;
pub use clock::TestClock;
pub use error::RunError;
pub use question::Question;
pub use run::Run;
pub use script::Script;
#[cfg(feature = "rmcp")]
pub use served::TestServer;
pub use settings::TestSettings;
pub use suspended::Suspended;
pub use transcript::Transcript;
