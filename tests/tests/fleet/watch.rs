//! Which requests servers left without an answer, and whether an outcome is unknown for no other reason.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::Instant;

use crate::fleet::LEASE;

#[derive(Default)]
pub(crate) struct Watch(Mutex<Seen>);

#[derive(Default)]
struct Seen {
    servers: usize,
    /// When each server that has ended began to.
    ended: BTreeMap<usize, Instant>,
    sent: Vec<Sent>,
    /// The rounds whose outcome somebody was told to be unknown, and when.
    unknown: Vec<(String, Instant)>,
}

/// A request that may claim its round.
struct Sent {
    round: String,
    server: usize,
    at: Instant,
    end: Option<(End, Instant)>,
}

/// What became of a request, as far as the proxy has seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Answered,
    /// The server never had it.
    NotSent,
}

impl Watch {
    pub(crate) fn new_server(&self) -> usize {
        let mut seen = self.0.lock().unwrap();
        seen.servers += 1;
        seen.servers
    }

    pub(crate) fn ends(&self, server: usize) {
        let mut seen = self.0.lock().unwrap();
        seen.ended.entry(server).or_insert_with(Instant::now);
    }

    /// Gives the number of the request.
    pub(crate) fn sends(&self, round: &str, server: usize) -> usize {
        let mut seen = self.0.lock().unwrap();
        seen.sent.push(Sent {
            round: round.to_owned(),
            server,
            at: Instant::now(),
            end: None,
        });
        seen.sent.len() - 1
    }

    pub(crate) fn ended(&self, request: usize, end: End) {
        self.0.lock().unwrap().sent[request].end = Some((end, Instant::now()));
    }

    pub(crate) fn is_unknown(&self, round: &str) {
        let round = (round.to_owned(), Instant::now());
        self.0.lock().unwrap().unknown.push(round);
    }

    /// How many rounds somebody was told an unknown outcome of, and how many requests were without an answer when their server
    /// ended.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let seen = self.0.lock().unwrap();
        let rounds: BTreeSet<_> = seen.unknown.iter().map(|(round, _)| round).collect();
        let lost = seen.sent.iter().filter(|sent| seen.is_lost(sent));
        (rounds.len(), lost.count())
    }

    /// No outcome is unknown but of a round that a server was at when it ended.
    pub(crate) fn check(&self) {
        let seen = self.0.lock().unwrap();
        for (round, at) in &seen.unknown {
            let mut sent = seen.sent.iter().filter(|sent| sent.round == *round);
            assert!(
                sent.any(|sent| seen.explains(sent, *at)),
                "{round}: its outcome is unknown, and all servers that it was sent to have lived on"
            );
        }
    }
}

impl Seen {
    /// Whether a request may have been under way when its server ended.
    fn is_lost(&self, sent: &Sent) -> bool {
        sent.end.is_none() && self.ended.contains_key(&sent.server)
    }

    /// Whether this request may be why an outcome was unknown at that time.
    fn explains(&self, sent: &Sent, at: Instant) -> bool {
        let ended = self.ended.get(&sent.server);
        match sent.end {
            None => ended.is_some_and(|ended| *ended < at),
            Some((End::NotSent, _)) => false,
            // On a machine that is so slow, a server may come too late to say that it is still there.
            Some((End::Answered, end)) => end - sent.at >= LEASE && sent.at < at,
        }
    }
}
