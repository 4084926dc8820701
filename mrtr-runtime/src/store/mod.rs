//! Where rounds are claimed, so that each counts once: on one machine or on a fleet.
//!
//! A `requestState` can be sent again, by a client whose reply was lost or by one that forks a flow
//! on purpose. Nothing in the state can prevent that (MCP 2026-07-28, `requestState`: "if single use
//! is needed the server must enforce it"). A handler marked `single_use` claims each answered round
//! in a [`RoundStore`] before its first line runs, and leaves its reply there for repeats.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

mod memory;
#[cfg(feature = "redis")]
mod redis;

pub use memory::MemoryStore;
#[cfg(feature = "redis")]
pub use redis::{RedisConnection, RedisStore};

/// What a store answers.
pub type Storing<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Claims rounds: of all the requests that answer one round of a flow, one runs the handler.
///
/// A round is free until it is claimed. A claimed round is running until its holder settles it, and
/// its outcome is unknown if the holder let its lease run out; it is never free again before its
/// lifetime ends, unless the holder gives it back. Each operation is atomic, on all machines that share the
/// store, and may be repeated with the same claim without effect.
///
/// A store that says [`StoreError::Unavailable`] is told again what it must not miss, a reply or a round that is given
/// back: with pauses of up to a second, for ten seconds.
///
/// [`MemoryStore`] is for one process; `RedisStore` (feature `redis`) for many. Replies are sealed
/// before they get here, and nothing in a claim tells what was asked or answered.
pub trait RoundStore: Send + Sync + 'static {
    /// Claims a round that is free, for `claim.lease`, and keeps it for `claim.lifetime`. A claim
    /// that this very claim holds already is [`Claimed::Fresh`] again.
    ///
    /// # Errors
    ///
    /// The store cannot be reached or has no room. The round is then refused before its handler runs.
    fn claim<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, Claimed>;

    /// Extends the lease by `claim.lease` from now, and the life of the round with it where that would end
    /// earlier. False if the round is not this claim's any more.
    ///
    /// # Errors
    ///
    /// The store cannot be reached.
    fn renew<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, bool>;

    /// Settles the round: repeats get `reply`. False if the round is not this claim's any more. What is
    /// settled stays.
    ///
    /// # Errors
    ///
    /// The store cannot be reached or has no room.
    fn settle<'a>(&'a self, claim: &'a RoundClaim, reply: &'a [u8]) -> Storing<'a, bool>;

    /// Gives the round back, if it is this claim's and not settled: it is free again.
    ///
    /// # Errors
    ///
    /// The store cannot be reached.
    fn release<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, ()>;
}

/// One request's claim to a round.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RoundClaim {
    /// The round: a digest of audience, flow and request number.
    pub round: [u8; 32],
    /// The answers that the request brought: a digest that nobody without the state can compute.
    pub answers: [u8; 32],
    /// What tells this claim from every other of the same round.
    pub fence: [u8; 16],
    /// How long the round counts as running unless it is renewed.
    pub lease: Duration,
    /// How long the round is kept, from now: longer than a state can be sent that answers it.
    pub lifetime: Duration,
}

impl RoundClaim {
    /// A claim with a lease and a lifetime of nothing, for tests of a store.
    #[must_use]
    pub const fn new(round: [u8; 32], answers: [u8; 32], fence: [u8; 16]) -> Self {
        Self {
            round,
            answers,
            fence,
            lease: Duration::ZERO,
            lifetime: Duration::ZERO,
        }
    }

    /// The same claim with another lease.
    #[must_use]
    pub const fn lease(mut self, lease: Duration) -> Self {
        self.lease = lease;
        self
    }

    /// The same claim with another lifetime.
    #[must_use]
    pub const fn lifetime(mut self, lifetime: Duration) -> Self {
        self.lifetime = lifetime;
        self
    }
}

/// Prints the round alone, which says nothing of the flow.
impl fmt::Debug for RoundClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, ..] = self.round;
        let round = format_args!("{a:02x}{b:02x}{c:02x}{d:02x}..");
        f.debug_struct("RoundClaim")
            .field("round", &round)
            .finish_non_exhaustive()
    }
}

/// What became of a claim.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Claimed {
    /// The round is this claim's.
    Fresh,
    /// Another request runs it.
    Running {
        /// The answers of that request.
        answers: [u8; 32],
    },
    /// It was settled.
    Done {
        /// The answers of the request that settled it.
        answers: [u8; 32],
        /// What was settled.
        reply: Vec<u8>,
    },
    /// Another request began it, and nothing was heard of it for longer than its lease.
    Unknown {
        /// The answers of that request.
        answers: [u8; 32],
    },
}

/// Prints no digest and no reply.
impl fmt::Debug for Claimed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fresh => "Fresh",
            Self::Running { .. } => "Running",
            Self::Done { .. } => "Done",
            Self::Unknown { .. } => "Unknown",
        })
    }
}

/// Why a store did not do what it was asked for. For the log; the client learns nothing of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no room for another round.
    #[error("the store is full: {0}")]
    Full(String),
    /// The store cannot be reached, or did not answer in time.
    #[error("the store cannot be reached: {0}")]
    Unavailable(String),
    /// The store answered with something else than it should.
    #[error("the store answered with {0}")]
    Unexpected(String),
}

/// One store for several settings.
impl<S: RoundStore + ?Sized> RoundStore for Arc<S> {
    fn claim<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, Claimed> {
        (**self).claim(claim)
    }

    fn renew<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, bool> {
        (**self).renew(claim)
    }

    fn settle<'a>(&'a self, claim: &'a RoundClaim, reply: &'a [u8]) -> Storing<'a, bool> {
        (**self).settle(claim, reply)
    }

    fn release<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, ()> {
        (**self).release(claim)
    }
}
