//! One round: opens a request, runs the handler over it, and ends it on the wire.

use std::future::Future;

use super::driver::{End, drive};
use super::journal::wire_key;
use super::kept::Keep;
use super::suspend::{Gate, Suspension};
use super::task::{KeptPlace, Launch};
use super::{Divergence, Flow, Function, Note, Stop, TaskStart};
use crate::counters::Counter;
use crate::mrtr::Mrtr;
use crate::state::{FlowState, SealError, heaviest, seal_state};
use crate::texts;
use crate::wire::{Capability, Failure, InputRequired, Reply, Request};

/// The end of a round before it is put on the wire.
pub(super) enum Round<R> {
    Complete(R),
    Suspended(Box<Suspension>),
    Failed(Failure),
    /// It failed for now: the same request may go on at another time.
    NotNow(Failure),
}

/// Why a round that ends with questions has no state.
pub(super) struct NotSealed {
    pub(super) failure: Failure,
    /// Whether it may have one at another time.
    pub(super) is_for_now: bool,
}

impl Mrtr {
    /// Serves one request of a client that speaks MCP 2026-07-28 or newer.
    #[doc(hidden)]
    pub async fn serve<B, F>(
        &self,
        request: Request<'_>,
        function: &'static Function,
        body: B,
    ) -> Reply<F::Output>
    where
        B: FnOnce(Flow) -> F,
        F: Future,
    {
        match self.open(request) {
            Ok(flow) => flow.run(function, body(flow.clone())).await,
            Err(failure) => Reply::Failed(failure),
        }
    }

    /// As [`Mrtr::serve`]; rounds of a `single_use` handler count once.
    #[doc(hidden)]
    pub async fn serve_kept<B, F>(
        &self,
        request: Request<'_>,
        function: &'static Function,
        keep: Keep<F::Output>,
        body: B,
    ) -> Reply<F::Output>
    where
        B: FnOnce(Flow) -> F,
        F: Future,
    {
        match self.open(request) {
            Ok(flow) => {
                flow.run_kept(function, body(flow.clone()), keep, None)
                    .await
            }
            Err(failure) => Reply::Failed(failure),
        }
    }

    /// As [`Mrtr::serve_kept`]; `launch` makes a task of the flow where its handler comes to `become_task!()`.
    #[doc(hidden)]
    pub async fn serve_task<B, F>(
        &self,
        request: Request<'_>,
        function: &'static Function,
        keep: Keep<F::Output>,
        mut launch: impl FnMut(TaskStart) -> F::Output + Send,
        body: B,
    ) -> Reply<F::Output>
    where
        B: FnOnce(Flow) -> F,
        F: Future,
    {
        match self.open(request) {
            Ok(flow) => {
                let handler = body(flow.clone());
                flow.run_kept(function, handler, keep, Some(&mut launch))
                    .await
            }
            Err(failure) => Reply::Failed(failure),
        }
    }
}

impl Flow {
    async fn run_kept<F: Future>(
        &self,
        function: &'static Function,
        handler: F,
        keep: Keep<F::Output>,
        launch: Option<Launch<'_, F::Output>>,
    ) -> Reply<F::Output> {
        if function.single_use {
            self.run_once_or_launch(function, handler, keep, launch)
                .await
        } else {
            self.run_or_launch(function, handler, launch).await
        }
    }

    /// Runs a handler on this flow, for one round.
    #[doc(hidden)]
    pub async fn run<F: Future>(
        &self,
        function: &'static Function,
        handler: F,
    ) -> Reply<F::Output> {
        self.run_or_launch(function, handler, None).await
    }

    /// As [`Flow::run`]; `launch` makes a task of the flow, if it becomes one.
    pub(super) async fn run_or_launch<F: Future>(
        &self,
        function: &'static Function,
        handler: F,
        launch: Option<Launch<'_, F::Output>>,
    ) -> Reply<F::Output> {
        let round = self.round(function, handler, launch).await;
        self.reply(function, round)
    }

    /// Runs the handler and looks at how it ended.
    pub(super) async fn round<F: Future>(
        &self,
        function: &'static Function,
        handler: F,
        launch: Option<Launch<'_, F::Output>>,
    ) -> Round<F::Output> {
        match self.begin(function) {
            Ok(()) => self.drive(function, handler, launch).await,
            Err(failure) => Round::Failed(failure),
        }
    }

    /// What is looked at before the handler's first line.
    pub(super) fn begin(&self, function: &'static Function) -> Result<(), Failure> {
        self.begin_run(function)
            .map_err(|stop| self.stopped(function, &stop))?;
        self.prepare(function)
    }

    pub(super) async fn drive<F: Future>(
        &self,
        function: &'static Function,
        handler: F,
        launch: Option<Launch<'_, F::Output>>,
    ) -> Round<F::Output> {
        let _place = KeptPlace::of(self);
        self.count(Counter::Rounds, "");
        let end = drive(self, handler).await;
        self.judge(function, end, Gate::Now, launch)
    }

    pub(super) fn judge<R>(
        &self,
        function: &'static Function,
        end: End<R>,
        gate: Gate,
        launch: Option<Launch<'_, R>>,
    ) -> Round<R> {
        match end {
            End::Complete(value) => self.complete(function, value),
            End::Suspended => match self.suspend(function, gate) {
                Ok(suspension) => Round::Suspended(Box::new(suspension)),
                Err(stop) => self.fail(function, &stop),
            },
            End::BecomesTask(point) => match (self.start_task(function, point), launch) {
                (Ok(start), Some(launch)) => Round::Complete(launch(start)),
                (Ok(_), None) => self.fail(function, &Stop::Missing(vec![Capability::Tasks])),
                (Err(stop), _) => self.fail(function, &stop),
            },
            End::Stopped(stop) => self.fail(function, &stop),
            End::Panicked => self.panicked(function),
            End::Cancelled => Round::Failed(self.cancelled(function)),
        }
    }

    /// The end of a round on the wire.
    pub(super) fn reply<R>(&self, function: &'static Function, round: Round<R>) -> Reply<R> {
        match round {
            Round::Complete(value) => {
                let retried = self.shared.facts.retried;
                Reply::Complete { value, retried }
            }
            Round::Suspended(suspension) => self.seal(function, suspension),
            Round::Failed(failure) | Round::NotNow(failure) => Reply::Failed(failure),
        }
    }

    fn begin_run(&self, function: &Function) -> Result<(), Stop> {
        self.with(|journal| {
            if !std::mem::replace(&mut journal.ran, true) {
                return Ok(());
            }
            // Also for the run around this one: its handler may swallow the failure (R10).
            let twice = Divergence::run_twice(function.file);
            journal.diverge(twice.clone());
            Err(Stop::Diverged(twice))
        })
    }

    fn fail<R>(&self, function: &Function, stop: &Stop) -> Round<R> {
        let failure = self.stopped(function, stop);
        if stop.is_for_now() {
            Round::NotNow(failure)
        } else {
            Round::Failed(failure)
        }
    }

    /// Logs and counts a stop, and gives what the client is told.
    pub(super) fn stopped(&self, function: &Function, stop: &Stop) -> Failure {
        stop.log(function.name, self.shared.facts.request);
        self.with(|journal| journal.notes.add(|| Note::Cause(stop.cause())));
        if let Stop::Diverged(divergence) = stop
            && divergence.text().is_none()
        {
            self.count(Counter::Diverged, divergence.reason());
        }
        self.count(Counter::Failed, stop.reason());
        stop.failure()
    }

    pub(super) fn count(&self, counter: Counter, label: &str) {
        self.shared.mrtr.count(counter, label);
    }

    /// Counts a round that ends with these questions.
    pub(super) fn count_asked(&self, suspension: &Suspension) {
        self.count(Counter::Suspended, "");
        for ask in &suspension.asks {
            self.count(Counter::Asked, ask.request.kind());
            if let Some(again) = ask.again {
                self.count(Counter::AskedAgain, again);
            }
        }
    }

    fn panicked<R>(&self, function: &Function) -> Round<R> {
        let (handler, round) = (function.name, self.shared.facts.request);
        let reason = "panicked";
        tracing::error!(handler, round, reason, "the handler panicked");
        self.count(Counter::Failed, reason);
        Round::Failed(Failure::internal())
    }

    /// Nobody reads the reply to a cancelled request.
    pub(super) fn cancelled(&self, function: &Function) -> Failure {
        let (handler, round) = (function.name, self.shared.facts.request);
        let reason = "cancelled";
        tracing::debug!(handler, round, reason, "the request was cancelled");
        self.count(Counter::Failed, reason);
        Failure::internal()
    }

    /// R9: what was recorded or came and was not reached is logged and changes nothing.
    fn complete<R>(&self, function: &Function, value: R) -> Round<R> {
        let (handler, round) = (function.name, self.shared.facts.request);
        self.with(|journal| {
            let unreached: Vec<_> = journal.unreached().collect();
            for (divergence, what) in unreached {
                self.count(Counter::Unreached, what);
                divergence.log(handler, round);
                journal
                    .notes
                    .add(|| Note::Unreached(divergence.to_string()));
            }
        });
        if self.with(|journal| journal.is_replaying) {
            tracing::info!(
                handler,
                round,
                "the handler came by nothing that was open, so its events since its start are hidden where repeats are"
            );
        }
        self.count(Counter::Completed, "");
        Round::Complete(value)
    }

    pub(super) fn seal<R>(
        &self,
        function: &'static Function,
        suspension: Box<Suspension>,
    ) -> Reply<R> {
        match self.sealed(function, suspension) {
            Ok(open) => Reply::InputRequired(open),
            Err(NotSealed { failure, .. }) => Reply::Failed(failure),
        }
    }

    /// Seals the state of a round for its questions.
    pub(super) fn sealed(
        &self,
        function: &'static Function,
        mut suspension: Box<Suspension>,
    ) -> Result<InputRequired, NotSealed> {
        let mrtr = &self.shared.mrtr;
        match seal_state(mrtr.sealer(), &suspension.state, mrtr.limits()) {
            Ok(state) => {
                self.count_asked(&suspension);
                Ok(InputRequired {
                    requests: suspension.requests(),
                    state,
                })
            }
            Err(error) => Err(NotSealed {
                is_for_now: error == SealError::Random,
                failure: self.refuse_seal(function, &suspension.state, error),
            }),
        }
    }

    fn refuse_seal(&self, function: &Function, state: &FlowState, error: SealError) -> Failure {
        let round = self.shared.facts.request;
        let SealError::TooLong { bytes, limit } = error else {
            let reason = "not_sealed";
            tracing::error!(handler = function.name, round, reason, %error, "state not sealed");
            self.count(Counter::Failed, reason);
            return Failure::internal();
        };
        let stop = self.state_too_long(state, bytes, limit);
        self.stopped(function, &stop)
    }

    /// Names what takes the most of a state.
    pub(super) fn state_too_long(&self, state: &FlowState, bytes: usize, limit: usize) -> Stop {
        let heaviest = heaviest(state).map(|(identity, _)| identity);
        let key = heaviest.map(|one| wire_key(one, 3)).unwrap_or_default();
        let at = heaviest.and_then(|one| self.with(|journal| journal.place_of(&one.key, None)));
        Stop::Ended {
            reason: "state_bytes",
            text: texts::state_too_long(&key, bytes, limit),
            key,
            at,
        }
    }
}
