//! A flow that goes on as a task (SEP-2663): the carrier of its state is then the task, and no token.
//!
//! The round that comes to `become_task!()` ends there, with a task for its result. In the task the handler runs again
//! from its start, over what was recorded, and asks through the task from then on: R16 with another dialog.

use std::fmt;
use std::future::Future;
use std::time::Duration;

use serde_json::Value;

use super::before::before;
use super::intake::restore;
use super::journal::Journal;
use super::live::Dialog;
use super::refusal::is_refusal;
use super::{Claim, Flow, Function, Location, Site, SiteKind, Stop};
use crate::clock::{millis, saturating_millis};
use crate::counters::Counter;
use crate::mrtr::Mrtr;
use crate::places::{Full, TaskPlace};
use crate::state::{FlowState, Principal};
use crate::texts;
use crate::wire::{CancelSignal, Capabilities, Capability, Failure, Reply};

/// What the author wants of the task.
#[derive(Debug, Clone, Default)]
pub(crate) struct TaskWish {
    pub(crate) ttl: Option<Duration>,
    pub(crate) poll: Option<Duration>,
    pub(crate) status: Option<String>,
    /// Whether a client without tasks is refused.
    pub(crate) required: bool,
}

/// A `become_task!()` that a run has come to.
#[derive(Debug)]
pub(crate) struct TaskPoint {
    key: String,
    at: Location,
    wish: TaskWish,
}

/// What `become_task!()` learns when it is polled.
pub(crate) enum TaskReached {
    /// Whether the flow runs as a task from here on.
    Is(bool),
    /// It becomes one, or the round is over.
    Parked,
}

/// Makes a task of a flow, and of the task what the handler would have returned.
pub(super) type Launch<'l, R> = &'l mut (dyn FnMut(TaskStart) -> R + Send);

/// A flow on its way into a task.
#[doc(hidden)]
pub struct TaskStart {
    mrtr: Mrtr,
    function: &'static Function,
    state: FlowState,
    principal: Principal,
    capabilities: Capabilities,
    ttl: Duration,
    poll: Option<Duration>,
    status: Option<String>,
    place: TaskPlace,
}

impl Flow {
    /// Whether this flow runs as a task, or becomes one with this round.
    ///
    /// What the client could do when this was first asked stands, as with [`Flow::can`].
    pub(crate) fn reach_task(&self, claim: &Claim, wish: &TaskWish) -> TaskReached {
        let is_task = self.shared.facts.is_task;
        let can = is_task || self.can(Capability::Tasks);
        let declared = self.shared.facts.capabilities.has(Capability::Tasks);
        self.with(|journal| {
            if journal.is_parked(claim) {
                return TaskReached::Parked;
            }
            if std::mem::take(&mut journal.begins_task) {
                journal.go_on();
            }
            if is_task || (!can && !wish.required) {
                return TaskReached::Is(is_task);
            }
            if can && declared {
                journal.task.get_or_insert_with(|| TaskPoint {
                    key: claim.identity.key.clone(),
                    at: claim.at,
                    wish: wish.clone(),
                });
            } else {
                journal.stop(Stop::Missing(vec![Capability::Tasks]));
            }
            TaskReached::Parked
        })
    }

    /// A round that ends in a task has its place before its first capture: without one it is refused for now, and
    /// nothing may have been done in it that would be done again.
    pub(super) fn keep_task_place(
        &self,
        function: &Function,
        key: &str,
        at: Location,
    ) -> Result<(), Stop> {
        if !self.may_become_task() || !self.comes_to_its_task(function) {
            return Ok(());
        }
        let place = self.task_place(key, at)?;
        self.with(|journal| journal.task_place = Some(place));
        Ok(())
    }

    /// Where rounds count once, one that is sure to end in a task has its place ahead of the handler's first line: what stands
    /// between the last answer and `become_task!()` does not run for a request that may come again.
    ///
    /// An answer that says no may end the handler ahead of its task: it runs without, and spends its round.
    pub(super) fn begin_task(&self, function: &Function) -> Result<(), Stop> {
        match self.certain_task_place(function) {
            Ok(place) => self.with(|journal| journal.task_place = place),
            Err(_) if self.with(|journal| says_no(journal)) => {
                self.with(|journal| journal.has_effects = true);
            }
            Err(stop) => return Err(stop),
        }
        Ok(())
    }

    /// The place of a task that this round is sure to end in; none where it is not, or where the client waits for the result.
    fn certain_task_place(&self, function: &Function) -> Result<Option<TaskPlace>, Stop> {
        let Some((task, ahead)) = function.certain_task() else {
            return Ok(None);
        };
        let waits_for = |site: &Site| {
            site.kind == SiteKind::Url && site.unconditional && self.will_ask(function, site.key)
        };
        if !self.comes_to_its_task(function) || ahead.iter().any(waits_for) {
            return Ok(None);
        }
        let declared = self.shared.facts.capabilities.has(Capability::Tasks);
        let can = self.known_of_tasks().unwrap_or(declared);
        if !can && !task.needs.contains(&Capability::Tasks) {
            return Ok(None);
        }
        if !can || !declared {
            return Err(Stop::Missing(vec![Capability::Tasks]));
        }
        let file = function.file;
        let at = Location {
            file,
            line: task.line,
        };
        self.task_place(task.key, at).map(Some)
    }

    /// What the flow was told of tasks when it first asked.
    fn known_of_tasks(&self) -> Option<bool> {
        let number = Capability::Tasks.number();
        self.with(|journal| {
            let mut can = journal.can.iter();
            can.find(|(known, _)| *known == number).map(|(_, can)| *can)
        })
    }

    /// Whether `become_task!()` would end this round, which has no place yet.
    fn may_become_task(&self) -> bool {
        let is_free = self.with(|journal| {
            !journal.is_live && journal.task_place.is_none() && journal.open.is_empty()
        });
        let can = self.known_of_tasks().unwrap_or(true);
        is_free && can && self.shared.facts.capabilities.has(Capability::Tasks)
    }

    /// Whether every run comes by a `become_task!()`, and this one by no question ahead of it that is known of.
    fn comes_to_its_task(&self, function: &Function) -> bool {
        let Some(mut asks) = function.asks_ahead_of_task() else {
            return false;
        };
        let is_in_a_part = self.functions().len() > 1;
        if is_in_a_part && self.certain_ask().is_some() {
            return false;
        }
        let handler = self.of_handler();
        !asks.any(|key| handler.will_ask(function, key))
    }

    /// A place among the tasks that run at once.
    fn task_place(&self, key: &str, at: Location) -> Result<TaskPlace, Stop> {
        let (mrtr, limits) = (&self.shared.mrtr, self.limits());
        let full = match mrtr.task_place(self.shared.facts.principal_digest) {
            Ok(place) => return Ok(place),
            Err(full) => full,
        };
        let (reason, text) = match full {
            Full::All => ("tasks", texts::too_many_tasks(limits.tasks)),
            Full::OfOwner => (
                "tasks_per_caller",
                texts::too_many_tasks_of_caller(limits.tasks_per_caller),
            ),
        };
        let key = key.to_owned();
        Err(Stop::Busy {
            reason,
            text,
            key,
            at,
        })
    }

    /// Packs the flow for its task, if there is room for one more.
    pub(super) fn start_task(
        &self,
        function: &'static Function,
        point: TaskPoint,
    ) -> Result<TaskStart, Stop> {
        let TaskPoint { key, at, wish } = point;
        self.with(|journal| {
            let place = match journal.task_place.take() {
                Some(place) => place,
                None => self.task_place(&key, at)?,
            };
            let state = self.pack(function, journal, &[])?;
            Ok(TaskStart {
                mrtr: self.shared.mrtr.clone(),
                function,
                state,
                principal: self.shared.facts.principal.clone(),
                capabilities: self.shared.facts.capabilities,
                ttl: wish.ttl.unwrap_or(self.limits().flow_time),
                poll: wish.poll,
                status: wish.status,
                place,
            })
        })
    }
}

/// Whether one of the answers that came now says no, to a question or in it.
fn says_no(journal: &Journal) -> bool {
    let mut answers = journal.held.iter().skip(journal.brought);
    answers.any(|held| is_refusal(held.kind, &held.answer) || denies(&held.answer))
}

/// Whether a confirmation came back without its yes.
fn denies(answer: &Value) -> bool {
    answer.pointer("/content/confirm") == Some(&Value::Bool(false))
}

/// A place that a round keeps for the task that it may end in. What is left of it goes with the round, however it ends:
/// also if it is dropped, and though somebody keeps a clone of its flow.
pub(super) struct KeptPlace<'f>(&'f Flow);

impl<'f> KeptPlace<'f> {
    pub(super) const fn of(flow: &'f Flow) -> Self {
        Self(flow)
    }
}

impl Drop for KeptPlace<'_> {
    fn drop(&mut self) {
        let place = self.0.with(|journal| journal.task_place.take());
        drop(place);
    }
}

impl TaskStart {
    /// How long the task may take.
    #[must_use]
    pub fn ttl(&self) -> Duration {
        self.ttl
    }

    /// How often the client should look after it, where the author says so.
    #[must_use]
    pub fn poll(&self) -> Option<Duration> {
        self.poll
    }

    /// What the client is shown while it runs.
    #[must_use]
    pub fn status(&self) -> Option<&str> {
        self.status.as_deref()
    }

    /// The settings of its server.
    #[must_use]
    pub fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }

    /// The name of its handler.
    #[must_use]
    pub fn handler(&self) -> &'static str {
        self.function.name
    }

    /// Who began it.
    #[must_use]
    pub fn principal(&self) -> &Principal {
        &self.principal
    }

    /// Runs the flow to its end, in its task. `cancelled` ends with the task.
    pub async fn run<B, F>(
        self,
        dialog: &dyn Dialog,
        cancelled: CancelSignal,
        body: B,
    ) -> Reply<F::Output>
    where
        B: FnMut(Flow) -> F,
        F: Future,
    {
        let Self {
            mrtr,
            function,
            state,
            principal,
            capabilities,
            ttl,
            place,
            ..
        } = self;
        mrtr.count(Counter::Tasks, "");
        let now = millis(mrtr.clock().now());
        let (mut facts, mut journal) = restore(state, principal, capabilities);
        facts.is_task = true;
        journal.begins_task = true;
        facts.deadline = now.saturating_add(saturating_millis(ttl));
        let over = mrtr.clock().sleep(ttl);
        let flow = Flow::new(mrtr.clone(), facts, journal, Some(cancelled));
        let reply = before(over, flow.live(function, dialog, body)).await;
        drop(place);
        reply.unwrap_or_else(|| {
            mrtr.note_late_task(function.name);
            Reply::Failed(Failure::Tool(texts::TASK_TOO_LONG.to_owned()))
        })
    }
}

impl Mrtr {
    /// A task was ended since its time is over.
    pub(crate) fn note_late_task(&self, handler: &'static str) {
        let reason = "flow_time";
        tracing::warn!(handler, reason, "task took too long");
        self.count(Counter::Failed, reason);
    }
}

/// Prints nothing of what the flow holds.
impl fmt::Debug for TaskStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TaskStart").finish_non_exhaustive()
    }
}
