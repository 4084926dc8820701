//! A round that this request has claimed in the store (R14).

use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::{Mutex, PoisonError};
use std::task::Poll;
use std::time::Duration;

use super::Flow;
use super::before::before;
use super::kept::Kept;
use crate::mrtr::{Mrtr, Store};
use crate::store::{Claimed, RoundClaim, StoreError, Storing};

/// How long a store may take for one operation, all tries included.
pub(super) const STORE_TIME: Duration = Duration::from_secs(10);

/// How long to wait ahead of the next look at a store: at first, and at most.
pub(super) const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(1));

/// A request at its round; the one that holds it may run it.
pub(super) struct Place<'m> {
    pub(super) mrtr: &'m Mrtr,
    pub(super) store: &'m Store,
    pub(super) claim: RoundClaim,
}

impl Place<'_> {
    /// Runs the round to its end, also if the client goes away meanwhile: its effects may have begun,
    /// and its reply waits for the repeat. After that it has `round_time` left, and `None` is given.
    pub(super) async fn hold<F: Future>(&self, flow: &Flow, running: F) -> Option<F::Output> {
        let clock = self.mrtr.clock();
        let mut cancelled = flow.take_cancelled();
        let mut time_left = None;
        let mut running = pin!(running);
        let running = poll_fn(move |context| {
            if let Poll::Ready(end) = running.as_mut().poll(context) {
                return Poll::Ready(Some(end));
            }
            if let Some(signal) = &mut cancelled
                && signal.as_mut().poll(context).is_ready()
            {
                cancelled = None;
                flow.with(|journal| journal.is_left = true);
                time_left = Some(clock.sleep(flow.limits().round_time));
            }
            match &mut time_left {
                Some(timer) => timer.as_mut().poll(context).map(|()| None),
                None => Poll::Pending,
            }
        });
        beside(self.renew(Lost::ClaimAgain), running).await
    }

    /// Tries to get the round. A store that fails may have given it all the same, but for one that is
    /// full: it is given back, since nothing has run.
    pub(super) async fn claim(&self) -> Result<Claimed, StoreError> {
        let claimed = self.within(self.store.rounds.claim(&self.claim)).await;
        if !matches!(claimed, Ok(_) | Err(StoreError::Full(_))) {
            self.give_back().await;
        }
        claimed
    }

    /// What a store answers, or that it did not in time: nobody waits for a store for ever.
    async fn within<T>(&self, storing: Storing<'_, T>) -> Result<T, StoreError> {
        let timer = self.mrtr.clock().sleep(STORE_TIME);
        before(timer, storing).await.unwrap_or_else(|| Err(late()))
    }

    /// What a store answers that was told to do what must not be lost. One that cannot be reached may be back soon: it is told
    /// again and again while its time lasts, and the round is held meanwhile.
    async fn insist<'s, T>(
        &'s self,
        operation: impl Fn() -> Storing<'s, T>,
    ) -> Result<T, StoreError> {
        let failed = Mutex::new(late());
        let tries = async {
            let mut pause = PAUSES.0;
            loop {
                match operation().await {
                    Err(error @ StoreError::Unavailable(_)) => {
                        *failed.lock().unwrap_or_else(PoisonError::into_inner) = error;
                    }
                    answer => return answer,
                }
                self.mrtr.clock().sleep(pause).await;
                pause = next(pause);
            }
        };
        let timer = self.mrtr.clock().sleep(STORE_TIME);
        // The answer to an earlier try may be lost: a round that is not this claim's any more may be so by this.
        let answer = beside(self.renew(Lost::Leave), before(timer, tries)).await;
        answer.unwrap_or_else(|| Err(failed.into_inner().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Extends the lease for as long as it is polled.
    async fn renew(&self, lost: Lost) -> Infallible {
        let pause = self.claim.lease / 3;
        loop {
            self.mrtr.clock().sleep(pause).await;
            let renewed = self.within(self.store.rounds.renew(&self.claim)).await;
            if let (Ok(false), Lost::ClaimAgain) = (&renewed, lost) {
                self.regain().await;
            }
            self.note(renewed.map(drop), "lease not renewed");
        }
    }

    /// Leaves the reply for repeats. If that fails they are told that the outcome is unknown.
    pub(super) async fn settle(&self, kept: &Kept) {
        let limit = self.mrtr.limits().reply_bytes;
        let reply = kept.seal(&self.store.replies, &self.claim, limit);
        let settle = || self.insist(|| self.store.rounds.settle(&self.claim, &reply));
        let settled = async {
            match settle().await {
                Ok(false) if self.regain().await => settle().await,
                settled => settled,
            }
        };
        let timer = self.mrtr.clock().sleep(STORE_TIME);
        let settled = before(timer, settled).await;
        let settled = settled.unwrap_or_else(|| Err(late()));
        self.note(settled.map(drop), "reply not kept for repeats");
    }

    /// Claims a round again that the store lost, as when a replica took over that did not have it.
    async fn regain(&self) -> bool {
        let claim = &self.claim;
        match self.within(self.store.rounds.claim(claim)).await {
            Ok(Claimed::Fresh) => {
                tracing::warn!(?claim, "the store lost a running round: claimed again");
                true
            }
            Ok(_) => {
                tracing::error!(
                    ?claim,
                    "the store gave a running round to another request: it may run twice"
                );
                false
            }
            Err(error) => {
                self.note(Err(error), "lost round not claimed again");
                false
            }
        }
    }

    /// Lets another request have the round.
    pub(super) async fn give_back(&self) {
        let release = || self.store.rounds.release(&self.claim);
        let released = self.insist(release).await;
        self.note(released, "round not given back");
    }

    /// A store that fails now changes nothing for this request.
    fn note(&self, done: Result<(), StoreError>, what: &'static str) {
        if let Err(error) = done {
            let claim = &self.claim;
            tracing::error!(?claim, what, %error, "store failed");
        }
    }
}

/// What becomes of a round that the store has lost, as a renewal finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lost {
    ClaimAgain,
    Leave,
}

/// The pause after this one.
pub(super) fn next(pause: Duration) -> Duration {
    pause.saturating_mul(2).min(PAUSES.1)
}

/// What the second of two futures gives, with the first going on beside it.
async fn beside<F: Future>(other: impl Future<Output = Infallible>, running: F) -> F::Output {
    let (mut other, mut running) = (pin!(other), pin!(running));
    poll_fn(move |context| {
        let polled = running.as_mut().poll(context);
        if polled.is_pending() {
            let _: Poll<Infallible> = other.as_mut().poll(context);
        }
        polled
    })
    .await
}

fn late() -> StoreError {
    StoreError::Unavailable("no answer in time".to_owned())
}
