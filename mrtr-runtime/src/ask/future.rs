//! An ask as a future: it parks until its answer is there (R1).

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use super::At;
use crate::replay::{Cause, Claim, Class, Divergence, Flow, Question, Reached};
use crate::state::{Outcome, ShortDigest};

/// A question whose answer has a type in the handler.
pub trait Answered: Question {
    /// What the ask awaits to.
    type Answer;

    /// Reads a settled answer; none if it does not decode.
    fn read(&mut self, outcome: &Outcome, key: &str) -> Option<Self::Answer>;
}

/// A question to the client, to be awaited.
///
/// Its identity is taken when it is made; it is asked when it is first polled. Unanswered, it never
/// resolves: the round ends, and the handler runs again from its start with the answer.
#[must_use = "nothing is asked until this is awaited"]
pub struct Ask<'f, Q> {
    pub(super) flow: &'f Flow,
    claim: Claim,
    pub(super) question: Q,
}

impl<'f, Q> Ask<'f, Q> {
    pub(super) fn new(at: At<'f>, of: Option<ShortDigest>, question: Q) -> Self {
        Self {
            flow: at.flow,
            claim: at.claim(of, Class::Ask),
            question,
        }
    }
}

impl<Q: Question> Ask<'_, Q> {
    /// Which of several under its key this is.
    pub(super) fn occurrence(&self) -> u32 {
        self.claim.identity.occurrence
    }

    pub(super) fn digest(&self) -> ShortDigest {
        self.question.digest()
    }
}

impl<Q> Ask<'_, Q> {
    /// Whether an answer to it is there.
    pub(super) fn is_answered(&self) -> bool {
        self.flow.with(|journal| journal.is_answered(&self.claim))
    }

    /// It is not asked, so it need not be awaited.
    pub(super) fn pass(&self) {
        self.flow.with(|journal| journal.pass(&self.claim));
    }
}

impl<Q: Answered + Unpin> Future for Ask<'_, Q> {
    type Output = Q::Answer;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        let (flow, claim) = (this.flow, &this.claim);
        if !flow.is_here(&claim.identity.key, claim.at) {
            return Poll::Pending;
        }
        let reached = flow.with(|journal| journal.reach(claim, &this.question, flow));
        match reached {
            Reached::Parked => {
                flow.park(claim, context);
                Poll::Pending
            }
            Reached::Settled(place) => this.read(place),
        }
    }
}

impl<Q: Answered> Ask<'_, Q> {
    fn read(&mut self, place: usize) -> Poll<Q::Answer> {
        let Self {
            flow,
            claim,
            question,
        } = self;
        let key = &claim.identity.key;
        flow.with(|journal| {
            let outcome = journal.records.outcome(place);
            let answer = outcome.and_then(|outcome| question.read(outcome, key));
            answer.map_or_else(
                || {
                    journal.diverge(Divergence::new(key, claim.at, Cause::AnswerType));
                    Poll::Pending
                },
                Poll::Ready,
            )
        })
    }
}

impl<Q> fmt::Debug for Ask<'_, Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ask").finish_non_exhaustive()
    }
}
