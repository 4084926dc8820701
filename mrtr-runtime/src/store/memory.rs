//! Rounds claimed in the memory of this process.

use std::collections::{BTreeSet, HashMap};
use std::sync::PoisonError;
#[cfg(not(test))]
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

// Unit tests run the store in every order of its locks; all other tests have the one of std.
#[cfg(test)]
use loom::sync::{Mutex, MutexGuard};
use tokio::time::Instant;

use super::{Claimed, RoundClaim, RoundStore, StoreError, Storing};

/// A [`RoundStore`] in the memory of one process, for a server that runs as one and for tests.
///
/// **Another process does not see it**: two instances behind a load balancer each run a round once, so
/// it may run twice. A restart forgets it, so a state from before the restart can be spent again
/// where the keys outlive the process. Use `RedisStore` (feature `redis`) for both.
///
/// It holds at most 100 000 rounds and 64 MiB of replies, unless [`with_room`](Self::with_room) says
/// otherwise, and drops each when its lifetime is over. When it is full it refuses new rounds: a round that is let in has
/// 16 KiB for its reply, so that what has begun can end. So 4096 can run at once; a reply that is longer takes what else is free.
///
/// ```
/// use mrtr_runtime::{Keys, MemoryStore, Mrtr};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mrtr = Mrtr::builder()
///     .keys(Keys::new([[7; 32]])?)
///     .audience("shop")
///     .single_user()
///     .store(MemoryStore::new())
///     .build()?;
/// # let _ = mrtr;
/// # Ok(())
/// # }
/// ```
pub struct MemoryStore {
    table: Mutex<Table>,
}

impl MemoryStore {
    /// An empty store with room for 100 000 rounds and 64 MiB of replies.
    #[must_use]
    pub fn new() -> Self {
        Self::with_room(100_000, 64 * 1024 * 1024)
    }

    /// An empty store with room for so many rounds and bytes of replies, of which each round that runs takes 16 KiB.
    #[must_use]
    pub fn with_room(rounds: usize, reply_bytes: usize) -> Self {
        let table = Table::new(rounds, reply_bytes);
        Self {
            table: Mutex::new(table),
        }
    }

    /// Each step leaves the table whole, so that a poisoned lock says nothing about it.
    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

/// Prints nothing of what it holds.
impl std::fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MemoryStore").finish_non_exhaustive()
    }
}

impl RoundStore for MemoryStore {
    fn claim<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, Claimed> {
        Box::pin(async move { self.table().claim(claim, Instant::now()) })
    }

    fn renew<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, bool> {
        Box::pin(async move { Ok(self.table().renew(claim, Instant::now())) })
    }

    fn settle<'a>(&'a self, claim: &'a RoundClaim, reply: &'a [u8]) -> Storing<'a, bool> {
        Box::pin(async move { self.table().settle(claim, reply, Instant::now()) })
    }

    fn release<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, ()> {
        Box::pin(async move {
            self.table().release(claim, Instant::now());
            Ok(())
        })
    }
}

/// What is kept free for the reply of each round that runs, in bytes.
const REPLY_ROOM: usize = 16 * 1024;

/// The rounds, and when each of them is to be forgotten.
struct Table {
    rounds: HashMap<[u8; 32], Round>,
    ends: BTreeSet<(Instant, [u8; 32])>,
    /// Of replies, and of what is kept free for those of rounds that run.
    reply_bytes: usize,
    most_rounds: usize,
    most_reply_bytes: usize,
}

struct Round {
    answers: [u8; 32],
    fence: [u8; 16],
    /// When it is forgotten.
    end: Instant,
    state: State,
}

enum State {
    Running { until: Instant },
    Done { reply: Vec<u8> },
}

impl Table {
    fn new(most_rounds: usize, most_reply_bytes: usize) -> Self {
        Self {
            rounds: HashMap::new(),
            ends: BTreeSet::new(),
            reply_bytes: 0,
            most_rounds,
            most_reply_bytes,
        }
    }

    fn claim(&mut self, claim: &RoundClaim, now: Instant) -> Result<Claimed, StoreError> {
        self.forget(now);
        if let Some(round) = self.rounds.get(&claim.round) {
            return Ok(round.seen_by(claim, now));
        }
        if self.rounds.len() >= self.most_rounds {
            let most = self.most_rounds;
            return Err(StoreError::Full(format!("{most} rounds are claimed")));
        }
        let bytes = self.reply_bytes.saturating_add(self.reply_room());
        if bytes > self.most_reply_bytes {
            let most = self.most_reply_bytes;
            return Err(StoreError::Full(format!("{most} bytes of replies")));
        }
        let end = later(now, claim.lifetime);
        let round = Round {
            answers: claim.answers,
            fence: claim.fence,
            end,
            state: State::Running {
                until: later(now, claim.lease),
            },
        };
        self.rounds.insert(claim.round, round);
        self.ends.insert((end, claim.round));
        self.reply_bytes = bytes;
        Ok(Claimed::Fresh)
    }

    fn renew(&mut self, claim: &RoundClaim, now: Instant) -> bool {
        self.forget(now);
        let until = later(now, claim.lease);
        let Some(round) = self.held(claim) else {
            return false;
        };
        round.state = State::Running { until };
        let old = round.end;
        round.end = old.max(until);
        if old < until {
            self.ends.remove(&(old, claim.round));
            self.ends.insert((until, claim.round));
        }
        true
    }

    fn settle(
        &mut self,
        claim: &RoundClaim,
        reply: &[u8],
        now: Instant,
    ) -> Result<bool, StoreError> {
        self.forget(now);
        let others = self.reply_bytes.saturating_sub(self.reply_room());
        let bytes = others.saturating_add(reply.len());
        let most = self.most_reply_bytes;
        let Some(round) = self.held(claim) else {
            return Ok(self.is_settled_by(claim));
        };
        if bytes > most {
            return Err(StoreError::Full(format!(
                "{bytes} bytes of replies, of {most}"
            )));
        }
        round.state = State::Done {
            reply: reply.to_vec(),
        };
        self.reply_bytes = bytes;
        Ok(true)
    }

    fn release(&mut self, claim: &RoundClaim, now: Instant) {
        self.forget(now);
        if let Some(end) = self.held(claim).map(|round| round.end) {
            self.drop_round(end, claim.round);
        }
    }

    /// The round, if it is this claim's and runs.
    fn held(&mut self, claim: &RoundClaim) -> Option<&mut Round> {
        let round = self.rounds.get_mut(&claim.round)?;
        let is_running = matches!(round.state, State::Running { .. });
        (round.fence == claim.fence && is_running).then_some(round)
    }

    fn is_settled_by(&self, claim: &RoundClaim) -> bool {
        let round = self.rounds.get(&claim.round);
        round.is_some_and(|round| round.fence == claim.fence)
    }

    /// Drops what no state can answer any more.
    fn forget(&mut self, now: Instant) {
        while let Some(&(end, round)) = self.ends.first()
            && end <= now
        {
            self.drop_round(end, round);
        }
    }

    fn drop_round(&mut self, end: Instant, round: [u8; 32]) {
        self.ends.remove(&(end, round));
        let bytes = match self.rounds.remove(&round).map(|round| round.state) {
            Some(State::Done { reply }) => reply.len(),
            Some(State::Running { .. }) => self.reply_room(),
            None => 0,
        };
        self.reply_bytes = self.reply_bytes.saturating_sub(bytes);
    }

    /// What a round that runs keeps free; all of it where there is less.
    fn reply_room(&self) -> usize {
        REPLY_ROOM.min(self.most_reply_bytes).max(1)
    }
}

impl Round {
    fn seen_by(&self, claim: &RoundClaim, now: Instant) -> Claimed {
        let answers = self.answers;
        match &self.state {
            State::Done { reply } => Claimed::Done {
                answers,
                reply: reply.clone(),
            },
            State::Running { .. } if self.fence == claim.fence => Claimed::Fresh,
            State::Running { until } if now < *until => Claimed::Running { answers },
            State::Running { .. } => Claimed::Unknown { answers },
        }
    }
}

/// A time that is too far away for the clock is as good as never.
fn later(now: Instant, time: Duration) -> Instant {
    const FAR: Duration = Duration::from_secs(366 * 24 * 60 * 60);
    now.checked_add(time.min(FAR)).unwrap_or(now)
}

#[cfg(test)]
mod interleavings;
