//! Incidents: the worked example. `--demo` shows it with a client in the same process.

mod data;
mod demo;
mod server;

use anyhow::Context as _;
use clap::Parser;
use mrtr_examples::{Options, log_to_stderr, serve};

use data::Incidents;
use server::IncidentServer;

/// An MCP server that asks in the middle of its tools, prompts and resources.
#[derive(Debug, Parser)]
struct Cli {
    #[command(flatten)]
    options: Options,

    /// Show the server with a client in this process; on a terminal, you are the user
    #[arg(long, conflicts_with_all = ["stdio", "http"])]
    demo: bool,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    log_to_stderr(if cli.demo { "off" } else { "warn" });
    if cli.demo {
        return demo::run().await;
    }
    let transport = cli
        .options
        .transport()
        .context("say what to do: --stdio, --http ADDR or --demo")?;
    let mrtr = cli.options.mrtr("incident")?;
    serve(transport, IncidentServer::new(Incidents::embedded(), mrtr)).await
}
