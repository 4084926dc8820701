//! The server that the official conformance suite of MCP is run against (`.ci/conformance`).
//!
//! Names, keys and texts are the suite's; what is worth reading is how little each fixture needs.
#![forbid(unsafe_code)]

mod content;
mod input_required;
mod old_clients;
mod prompts;
mod resources;
mod schemas;
mod server;
mod stateless;
mod tasks;

use clap::Parser;
use mrtr_examples::{Options, run};

use server::Conformance;

/// The fixtures of the MCP conformance suite, written with mrtr.
#[derive(Debug, Parser)]
struct Cli {
    #[command(flatten)]
    options: Options,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    run(&Cli::parse().options, "conformance", Conformance::new).await
}
