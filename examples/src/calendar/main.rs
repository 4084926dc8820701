//! Calendar: a tool that needs an account of the user's at somebody else's, connected on a page.
//!
//! The provider of calendars is a fake one in this process, with an OAuth-like login. Over stdio there is one user,
//! who is whoever opens the page. Over HTTP a page knows its visitors by a login of its own, and checks that the
//! person who opens it is the one who asked.
#![forbid(unsafe_code)]

mod accounts;
mod demo;
mod pages;
mod provider;
mod server;

use std::net::SocketAddr;

use anyhow::Context as _;
use clap::Parser;
use mrtr_examples::{Options, Transport, log_to_stderr, serve};

use accounts::Accounts;
use pages::{Pages, Visitors};
use server::CalendarServer;

/// An MCP server whose tool `next_meeting` has the user connect a calendar on a page.
#[derive(Debug, Parser)]
struct Cli {
    #[command(flatten)]
    options: Options,

    /// Where the pages are served; port 0 picks a free one
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:0")]
    pages: SocketAddr,

    /// Show the server with a client and a browser in this process
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
    log_to_stderr("warn");
    let transport = cli
        .options
        .transport()
        .context("say how to serve: --stdio or --http ADDR (--help shows all)")?;
    let visitors = match transport {
        Transport::Stdio => Visitors::TheUser,
        Transport::Http(_) => Visitors::LogIn,
    };
    let mrtr = cli.options.mrtr("calendar")?;
    let accounts = Accounts::default();
    let pages = Pages::new(mrtr.clone(), accounts.clone(), visitors);
    let pages = pages.serve(cli.pages).await?;
    eprintln!("pages on {pages}");
    serve(transport, CalendarServer::new(accounts, pages, mrtr)).await
}
