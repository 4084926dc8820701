//! One tool for each kind of field that a form can have: `docs/forms.md` shows them in a client.
#![forbid(unsafe_code)]

mod fields;
mod lists;
mod server;

use clap::Parser;
use mrtr_examples::{Options, run};

use server::Forms;

/// An MCP server whose tools ask with every kind of form, and answer with what they got.
#[derive(Debug, Parser)]
struct Cli {
    #[command(flatten)]
    options: Options,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    run(&Cli::parse().options, "forms", Forms::new).await
}
