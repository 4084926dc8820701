//! The command line.

use std::net::SocketAddr;

use clap::Parser;
use mrtr_examples::Options;

use crate::store::StoreChoice;

/// An MCP server whose tool `checkout` charges a cart once.
#[derive(Debug, Parser)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) options: Options,

    /// Where answered rounds are claimed: memory (of this process alone), redis://HOST:PORT/DB (for a
    /// fleet), or none, to see the tool refuse
    #[arg(long, value_name = "STORE", default_value = "memory")]
    pub(crate) store: StoreChoice,

    /// The shop with its payment service, http://HOST:PORT; without it, a fake one in this process
    #[arg(long, value_name = "URL")]
    pub(crate) payments: Option<String>,

    /// Be the fake shop with its payment service, on this address
    #[arg(long, value_name = "ADDR", conflicts_with_all = ["stdio", "http", "payments"])]
    pub(crate) payments_server: Option<SocketAddr>,
}
