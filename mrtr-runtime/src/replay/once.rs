//! Rounds that count once (R14): claimed in the store before the handler runs, settled with the reply
//! that repeats of the round get.
//!
//! A round is named by audience, flow and request number. A retry that answers nothing holds its round
//! while it runs and gives it back if it only came by questions again, under the number and the expiry
//! of the state that it brought; so all states of one round compete for one claim.

use std::future::{Future, poll_fn};
use std::task::Poll;
use std::time::Duration;

use super::driver::{End, drive};
use super::kept::{Keep, Kept};
use super::place::Place;
use super::round::Round;
use super::suspend::{Gate, Suspension};
use super::{Flow, Function};
use crate::clock::millis;
use crate::counters::Counter;
use crate::state::Hasher;
use crate::store::{Claimed, RoundClaim};
use crate::texts;
use crate::wire::{Capability, Failure, InputRequired, Reply};

/// How often a repeat looks whether the round that it repeats has ended: at first, and at most.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(1));

/// What a request of a `single_use` handler is.
enum Entered<'m> {
    /// The first of a flow: there is no state yet that could be sent twice.
    First,
    /// The one that runs its round.
    Claimed(Place<'m>),
    /// A repeat of a round that has ended.
    Repeat(Kept),
}

impl Flow {
    /// Runs a `single_use` handler on this flow, for one round, unless the round has been run.
    #[doc(hidden)]
    pub async fn run_once<F: Future>(
        &self,
        function: &'static Function,
        handler: F,
        keep: Keep<F::Output>,
    ) -> Reply<F::Output> {
        if let Err(failure) = self.begin(function) {
            return Reply::Failed(failure);
        }
        let place = match self.enter_once(function).await {
            Ok(Entered::Claimed(place)) => place,
            Ok(Entered::First) => return self.reply(function, self.drive(function, handler).await),
            Ok(Entered::Repeat(kept)) => return self.repeat(function, kept, &keep),
            Err(failure) => return Reply::Failed(failure),
        };
        self.count(Counter::Rounds, "");
        let end = place.hold(self, drive(self, handler)).await;
        self.settle(function, &place, end, &keep).await
    }

    async fn enter_once(&self, function: &Function) -> Result<Entered<'_>, Failure> {
        let mrtr = &self.shared.mrtr;
        let store = mrtr.store().ok_or_else(Failure::internal)?;
        let Some(claim) = self.claim()? else {
            return Ok(Entered::First);
        };
        let place = Place { mrtr, store, claim };
        let mut pause = PAUSES.0;
        let mut waited = Duration::ZERO;
        loop {
            match self.try_claim(function, &place).await? {
                Some(Claimed::Fresh) => return self.begin_claimed(function, place).await,
                Some(Claimed::Done { reply, .. }) => {
                    let kept = Kept::open(&reply, &store.replies, &place.claim);
                    return Ok(Entered::Repeat(kept));
                }
                Some(Claimed::Unknown { .. }) => return Ok(Entered::Repeat(Kept::Unknown)),
                Some(Claimed::Running { .. }) | None => {}
            }
            if waited >= self.limits().round_time {
                return Err(self.still_running(function));
            }
            if !self.pause(pause).await {
                return Err(self.cancelled(function));
            }
            // A state does not begin a round that it could not open any more.
            if self.has_expired() {
                return Err(self.still_running(function));
            }
            waited = waited.saturating_add(pause);
            pause = pause.saturating_mul(2).min(PAUSES.1);
        }
    }

    /// One try; `None` where it has to wait for a request that may give the round back.
    async fn try_claim(
        &self,
        function: &Function,
        place: &Place<'_>,
    ) -> Result<Option<Claimed>, Failure> {
        let claimed = place.store.rounds.claim(&place.claim).await;
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
            // Nobody knows what a lost request did, whatever it brought.
            Claimed::Unknown { answers } if is_idle(answers) => Ok(Some(claimed)),
            _ => Err(self.spent(function)),
        }
    }

    /// A client that went away while the round was claimed: nothing has run.
    async fn begin_claimed<'m>(
        &self,
        function: &Function,
        place: Place<'m>,
    ) -> Result<Entered<'m>, Failure> {
        if !poll_fn(|context| Poll::Ready(self.is_cancelled(context))).await {
            return Ok(Entered::Claimed(place));
        }
        place.give_back().await;
        Err(self.cancelled(function))
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
        let mut fence = [0; 16];
        getrandom::fill(&mut fence).map_err(|error| {
            let reason = "no_randomness";
            tracing::error!(reason, %error, "no randomness from the operating system");
            self.count(Counter::Failed, reason);
            Failure::internal()
        })?;
        let limits = self.limits();
        // Of the state's own times, since the clocks of a fleet differ; and a repeat may wait.
        let life = brought.expires_at.saturating_sub(brought.issued_at);
        let lifetime = Duration::from_millis(life)
            .saturating_add(limits.skew)
            .saturating_add(limits.round_time);
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
            for held in journal.held.iter().skip(from) {
                hasher.field(held.identity.key.as_bytes());
                hasher.list(held.identity.of);
                hasher.field(&held.identity.occurrence.to_le_bytes());
                hasher.field(&held.question);
                hasher.value(&held.answer);
            }
        });
        hasher.finish()
    }

    /// Whether this request answered nothing, and its handler captured nothing new.
    fn came_by_again(&self) -> bool {
        self.with(|journal| journal.came_by_again())
    }

    /// Ends a claimed round, and leaves its reply for repeats before the client gets it.
    async fn settle<R>(
        &self,
        function: &'static Function,
        place: &Place<'_>,
        end: Option<End<R>>,
        keep: &Keep<R>,
    ) -> Reply<R> {
        let (kept, reply, needs) = match end.map(|end| self.judge(function, end, Gate::Later)) {
            Some(Round::Complete(value)) => {
                let kept = (keep.write)(&value).map_or(Kept::Unknown, Kept::Complete);
                let retried = self.shared.facts.retried;
                (kept, Reply::Complete { value, retried }, Vec::new())
            }
            Some(Round::Suspended(open)) if self.came_by_again() => {
                place.give_back().await;
                return self.ask_again(function, open);
            }
            Some(Round::Suspended(open)) => self.seal_kept(function, open),
            Some(Round::Failed(failure)) => {
                (Kept::failed(&failure), Reply::Failed(failure), Vec::new())
            }
            None => {
                let failure = self.cancelled(function);
                (Kept::Unknown, Reply::Failed(failure), Vec::new())
            }
        };
        place.settle(&kept).await;
        self.gated(function, reply, needs)
    }

    fn seal_kept<R>(
        &self,
        function: &'static Function,
        open: Box<Suspension>,
    ) -> (Kept, Reply<R>, Vec<Capability>) {
        let needs = open.needs();
        let reply = self.seal(function, open);
        let kept = match &reply {
            Reply::InputRequired(open) => {
                Kept::questions(open, needs.iter().map(|need| need.number()).collect())
            }
            Reply::Failed(failure) => Kept::failed(failure),
            Reply::Complete { .. } => Kept::Unknown,
        };
        (kept, reply, needs)
    }

    /// The same questions again, in a state for the same round that lives as long: a claim by either
    /// outlives both.
    fn ask_again<R>(&self, function: &'static Function, mut open: Box<Suspension>) -> Reply<R> {
        open.state.requests = open.state.requests.saturating_sub(1);
        if let Some(brought) = self.shared.facts.brought {
            open.state.issued_at = brought.issued_at;
            open.state.expires_at = brought.expires_at;
        }
        let needs = open.needs();
        self.gated(function, self.seal(function, open), needs)
    }

    /// What a repeat of a round gets: the reply of the round, as far as this client can answer it.
    fn repeat<R>(&self, function: &Function, kept: Kept, keep: &Keep<R>) -> Reply<R> {
        let (handler, round) = (function.name, self.shared.facts.request);
        tracing::debug!(handler, round, "repeat of a round");
        self.count(Counter::Repeated, "");
        match kept {
            Kept::Complete(value) => match (keep.read)(value) {
                Ok(value) => Reply::Complete {
                    value,
                    retried: true,
                },
                Err(_) => self.unknown(function),
            },
            Kept::InputRequired {
                requests,
                state,
                needs,
            } => {
                let requests = requests.into_iter();
                let open = InputRequired {
                    requests: requests.map(|(key, one)| (key, one.into())).collect(),
                    state,
                };
                let needs = needs.into_iter().filter_map(Capability::of_number);
                self.gated(function, Reply::InputRequired(open), needs.collect())
            }
            Kept::Failed(failure) => Reply::Failed(failure.into()),
            Kept::Unknown => self.unknown(function),
        }
    }

    /// Questions go to a client that can answer them, also when they are sent again.
    fn gated<R>(&self, function: &Function, reply: Reply<R>, needs: Vec<Capability>) -> Reply<R> {
        let declared = &self.shared.facts.capabilities;
        let missing: Vec<_> = needs
            .into_iter()
            .filter(|one| !declared.has(*one))
            .collect();
        match reply {
            Reply::InputRequired(_) if !missing.is_empty() => {
                Reply::Failed(self.missing_capabilities(function, missing))
            }
            reply => reply,
        }
    }

    fn unknown<R>(&self, function: &Function) -> Reply<R> {
        let (handler, round) = (function.name, self.shared.facts.request);
        let reason = "outcome_unknown";
        self.count(Counter::Failed, reason);
        tracing::error!(
            handler,
            round,
            reason,
            "repeat of a round whose outcome is unknown"
        );
        Reply::Failed(Failure::Tool(texts::OUTCOME_UNKNOWN.to_owned()))
    }

    fn spent(&self, function: &Function) -> Failure {
        let (handler, round) = (function.name, self.shared.facts.request);
        let reason = "spent";
        self.shared.mrtr.count_bad_state(reason);
        tracing::warn!(
            handler,
            round,
            reason,
            "requestState refused: it was answered before, with another answer"
        );
        Failure::bad_state()
    }

    fn still_running(&self, function: &Function) -> Failure {
        let (handler, round) = (function.name, self.shared.facts.request);
        let reason = "still_running";
        self.count(Counter::Failed, reason);
        tracing::warn!(
            handler,
            round,
            reason,
            "repeat of a round that runs for longer than `round_time`"
        );
        Failure::still_running()
    }

    fn store_failed(&self, function: &Function, error: &crate::store::StoreError) -> Failure {
        let (handler, round) = (function.name, self.shared.facts.request);
        let reason = "store";
        self.count(Counter::Failed, reason);
        tracing::error!(handler, round, reason, %error, "round not claimed");
        Failure::internal()
    }
}
