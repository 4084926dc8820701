//! One tool for each kind of field that a form can have: `docs/forms.md` shows them in a client.

mod fields;
mod lists;
mod server;

use anyhow::Context as _;
use clap::Parser;
use mrtr_examples::{Options, log_to_stderr, serve};

use server::Forms;

/// An MCP server whose tools ask with every kind of form, and answer with what they got.
#[derive(Debug, Parser)]
struct Cli {
    #[command(flatten)]
    options: Options,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    log_to_stderr("warn");
    let transport = cli
        .options
        .transport()
        .context("say how to serve: --stdio or --http ADDR")?;
    let mrtr = cli.options.mrtr("forms")?;
    serve(transport, Forms::new(mrtr)).await
}
