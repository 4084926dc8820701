//! The command line.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use mrtr_runtime::{Keys, Limits, Mrtr, RoundStore};

use crate::caller;

/// The variable with the keys that seal `requestState`.
const KEYS: &str = "MRTR_KEYS";

/// The options of every example server.
///
/// The environment variable `MRTR_KEYS` holds the keys that seal requestState: base64, 32 bytes or
/// more each, separated by commas. Without it a key is made up, which lasts as long as the process.
#[derive(Debug, Clone, Args)]
pub struct Options {
    /// Serve one client over standard input and output
    #[arg(long, conflicts_with = "http")]
    stdio: bool,

    /// Serve over streamable HTTP on this address, such as 127.0.0.1:8000; port 0 picks a free one
    #[arg(long, value_name = "ADDR")]
    http: Option<SocketAddr>,

    /// How long a client may take for one round
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    ttl: Option<u64>,

    /// How long a whole flow may take
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    flow_deadline: Option<u64>,

    /// How long after a server's last sign of life what it was doing counts as lost
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    lease: Option<u64>,
}

/// How a server is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    /// One client, who is the local user.
    Stdio,
    /// Any client that can reach the address.
    Http(SocketAddr),
}

impl Options {
    /// The transport that was chosen, if one was.
    #[must_use]
    pub fn transport(&self) -> Option<Transport> {
        match self.http {
            Some(address) => Some(Transport::Http(address)),
            None => self.stdio.then_some(Transport::Stdio),
        }
    }

    /// The settings of a server with this name. Over HTTP the caller is read from each request.
    ///
    /// # Errors
    ///
    /// When `MRTR_KEYS` does not read, or a limit is out of range.
    pub fn mrtr(&self, audience: &str) -> anyhow::Result<Mrtr> {
        self.mrtr_with(audience, None)
    }

    /// The settings of a server with handlers that are `single_use`, whose rounds are claimed in this
    /// store.
    ///
    /// # Errors
    ///
    /// When `MRTR_KEYS` does not read, or a limit is out of range.
    pub fn mrtr_with(
        &self,
        audience: &str,
        store: Option<Arc<dyn RoundStore>>,
    ) -> anyhow::Result<Mrtr> {
        let builder = Mrtr::builder()
            .keys(keys()?)
            .audience(audience)
            // Pages of the examples are on this machine.
            .dev_urls()
            .limits(self.limits());
        let builder = match self.http {
            Some(_) => builder.principal(caller),
            None => builder.single_user(),
        };
        Ok(match store {
            Some(store) => builder.store(store).build()?,
            None => builder.build()?,
        })
    }

    fn limits(&self) -> Limits {
        let defaults = Limits::default();
        Limits {
            ttl: self.ttl.map_or(defaults.ttl, Duration::from_secs),
            flow_time: self
                .flow_deadline
                .map_or(defaults.flow_time, Duration::from_secs),
            lease: self.lease.map_or(defaults.lease, Duration::from_secs),
            ..defaults
        }
    }
}

/// An unset variable is no mistake in an example; one that does not read is.
fn keys() -> anyhow::Result<Keys> {
    Ok(match std::env::var_os(KEYS) {
        Some(_) => Keys::from_env(KEYS)?,
        None => Keys::ephemeral()?,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        options: Options,
    }

    fn parse(args: &[&str]) -> Result<Options, clap::Error> {
        let args = ["server"].iter().chain(args);
        Cli::try_parse_from(args).map(|cli| cli.options)
    }

    #[test]
    fn the_transport_is_the_one_that_was_named() {
        assert_eq!(parse(&[]).unwrap().transport(), None);
        let stdio = parse(&["--stdio"]).unwrap();
        assert_eq!(stdio.transport(), Some(Transport::Stdio));
        let http = parse(&["--http", "127.0.0.1:0"]).unwrap();
        let address = "127.0.0.1:0".parse().unwrap();
        assert_eq!(http.transport(), Some(Transport::Http(address)));
        assert!(parse(&["--stdio", "--http", "127.0.0.1:0"]).is_err());
    }

    #[test]
    fn times_are_in_seconds_and_never_zero() {
        let options = parse(&["--ttl", "3", "--flow-deadline", "9", "--lease", "2"]).unwrap();
        assert_eq!(options.limits().lease, Duration::from_secs(2));
        assert_eq!(options.limits().ttl, Duration::from_secs(3));
        assert_eq!(options.limits().flow_time, Duration::from_secs(9));
        assert!(parse(&["--ttl", "0"]).is_err());
        assert_eq!(parse(&[]).unwrap().limits(), Limits::default());
    }
}
