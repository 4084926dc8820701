//! The steps of a url ask, between which its macro evaluates `until`.

use std::fmt;
use std::future::{Future, poll_fn};
use std::task::{Context, Poll};

use super::AskUrl;
use super::hold::Hold;
use crate::ask::{At, Refused};
use crate::replay::{Cause, Claim, Class, Divergence, Flow, Visit};
use crate::state::ShortDigest;

/// A page that the person is sent to, unless it is done.
///
/// The macro runs the steps in a loop: [`refused`](Self::refused), [`look`](Self::look) at `until`, and then
/// either [`done`](Self::done), or [`wait`](Self::wait) and once more.
#[must_use = "nothing is asked until this is awaited"]
pub struct UrlAsk<'f> {
    asked: Asked<'f>,
    hold: Hold,
}

/// All but the timers, which only one thread at a time may look at.
struct Asked<'f> {
    flow: &'f Flow,
    claim: Claim,
    question: AskUrl,
}

impl<'f> UrlAsk<'f> {
    pub(super) fn new(at: At<'f>, of: Option<ShortDigest>, question: AskUrl) -> Self {
        let asked = Asked {
            flow: at.flow,
            claim: at.claim(of, Class::Ask),
            question,
        };
        Self {
            asked,
            hold: Hold::new(),
        }
    }

    /// The person's no, if there is one.
    pub async fn refused(&mut self) -> Option<Refused> {
        let asked = &self.asked;
        poll_fn(|context| asked.visit(context)).await
    }

    /// Whether the page is done. A look that takes too long counts as one that came too early.
    pub async fn look<T, E>(
        &mut self,
        until: impl Future<Output = Result<Option<T>, E>>,
    ) -> Result<Option<T>, E> {
        let asked = &self.asked;
        let looking = Looking::begin(asked);
        let seen = self.hold.look(asked.flow, until).await;
        drop(looking);
        seen.unwrap_or_else(|| {
            asked.log_given_up();
            Ok(None)
        })
    }

    /// The page is done.
    pub fn done(&mut self) {
        let Asked { flow, claim, .. } = &self.asked;
        flow.with(|journal| journal.finish(claim));
    }

    /// The page is not done. Returns when it is time to look again, which is for as long as the request
    /// of a person who agreed is held open; else the question is asked, and this never returns.
    pub async fn wait(&mut self) {
        let asked = &self.asked;
        if asked.is_held() && self.hold.goes_on(asked.flow) {
            return self.hold.pause(asked.flow).await;
        }
        poll_fn(|context| asked.put(context)).await
    }
}

impl Asked<'_> {
    fn visit(&self, context: &Context<'_>) -> Poll<Option<Refused>> {
        if !self.is_here() {
            return Poll::Pending;
        }
        let Self {
            flow,
            claim,
            question,
        } = self;
        match flow.with(|journal| journal.visit(claim, question, flow)) {
            Visit::Look => Poll::Ready(None),
            Visit::Refused(place) => self.read(place).map(Some),
            Visit::Parked => self.park(context),
        }
    }

    fn put(&self, context: &Context<'_>) -> Poll<()> {
        if !self.is_here() {
            return Poll::Pending;
        }
        let (claim, question) = (&self.claim, &self.question);
        self.flow.with(|journal| journal.put(claim, question));
        self.park(context)
    }

    fn log_given_up(&self) {
        let Claim { identity, at, .. } = &self.claim;
        let key = &*identity.key;
        tracing::warn!(
            key,
            file = at.file,
            line = at.line,
            reason = "look",
            "`until` of a page took too long: the page counts as not done"
        );
    }

    /// Whether a person agreed, and somebody waits for what comes of it.
    fn is_held(&self) -> bool {
        let claim = &self.claim;
        self.flow
            .with(|journal| journal.is_consented(claim) && !journal.is_left)
    }

    fn is_here(&self) -> bool {
        self.flow.is_here(&self.claim.identity.key, self.claim.at)
    }

    fn park<T>(&self, context: &Context<'_>) -> Poll<T> {
        self.flow.park(&self.claim, context);
        Poll::Pending
    }

    fn read(&self, place: usize) -> Poll<Refused> {
        let key = &self.claim.identity.key;
        self.flow.with(|journal| {
            let outcome = journal.records.outcome(place);
            let refused = outcome.and_then(|outcome| Refused::of(outcome, key));
            refused.map_or_else(
                || {
                    journal.diverge(Divergence::new(key, self.claim.at, Cause::AnswerType));
                    Poll::Pending
                },
                Poll::Ready,
            )
        })
    }
}

/// A look at a page. It ends also where its ask is dropped.
struct Looking<'a>(&'a Asked<'a>);

impl<'a> Looking<'a> {
    fn begin(asked: &'a Asked<'a>) -> Self {
        asked.flow.with(|journal| journal.begin_look(&asked.claim));
        Self(asked)
    }
}

impl Drop for Looking<'_> {
    fn drop(&mut self) {
        let Asked { flow, claim, .. } = self.0;
        flow.with(|journal| journal.end_look(claim));
    }
}

impl fmt::Debug for UrlAsk<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UrlAsk").finish_non_exhaustive()
    }
}
