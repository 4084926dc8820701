//! Checkout: a tool that takes money, and takes it once.
//!
//! `checkout --stdio` has everything in one process. For a fleet, start the fake shop with
//! `--payments-server ADDR`, a Redis, and any number of servers with the same `MRTR_KEYS`:
//! `--http ADDR --payments http://ADDR --store redis://HOST:PORT`.
#![forbid(unsafe_code)]

mod cli;
mod money;
mod server;
mod shop;
mod store;

use anyhow::Context as _;
use clap::Parser;
use mrtr_examples::payments::Payments;
use mrtr_examples::{log_to_stderr, serve};

use cli::Cli;
use server::CheckoutServer;
use shop::Shop;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    log_to_stderr("warn");
    if let Some(address) = cli.payments_server {
        return be_the_shop(address).await;
    }
    let transport = cli
        .options
        .transport()
        .context("say what to do: --stdio, --http ADDR or --payments-server ADDR")?;
    let store = cli.store.open().await?;
    let mrtr = cli.options.mrtr_with("checkout", store)?;
    // Without a shop one is served in this process, for as long as the server runs.
    let (url, _here) = match cli.payments {
        Some(url) => (url, None),
        None => {
            let here = Payments::seeded().serve(([127, 0, 0, 1], 0).into()).await?;
            (here.url.clone(), Some(here))
        }
    };
    serve(transport, CheckoutServer::new(Shop::at(url)?, mrtr)).await
}

async fn be_the_shop(address: std::net::SocketAddr) -> anyhow::Result<()> {
    let served = Payments::seeded().serve(address).await?;
    println!("listening on {}", served.url);
    Ok(tokio::signal::ctrl_c().await?)
}
