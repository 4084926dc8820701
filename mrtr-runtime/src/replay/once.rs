//! Rounds that count once (R14): claimed in the store before the handler runs, settled with the reply
//! that repeats of the round get.
//!
//! A retry that answers nothing holds its round while it runs and gives it back if it only came by
//! questions again, under the number and the expiry of the state that it brought; so all states of one
//! round compete for one claim. One whose handler came to an end, or captured something, keeps it: what ran behind
//! the last ask must not run again. One that was refused for now, such as by a server that runs as many tasks as it may, or
//! whose state was not sealed for lack of randomness, gives it back too, if nothing was captured in it: the same request
//! may go on later.

use std::future::Future;

use super::driver::{End, drive};
use super::enter::Entered;
use super::kept::{Keep, Kept};
use super::round::Round;
use super::suspend::Gate;
use super::task::{KeptPlace, Launch};
use super::{Flow, Function};
use crate::counters::Counter;
use crate::texts;
use crate::wire::{Capability, Failure, InputRequired, Reply};

impl Flow {
    /// Runs a `single_use` handler on this flow, for one round, unless the round has been run.
    #[doc(hidden)]
    pub async fn run_once<F: Future>(
        &self,
        function: &'static Function,
        handler: F,
        keep: Keep<F::Output>,
    ) -> Reply<F::Output> {
        self.run_once_or_launch(function, handler, keep, None).await
    }

    /// As [`Flow::run_once`]; `launch` makes a task of the flow, if it becomes one.
    pub(super) async fn run_once_or_launch<F: Future>(
        &self,
        function: &'static Function,
        handler: F,
        keep: Keep<F::Output>,
        launch: Option<Launch<'_, F::Output>>,
    ) -> Reply<F::Output> {
        if let Err(failure) = self.begin(function) {
            return Reply::Failed(failure);
        }
        let kept_place = KeptPlace::of(self);
        let place = match self.enter_once(function).await {
            Ok(Entered::Claimed(place)) => place,
            Ok(Entered::First) => {
                if let Err(stop) = self.begin_task(function) {
                    return Reply::Failed(self.stopped(function, &stop));
                }
                let round = self.drive(function, handler, launch).await;
                return self.reply(function, round);
            }
            Ok(Entered::Repeat(kept)) => return self.repeat(function, kept, &keep),
            Err(failure) => return Reply::Failed(failure),
        };
        if let Err(stop) = self.begin_task(function) {
            place.give_back().await;
            return Reply::Failed(self.stopped(function, &stop));
        }
        self.count(Counter::Rounds, "");
        let end = place.hold(self, drive(self, handler)).await;
        if matches!(end, Some(End::Suspended)) && self.came_by_again() {
            place.give_back().await;
            return self.ask_again(function);
        }
        let round = end.map(|end| self.judge(function, end, Gate::Later, launch));
        // A store that is away does not keep another task from beginning.
        drop(kept_place);
        let ended = self.ended(function, round, &keep);
        if ended.is_for_now && !self.with(|journal| journal.has_effects) {
            place.give_back().await;
        } else {
            place.settle(&ended.kept).await;
        }
        self.gated(function, ended.reply, ended.needs)
    }

    /// Whether this request answered nothing, and its handler captured nothing new.
    fn came_by_again(&self) -> bool {
        self.with(|journal| journal.came_by_again())
    }

    /// The same questions again, in a state for the same round that lives as long: a claim by either
    /// outlives both.
    fn ask_again<R>(&self, function: &'static Function) -> Reply<R> {
        let mut open = match self.judge(function, End::Suspended, Gate::Later, None) {
            Round::Suspended(open) => open,
            other => return self.reply(function, other),
        };
        open.state.requests = open.state.requests.saturating_sub(1);
        let now = open.state.issued_at;
        for pending in &mut open.state.pending {
            pending.since.get_or_insert(now);
        }
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
        let reply = self.kept(function, kept, keep);
        reply.map_or_else(
            |failed| failed,
            |reply| {
                self.count(Counter::Repeated, "");
                reply
            },
        )
    }

    /// The kept reply; or what this client gets instead of it, which is counted.
    fn kept<R>(
        &self,
        function: &Function,
        kept: Kept,
        keep: &Keep<R>,
    ) -> Result<Reply<R>, Reply<R>> {
        match kept {
            Kept::Complete(value) => match (keep.read)(value) {
                Ok(value) => Ok(Reply::Complete {
                    value,
                    retried: true,
                }),
                Err(_) => Err(self.unknown(function)),
            },
            Kept::InputRequired {
                requests,
                state,
                needs,
            } => {
                let requests = requests.into_iter();
                let open = InputRequired {
                    requests: requests.map(|(key, one)| (key, one.0)).collect(),
                    state,
                };
                let needs = needs.into_iter().filter_map(Capability::of_number);
                match self.gated(function, Reply::InputRequired(open), needs.collect()) {
                    asked @ Reply::InputRequired(_) => Ok(asked),
                    failed => Err(failed),
                }
            }
            Kept::Failed(failure) => Ok(Reply::Failed(failure)),
            Kept::Unknown => Err(self.unknown(function)),
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
}

#[cfg(test)]
mod tests;
