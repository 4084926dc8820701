//! A store whose operations are steps, and which can lose its latest writes.

use std::sync::{Arc, Mutex};

use mrtr_runtime::store::{Claimed, RoundClaim, Storing};
use mrtr_runtime::{MemoryStore, RoundStore};

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
}

/// A store whose operations take a step before and one after they take effect.
#[derive(Default)]
pub struct Stepped(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    store: Arc<MemoryStore>,
    writes: Vec<Write>,
    /// Whether an operation took effect in this step.
    is_used: bool,
}

impl Stepped {
    pub fn clear(&self) {
        *self.0.lock().unwrap() = Kept::default();
    }

    /// A step begins.
    pub fn begin_step(&self) {
        self.0.lock().unwrap().is_used = false;
    }

    /// Whether an operation took effect in the last step. A fail-over at another time is the same as one right after
    /// the last operation.
    pub fn is_used(&self) -> bool {
        self.0.lock().unwrap().is_used
    }

    /// How many of its latest writes a fail-over can lose; those with a claim among them, or those without.
    pub fn losses(&self, with_claim: bool) -> Vec<usize> {
        let writes = &self.0.lock().unwrap().writes;
        let is_claim = |write: &Write| matches!(write, Write::Claim(_));
        let loses_claim = |lost: &usize| writes.iter().rev().take(*lost).any(is_claim);
        let some = 1..=writes.len();
        some.filter(|lost| loses_claim(lost) == with_claim)
            .collect()
    }

    /// A replica takes over that lacks so many of the latest writes.
    pub fn fail_over(&self, lost: usize) {
        let mut kept = self.0.lock().unwrap();
        let has = kept.writes.len() - lost;
        kept.writes.truncate(has);
        kept.is_used = false;
        kept.store = Arc::default();
        for write in &kept.writes {
            poll_to_end(Box::pin(write.apply(&kept.store)));
        }
    }

    fn store(&self) -> Arc<MemoryStore> {
        self.0.lock().unwrap().store.clone()
    }

    fn note(&self, write: Option<Write>) {
        let mut kept = self.0.lock().unwrap();
        kept.is_used = true;
        kept.writes.extend(write);
    }
}

/// Takes a step, does it, notes what it wrote, and takes another.
macro_rules! stepped {
    ($self:ident.$operation:ident($($argument:expr),+), $done:ident writes $write:expr) => {
        Box::pin(async move {
            step().await;
            let $done = $self.store().$operation($($argument),+).await;
            $self.note($write);
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
