//! A server to measure, `docs/SPEED.md` says with what: four tools with mrtr's macros or, with `--by-hand`, the same four
//! on rmcp alone. The tools are in `mrtr_examples::booking`.
#![forbid(unsafe_code)]

use anyhow::Context as _;
use clap::Parser;
use mrtr_examples::booking::{Booking, ByHand, Signing, limits};
use mrtr_examples::{Options, Transport, caller, log_to_stderr, serve};
use mrtr_runtime::{Keys, Mrtr};

/// An MCP server whose tools `book`, `one`, `many` and `plain` ask three questions, one, many and none.
#[derive(Debug, Parser)]
struct Cli {
    #[command(flatten)]
    options: Options,

    /// Serve the tools that are written by hand on rmcp
    #[arg(long)]
    by_hand: bool,

    /// Sign states without encrypting them, as the server by hand does
    #[arg(long, conflicts_with = "by_hand")]
    signed: bool,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    log_to_stderr("warn");
    let how = "say how to serve: --stdio or --http ADDR (--help shows all)";
    let transport = cli.options.transport().context(how)?;
    if cli.by_hand {
        return serve(transport, ByHand::new(signing()?)).await;
    }
    serve(transport, Booking::new(mrtr(transport, cli.signed)?)).await
}

/// A key that lasts as long as the process.
fn signing() -> anyhow::Result<Signing> {
    let mut key = [0; 32];
    getrandom::fill(&mut key)?;
    Ok(Signing::new(&key)?)
}

/// As the other examples, but for the limits.
fn mrtr(transport: Transport, signed: bool) -> anyhow::Result<Mrtr> {
    let keys = match std::env::var_os("MRTR_KEYS") {
        Some(_) => Keys::from_env("MRTR_KEYS")?,
        None => Keys::ephemeral()?,
    };
    let keys = if signed { keys.signed() } else { keys };
    let builder = Mrtr::builder()
        .keys(keys)
        .audience("booking")
        .limits(limits());
    let builder = match transport {
        Transport::Http(_) => builder.principal(caller),
        Transport::Stdio => builder.single_user(),
    };
    Ok(builder.build()?)
}
