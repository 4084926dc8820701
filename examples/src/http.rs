//! Streamable HTTP, by rmcp's service in an axum router.

use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;

/// How long requests may go on after Ctrl-C.
const GRACE: Duration = Duration::from_secs(10);

/// Serves until Ctrl-C. Requests of 2026-07-28 are stateless; older clients get sessions.
///
/// rmcp makes a server for each request of a modern client, from this one: what the rounds of a flow
/// share, its keys above all, must be shared by all of them, as it is in a clone.
pub(crate) async fn serve<S>(address: SocketAddr, server: S) -> anyhow::Result<()>
where
    S: ServerHandler + Clone,
{
    let listener = TcpListener::bind(address).await?;
    let bound = listener.local_addr()?;
    let config = StreamableHttpServerConfig::default();
    let end_streams = config.cancellation_token.clone();
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(server.clone()), sessions, config);

    announce(bound)?;
    axum::serve(listener, Router::new().nest_service("/mcp", service))
        .with_graceful_shutdown(async move {
            // Without a handler for Ctrl-C the process ends by the signal itself.
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
            // Requests that have begun may end; a stream that an old client keeps open would never.
            tokio::spawn(async move {
                tokio::time::sleep(GRACE).await;
                end_streams.cancel();
            });
        })
        .await?;
    Ok(())
}

/// The one line on standard output; those who start the server wait for it.
fn announce(address: SocketAddr) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "listening on http://{address}/mcp")?;
    out.flush()
}
