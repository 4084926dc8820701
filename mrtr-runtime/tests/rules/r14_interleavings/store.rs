//! A store whose operations are steps, and which can lose its latest writes.

use std::sync::{Arc, Mutex};

use mrtr_runtime::store::{Claimed, RoundClaim, Storing};
use mrtr_runtime::{MemoryStore, RoundStore};

use tokio::time::Instant;

use super::place::Kept;
use super::steps::{poll_to_end, step};

/// What an operation has changed.
#[derive(Debug, Clone)]
enum Write {
    Claim(RoundClaim),
    Renew(RoundClaim),
    Settle(RoundClaim, Vec<u8>),
    Release(RoundClaim),
}

impl Write {
    async fn apply(&self, store: &MemoryStore) {
        match self {
            Self::Claim(claim) => drop(store.claim(claim).await),
            Self::Renew(claim) => drop(store.renew(claim).await),
            Self::Settle(claim, reply) => drop(store.settle(claim, reply).await),
            Self::Release(claim) => drop(store.release(claim).await),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Claim(_) => "claim",
            Self::Renew(_) => "renew",
            Self::Settle(..) => "settle",
            Self::Release(_) => "release",
        }
    }
}

struct Written {
    by: usize,
    at: Instant,
    write: Write,
}

/// A store whose operations take a step before and one after they take effect.
#[derive(Default)]
pub struct Stepped(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    store: Arc<MemoryStore>,
    written: Vec<Written>,
    /// Who takes the step.
    by: usize,
    /// The steps of each, and what the store told it.
    lives: [String; 2],
    /// Whether an operation took effect in this step.
    is_used: bool,
}

impl Inner {
    /// Who wrote last of all, but for who only renewed its lease. A claim is one of two that look the same but for this.
    fn holder(&self) -> Option<usize> {
        let is_renewal = |written: &&Written| matches!(written.write, Write::Renew(_));
        let last = self.written.iter().rev().find(|one| !is_renewal(one));
        last.map(|written| written.by)
    }
}

impl Stepped {
    pub fn clear(&self) {
        *self.0.lock().unwrap() = Inner::default();
    }

    /// A step of one of the two begins.
    pub fn begin_step(&self, by: usize) {
        let mut inner = self.0.lock().unwrap();
        inner.by = by;
        inner.is_used = false;
        inner.lives[by].push('.');
    }

    /// What this one has come by.
    pub fn life_of(&self, who: usize) -> String {
        self.0.lock().unwrap().lives[who].clone()
    }

    /// What was written, and whether it was used in the last step.
    pub fn kept(&self) -> (Kept, bool) {
        let inner = self.0.lock().unwrap();
        let now = Instant::now();
        let kept = |one: &Written| (one.by, one.write.name(), now - one.at);
        (inner.written.iter().map(kept).collect(), inner.is_used)
    }

    /// Whether an operation took effect in the last step.
    pub fn is_used(&self) -> bool {
        self.0.lock().unwrap().is_used
    }

    /// Whether a lease was renewed last of all.
    pub fn is_renewed(&self) -> bool {
        let inner = self.0.lock().unwrap();
        let last = inner.written.last();
        last.is_some_and(|written| matches!(written.write, Write::Renew(_)))
    }

    /// How many of its latest writes a fail-over can lose; those with a claim among them, or those without.
    pub fn losses(&self, with_claim: bool) -> Vec<usize> {
        let written = &self.0.lock().unwrap().written;
        let is_claim = |written: &Written| matches!(written.write, Write::Claim(_));
        let loses_claim = |lost: &usize| written.iter().rev().take(*lost).any(is_claim);
        let some = 1..=written.len();
        some.filter(|lost| loses_claim(lost) == with_claim)
            .collect()
    }

    /// A replica takes over that lacks so many of the latest writes.
    pub fn fail_over(&self, lost: usize) {
        let mut inner = self.0.lock().unwrap();
        let has = inner.written.len() - lost;
        inner.written.truncate(has);
        inner.is_used = false;
        inner.store = Arc::default();
        let store = inner.store.clone();
        for written in &mut inner.written {
            poll_to_end(Box::pin(written.write.apply(&store)));
            written.at = Instant::now();
        }
    }

    fn store(&self) -> Arc<MemoryStore> {
        self.0.lock().unwrap().store.clone()
    }

    fn note(&self, told: &str, write: Option<Write>) {
        let mut inner = self.0.lock().unwrap();
        inner.is_used = true;
        let (by, at) = (inner.by, Instant::now());
        let written = write.map(|write| Written { by, at, write });
        inner.written.extend(written);
        let told = format!("{told} {:?}", inner.holder());
        inner.lives[by].push_str(&told);
    }
}

/// Takes a step, does it, notes what it wrote, and takes another.
macro_rules! stepped {
    ($self:ident.$operation:ident($($argument:expr),+), $done:ident writes $write:expr) => {
        Box::pin(async move {
            step().await;
            let $done = $self.store().$operation($($argument),+).await;
            $self.note(&format!("{:?}", $done), $write);
            step().await;
            $done
        })
    };
}

impl RoundStore for Stepped {
    fn claim<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, Claimed> {
        stepped!(self.claim(claim), claimed writes
            (claimed == Ok(Claimed::Fresh)).then_some(Write::Claim(*claim)))
    }

    fn renew<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, bool> {
        stepped!(self.renew(claim), renewed writes
            (renewed == Ok(true)).then_some(Write::Renew(*claim)))
    }

    fn settle<'a>(&'a self, claim: &'a RoundClaim, reply: &'a [u8]) -> Storing<'a, bool> {
        stepped!(self.settle(claim, reply), settled writes
            (settled == Ok(true)).then(|| Write::Settle(*claim, reply.to_vec())))
    }

    fn release<'a>(&'a self, claim: &'a RoundClaim) -> Storing<'a, ()> {
        stepped!(self.release(claim), released writes
            released.is_ok().then_some(Write::Release(*claim)))
    }
}
