//! A request of a `single_use` handler comes to its round (R14): to run it, to repeat it, or to be refused.
//!
//! A round is named by audience, flow and request number, and claimed with the answers that came.

use std::future::poll_fn;
use std::task::Poll;
use std::time::Duration;

use super::intake::random;
use super::kept::Kept;
use super::place::{PAUSES, Place, STORE_TIME, next};
use super::{Flow, Function};
use crate::clock::millis;
use crate::counters::Counter;
use crate::state::Hasher;
use crate::store::{Claimed, RoundClaim, StoreError};
use crate::wire::Failure;

/// How many requests of a process may wait for the end of one round: those who repeat it in earnest are few.
const WAITERS: usize = 16;

/// What a request of a `single_use` handler is.
pub(super) enum Entered<'m> {
    /// The first of a flow: there is no state yet that could be sent twice.
    First,
    /// The one that runs its round.
    Claimed(Place<'m>),
    /// A repeat of a round that has ended.
    Repeat(Kept),
}

impl Flow {
    pub(super) async fn enter_once(&self, function: &Function) -> Result<Entered<'_>, Failure> {
        let mrtr = &self.shared.mrtr;
        let store = mrtr.store().ok_or_else(Failure::internal)?;
        let Some(claim) = self.claim()? else {
            return Ok(Entered::First);
        };
        let place = Place { mrtr, store, claim };
        let mut pause = PAUSES.0;
        let mut time_left = mrtr.clock().sleep(self.limits().round_time);
        let mut waiting = None;
        loop {
            match self.try_claim(function, &place).await? {
                Some(Claimed::Fresh) => return self.begin_claimed(function, place).await,
                Some(Claimed::Done { reply, answers }) => {
                    let claim = RoundClaim {
                        answers,
                        ..place.claim
                    };
                    return Ok(Entered::Repeat(Kept::open(&reply, &store.replies, &claim)));
                }
                Some(Claimed::Unknown { .. }) => return Ok(Entered::Repeat(Kept::Unknown)),
                Some(Claimed::Running { .. }) | None => {}
            }
            if waiting.is_none() {
                waiting = mrtr.waiting_place(place.claim.round, WAITERS);
            }
            if waiting.is_none() {
                let why = "as many repeats of this round wait for its end as may";
                return Err(self.still_running(function, why));
            }
            let is_over =
                poll_fn(|context| Poll::Ready(time_left.as_mut().poll(context).is_ready()));
            if is_over.await {
                return Err(self.still_running(function, "its round has not ended in time"));
            }
            if !self.pause(pause).await {
                return Err(self.cancelled(function));
            }
            // A state does not begin a round that it could not open any more.
            if self.has_expired() {
                let why = "its state expired before its round ended";
                return Err(self.still_running(function, why));
            }
            pause = next(pause);
        }
    }

    /// One try; `None` where it has to wait for a request that may give the round back.
    async fn try_claim(
        &self,
        function: &Function,
        place: &Place<'_>,
    ) -> Result<Option<Claimed>, Failure> {
        let claimed = place.claim().await;
        let claimed = claimed.map_err(|error| self.store_failed(function, &error))?;
        let nothing = self.answers_digest(true);
        let is_idle = |answers| answers == nothing || place.claim.answers == nothing;
        match claimed {
            Claimed::Fresh => Ok(Some(claimed)),
            Claimed::Running { answers }
            | Claimed::Done { answers, .. }
            | Claimed::Unknown { answers }
                if answers == place.claim.answers =>
            {
                Ok(Some(claimed))
            }
            Claimed::Running { answers } if is_idle(answers) => Ok(None),
            // It ended without an answer: who brings one now learns how.
            Claimed::Done { answers, .. } if answers == nothing => Ok(Some(claimed)),
            // Nobody knows what a lost request did, whatever it brought.
            Claimed::Unknown { answers } if is_idle(answers) => Ok(Some(claimed)),
            _ => Err(self.spent(function)),
        }
    }

    /// A client that went away while the round was claimed, or whose state has expired meanwhile: nothing has run, and a
    /// store that answered so late may have forgotten who ran it before.
    async fn begin_claimed<'m>(
        &self,
        function: &Function,
        place: Place<'m>,
    ) -> Result<Entered<'m>, Failure> {
        let is_cancelled = poll_fn(|context| Poll::Ready(self.is_cancelled(context))).await;
        if !is_cancelled && !self.has_expired() {
            return Ok(Entered::Claimed(place));
        }
        place.give_back().await;
        Err(match is_cancelled {
            true => self.cancelled(function),
            false => self.bad_state(function, "expired", "it expired before its round began"),
        })
    }

    /// The round that this request answers; none in the first request of a flow.
    fn claim(&self) -> Result<Option<RoundClaim>, Failure> {
        let facts = &self.shared.facts;
        let Some(brought) = facts.brought else {
            return Ok(None);
        };
        let mut round = Hasher::new("round");
        round.field(self.shared.mrtr.audience().as_bytes());
        round.field(&facts.flow_id);
        round.field(&facts.request.to_le_bytes());
        let fence = random(&self.shared.mrtr)?;
        let limits = self.limits();
        // Of the state's own times, since the clocks of a fleet differ; and a repeat may wait, and its claim be on its way.
        let life = brought.expires_at.saturating_sub(brought.issued_at);
        let lifetime = Duration::from_millis(life)
            .saturating_add(limits.skew)
            .saturating_add(limits.round_time)
            .saturating_add(STORE_TIME);
        let claim = RoundClaim::new(round.finish(), self.answers_digest(false), fence);
        Ok(Some(claim.lease(limits.lease).lifetime(lifetime)))
    }

    fn has_expired(&self) -> bool {
        let now = millis(self.shared.mrtr.clock().now());
        let brought = self.shared.facts.brought;
        brought.is_some_and(|brought| now >= brought.expires_at)
    }

    /// What this request answers, or the digest of nothing. The flow's seed, which only the sealed state
    /// holds, keeps a reader of the store from trying answers out.
    fn answers_digest(&self, nothing: bool) -> [u8; 32] {
        let mut hasher = Hasher::new("answers");
        hasher.field(&self.shared.facts.seed);
        self.with(|journal| {
            let from = if nothing { usize::MAX } else { journal.brought };
            let mut answers: Vec<_> = journal.held.iter().skip(from).collect();
            // Another order of the questions is no other answer.
            answers.sort_by_key(|held| {
                let identity = &held.identity;
                (&identity.key, identity.of, identity.occurrence)
            });
            for held in answers {
                hasher.field(held.identity.key.as_bytes());
                hasher.list(held.identity.of);
                hasher.field(&held.identity.occurrence.to_le_bytes());
                hasher.field(&held.question);
                hasher.value(&held.answer);
            }
        });
        hasher.finish()
    }

    fn spent(&self, function: &Function) -> Failure {
        let why = "it was answered before, with another answer";
        self.bad_state(function, "spent", why)
    }

    fn bad_state(&self, function: &Function, reason: &'static str, why: &str) -> Failure {
        let (handler, round) = (function.name, self.shared.facts.request);
        self.shared.mrtr.count_bad_state(reason);
        tracing::warn!(handler, round, reason, "requestState refused: {why}");
        Failure::bad_state()
    }

    fn still_running(&self, function: &Function, why: &str) -> Failure {
        let (handler, round) = (function.name, self.shared.facts.request);
        let reason = "still_running";
        self.count(Counter::Failed, reason);
        tracing::warn!(handler, round, reason, "repeat refused: {why}");
        Failure::still_running()
    }

    fn store_failed(&self, function: &Function, error: &StoreError) -> Failure {
        let (handler, round) = (function.name, self.shared.facts.request);
        let reason = "store";
        self.count(Counter::Failed, reason);
        tracing::error!(handler, round, reason, %error, "round not claimed");
        Failure::internal()
    }
}

#[cfg(test)]
mod tests;
