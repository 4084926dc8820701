//! The servers.

use std::time::Duration;

use mrtr_tests::{Example, Process, Transport, example};

use crate::proxy::Proxy;

/// How many servers there are.
pub(crate) const SERVERS: usize = 3;

/// A killed server's rounds are given up soon; one that is short of time, as with 500 flows at once on two cores, is not taken
/// for lost.
pub(crate) const LEASE: Duration = Duration::from_secs(10);

pub(crate) struct Fleet {
    example: Example,
    ring: Vec<u8>,
    servers: Vec<Option<Process>>,
    proxy: Proxy,
}

impl Fleet {
    pub(crate) async fn start(store: &str, payments: &str, ring: &[u8], proxy: &Proxy) -> Self {
        let example = example!("checkout")
            .option("--store", store)
            .option("--payments", payments)
            .option("--lease", &LEASE.as_secs().to_string());
        let mut fleet = Self {
            example,
            ring: ring.to_vec(),
            servers: Vec::new(),
            proxy: proxy.clone(),
        };
        fleet.servers.resize_with(SERVERS, || None);
        for place in 0..SERVERS {
            fleet.start_again(place).await;
        }
        fleet
    }

    /// Starts the server of a place, with today's key ring, and lets customers in.
    pub(crate) async fn start_again(&mut self, place: usize) {
        let example = self.example.clone().keys(&self.ring);
        let server = example.start(Transport::Http).await;
        self.proxy.put(place, Some(server.url().to_owned()));
        self.servers[place] = Some(server);
    }

    /// Kills a server in the middle of whatever it does. The proxy finds out by itself.
    pub(crate) async fn kill(&mut self, place: usize) {
        self.proxy.ends(place);
        self.servers[place].take().unwrap().kill().await;
    }

    /// Replaces the servers, one by one, by servers with another key ring.
    pub(crate) async fn deploy(&mut self, ring: &[u8]) {
        self.ring = ring.to_vec();
        for place in 0..SERVERS {
            self.proxy.put(place, None);
            self.servers[place].take().unwrap().stop().await;
            self.start_again(place).await;
        }
    }
}
