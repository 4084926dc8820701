//! A server in this process, over a pipe or over HTTP.

use std::sync::Arc;

use axum::serve::ListenerExt as _;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{RoleServer, ServerHandler, Service, ServiceExt as _};
use tokio::net::TcpListener;
use tokio::task::AbortHandle;

use crate::client::Client;
use crate::person::Person;
use crate::raw::Raw;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wire {
    /// An in-process pipe, with messages as over stdio.
    Pipe,
    Http,
}

/// A server that clients can connect to.
pub struct Hosted<S> {
    server: S,
    http: Option<(String, AbortHandle)>,
}

impl<S: ServerHandler + Clone> Hosted<S> {
    pub async fn start(server: S, wire: Wire) -> Self {
        let http = match wire {
            Wire::Pipe => None,
            Wire::Http => {
                let config = StreamableHttpServerConfig::default();
                Some(serve_http(server.clone(), config).await)
            }
        };
        Self { server, http }
    }

    /// Over HTTP, with rmcp's service set up in another way than usual.
    pub async fn http_with(server: S, config: StreamableHttpServerConfig) -> Self {
        let http = Some(serve_http(server.clone(), config).await);
        Self { server, http }
    }

    pub async fn connect(&self, person: &Person) -> Client {
        match &self.http {
            Some((url, _)) => over_http(url, person).await,
            None => over_pipe(self.server.clone(), person).await,
        }
    }

    pub async fn modern(&self) -> Client {
        self.connect(&Person::modern()).await
    }

    pub fn raw(&self) -> Raw {
        Raw::new(self.url())
    }

    /// The host and the port, for connections of a test's own.
    pub fn address(&self) -> &str {
        let rest = self.url().trim_start_matches("http://");
        rest.trim_end_matches("/mcp")
    }

    fn url(&self) -> &str {
        let (url, _) = self.http.as_ref().expect("raw requests go over HTTP");
        url
    }
}

impl<S> Drop for Hosted<S> {
    fn drop(&mut self) {
        if let Some((_, server)) = &self.http {
            server.abort();
        }
    }
}

/// A client of a service of its own, over a pipe.
pub async fn over_pipe<S: Service<RoleServer>>(service: S, person: &Person) -> Client {
    let (server_end, client_end) = tokio::io::duplex(64 * 1024);
    tokio::spawn(async move {
        let running = service.serve(server_end).await.unwrap();
        running.waiting().await
    });
    Client::over(person, client_end).await
}

async fn serve_http<S: ServerHandler + Clone>(
    server: S,
    config: StreamableHttpServerConfig,
) -> (String, AbortHandle) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let service = StreamableHttpService::new(
        move || Ok(server.clone()),
        Arc::new(LocalSessionManager::default()),
        config,
    );
    let router = axum::Router::new().nest_service("/mcp", service);
    // Else each small reply waits for an acknowledgement.
    let listener = listener.tap_io(|stream| stream.set_nodelay(true).unwrap());
    let serving = tokio::spawn(async move { axum::serve(listener, router).await });
    (url, serving.abort_handle())
}

pub(crate) async fn over_http(url: &str, person: &Person) -> Client {
    let mut config = StreamableHttpClientTransportConfig::with_uri(url);
    if let Some(token) = &person.authorization {
        config = config.auth_header(token);
    }
    let transport = StreamableHttpClientTransport::with_client(reqwest::Client::new(), config);
    Client::over(person, transport).await
}
