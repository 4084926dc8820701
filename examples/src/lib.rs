//! What the example servers share: their command line, their transports, and who calls them; and the
//! fake shop of `checkout` and the two servers of `bench`.
#![forbid(unsafe_code)]

pub mod booking;
mod cli;
mod http;
pub mod payments;
mod principal;

pub use cli::{Options, Transport};
pub use principal::caller;

use anyhow::Context as _;
use mrtr_runtime::Mrtr;
use rmcp::{ServerHandler, ServiceExt as _};

/// The `main` of an example: serves as the command line says, and logs warnings.
///
/// # Errors
///
/// When no transport was chosen, the settings do not read, the address cannot be bound, or the transport fails.
pub async fn run<S>(
    options: &Options,
    audience: &str,
    server: impl FnOnce(Mrtr) -> S,
) -> anyhow::Result<()>
where
    S: ServerHandler + Clone,
{
    log_to_stderr("warn");
    let transport = options
        .transport()
        .context("say how to serve: --stdio or --http ADDR (--help shows all)")?;
    serve(transport, server(options.mrtr(audience)?)).await
}

/// Serves until the client goes away or Ctrl-C is pressed; for an example that has more to set up than
/// [`run`] does.
///
/// # Errors
///
/// When the address cannot be bound, or the transport fails.
pub async fn serve<S>(transport: Transport, server: S) -> anyhow::Result<()>
where
    S: ServerHandler + Clone,
{
    match transport {
        Transport::Stdio => {
            let running = server.serve(rmcp::transport::stdio()).await?;
            running.waiting().await?;
        }
        Transport::Http(address) => http::serve(address, server).await?,
    }
    Ok(())
}

/// Logs to standard error, since standard output may be the transport: what `RUST_LOG` chooses, else
/// this level.
pub fn log_to_stderr(level: &str) {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new(level));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .init();
}

/// The code in README.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
mod readme {}

/// The code in `docs/deploys.md`.
#[cfg(doctest)]
#[doc = include_str!("../../docs/deploys.md")]
mod deploys {}

/// The code in `docs/forms.md`.
#[cfg(doctest)]
#[doc = include_str!("../../docs/forms.md")]
mod forms {}

/// The code in `docs/handlers.md`.
#[cfg(doctest)]
#[doc = include_str!("../../docs/handlers.md")]
mod handlers {}

/// The code in `docs/single-use.md`.
#[cfg(doctest)]
#[doc = include_str!("../../docs/single-use.md")]
mod single_use {}

/// The code in `docs/UNATTENDED.md`.
#[cfg(doctest)]
#[doc = include_str!("../../docs/UNATTENDED.md")]
mod unattended {}

/// The code in `docs/testing.md`.
#[cfg(doctest)]
#[doc = include_str!("../../docs/testing.md")]
mod testing {}
