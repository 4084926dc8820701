//! The pages: the server's own, on which an account is connected, and those of the fake provider.
//!
//! The person who opens `/connect` must be the one who called the tool. So the page knows its visitor by a session of its
//! own, and opens the link for nobody else: once when it is shown, and once more when it changes something.

mod html;
mod origin;
mod routes;
mod sessions;

use std::net::SocketAddr;
use std::sync::Arc;

use mrtr_runtime::{Link, LinkError, Mrtr, Principal};
use tokio::net::TcpListener;

use crate::accounts::Accounts;
use crate::provider::Provider;
use sessions::Sessions;

/// How a page knows who its visitor is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visitors {
    /// There is one user, on this machine.
    TheUser,
    /// They log in.
    LogIn,
}

/// All that the pages share.
#[derive(Debug, Clone)]
pub(crate) struct Pages {
    mrtr: Mrtr,
    accounts: Accounts,
    provider: Provider,
    visitors: Visitors,
    sessions: Arc<Sessions>,
}

impl Pages {
    pub(crate) fn new(mrtr: Mrtr, accounts: Accounts, visitors: Visitors) -> Self {
        Self {
            mrtr,
            accounts,
            provider: Provider::default(),
            visitors,
            sessions: Arc::default(),
        }
    }

    /// Serves them for as long as the process runs, and says where.
    pub(crate) async fn serve(self, address: SocketAddr) -> std::io::Result<String> {
        let listener = TcpListener::bind(address).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let router = routes::router(self);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(url)
    }

    /// Who sends a request with this cookie.
    fn visitor(&self, cookie: Option<&str>) -> Option<Principal> {
        match self.visitors {
            Visitors::TheUser => Some(Principal::local()),
            Visitors::LogIn => self.sessions.person(cookie?),
        }
    }

    fn open(&self, link: &str, visitor: &Principal) -> Result<Link, LinkError> {
        self.mrtr.open_link(link, visitor)
    }
}

/// 32 hexadecimal digits that nobody can guess.
pub(crate) fn random() -> anyhow::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
