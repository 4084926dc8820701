//! Incidents: the worked example. `--demo` shows it with a client in the same process.
#![forbid(unsafe_code)]

mod data;
mod demo;
mod server;

use clap::Parser;
use mrtr_examples::{Options, log_to_stderr, run};

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
    if cli.demo {
        log_to_stderr("off");
        return demo::run().await;
    }
    let server = |mrtr| IncidentServer::new(Incidents::embedded(), mrtr);
    run(&cli.options, "incident", server).await
}
