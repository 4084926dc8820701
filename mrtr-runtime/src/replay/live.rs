//! Old clients: the rounds of a flow inside one request, with questions sent as requests (R16).

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::time::Duration;

use serde_json::Value;

use super::intake::{restore, take_answers, take_errors};
use super::refusal::haste;
use super::round::Round;
use super::suspend::Suspension;
use super::waiting::Waited;
use super::{Flow, Function, Note};
use crate::clock::{millis, saturating_millis};
use crate::counters::Counter;
use crate::mrtr::Mrtr;
use crate::places::{Full, OpenDialog};
use crate::state::{FlowState, Pending};
use crate::texts;
use crate::wire::{Answers, Failure, InputRequest, Reply, Request, check_limits};

/// Sends questions to a client that cannot be answered with `input_required`.
pub trait Dialog: Send + Sync {
    /// Asks all questions of one round, concurrently, and gives the results with their keys.
    ///
    /// The future is dropped when the round times out or the request is cancelled; questions that
    /// are still open are to be cancelled then.
    fn ask(&self, requests: Vec<(String, InputRequest)>) -> Answering<'_>;

    /// The pages of these questions are done: a client may still show that it waits for them.
    fn completed(&self, keys: Vec<String>) -> Completing<'_> {
        drop(keys);
        Box::pin(std::future::ready(()))
    }

    /// How far a task is ([`Flow::status`]), for whoever looks after it. Nothing is done by default.
    fn status(&self, message: String) {
        drop(message);
    }
}

/// Word to the client that pages are done.
pub type Completing<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// The results of the questions of one round.
pub type Answering<'a> =
    Pin<Box<dyn Future<Output = Result<Vec<DialogAnswer>, DialogError>> + Send + 'a>>;

/// The result of one question. `{:?}` shows nothing of what was answered.
#[derive(Clone, PartialEq)]
pub struct DialogAnswer {
    key: String,
    /// None if it is an error.
    result: Option<Value>,
    after: Option<Duration>,
}

impl fmt::Debug for DialogAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DialogAnswer")
            .field("key", &self.key)
            .field("after", &self.after)
            .finish_non_exhaustive()
    }
}

impl DialogAnswer {
    /// What the client sent for the question of a key.
    pub fn new(key: impl Into<String>, result: Value) -> Self {
        Self {
            key: key.into(),
            result: Some(result),
            after: None,
        }
    }

    /// That the client answered the question of a key with an error, as MCP 2025-11-25 has it where a person rejects a sample.
    ///
    /// The handler is told it of samples ([`SampleError::Rejected`](crate::SampleError)) and roots
    /// ([`Roots::is_rejected`](crate::Roots::is_rejected)), and what else is asked in the same round stands. Anything else that is
    /// answered by an error ends the call as [`DialogError::Client`] does: there is another answer that refuses it.
    pub fn error(key: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            result: None,
            after: None,
        }
    }

    /// How long after the question it came: a refusal may have come unseen ([`Refused::unseen`](crate::Refused)).
    #[must_use]
    pub fn after(mut self, after: Duration) -> Self {
        self.after = Some(after);
        self
    }

    #[cfg(all(test, feature = "rmcp"))]
    pub(crate) fn into_pair(self) -> (String, Option<Value>) {
        (self.key, self.result)
    }
}

/// Why a question to an old client has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DialogError {
    /// The client did not answer in time.
    TimedOut {
        /// The key of the question.
        key: String,
    },
    /// The client is gone.
    Closed,
    /// The client answered with an error.
    Client {
        /// The key of the question.
        key: String,
    },
}

impl DialogError {
    const fn reason(&self) -> &'static str {
        match self {
            Self::TimedOut { .. } => "not_answered",
            Self::Closed => "client_gone",
            Self::Client { .. } => "client_error",
        }
    }
}

impl fmt::Display for DialogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimedOut { key } => write!(f, "`{key}` was not answered in time"),
            Self::Closed => f.write_str("the client is gone"),
            Self::Client { key } => write!(f, "the client answered `{key}` with an error"),
        }
    }
}

impl std::error::Error for DialogError {}

impl Mrtr {
    /// Serves one request of an older client: suspend, ask, collect, replay.
    #[doc(hidden)]
    pub async fn serve_live<B, F>(
        &self,
        request: Request<'_>,
        function: &'static Function,
        dialog: &dyn Dialog,
        body: B,
    ) -> Reply<F::Output>
    where
        B: FnMut(Flow) -> F,
        F: Future,
    {
        let first = request.input_responses(None).request_state(None);
        let flow = match self.open(first) {
            Ok(flow) => flow,
            Err(failure) => return Reply::Failed(failure),
        };
        flow.live(function, dialog, body).await
    }
}

impl Flow {
    /// Runs the flow to its end: suspend, ask, collect, replay.
    pub(super) async fn live<B, F>(
        self,
        function: &'static Function,
        dialog: &dyn Dialog,
        mut body: B,
    ) -> Reply<F::Output>
    where
        B: FnMut(Self) -> F,
        F: Future,
    {
        let mut flow = self;
        let mut pages = Vec::new();
        let mut asked = false;
        loop {
            flow.with(|journal| journal.is_live = true);
            let handler = body(flow.clone());
            let round = flow.round(function, handler, None);
            let round = flow.tell_status(round, dialog).await;
            flow.tell_completed(&mut pages, dialog).await;
            match round {
                Round::Complete(value) => {
                    return Reply::Complete {
                        value,
                        retried: asked,
                    };
                }
                Round::Failed(failure) | Round::NotNow(failure) => return Reply::Failed(failure),
                Round::Suspended(suspension) => {
                    asked = true;
                    pages.extend(suspension.pages());
                    match flow.converse(function, suspension, dialog).await {
                        Ok(next) => flow = next,
                        Err(failure) => return Reply::Failed(failure),
                    }
                }
            }
        }
    }

    /// Asks the questions of a round and gives the flow of the next.
    async fn converse(
        &self,
        function: &Function,
        mut suspension: Box<Suspension>,
        dialog: &dyn Dialog,
    ) -> Result<Self, Failure> {
        self.count_asked(&suspension);
        let requests = suspension.requests();
        self.with(|journal| journal.notes.add(|| Note::Asked(requests.clone())));
        let first = requests
            .first()
            .map(|(key, _)| key.clone())
            .unwrap_or_default();
        let is_task = self.shared.facts.is_task;
        let open = (!is_task).then(|| self.open_dialog(function, &first));
        let _open = open.transpose()?;
        let limit = Duration::from_millis(
            suspension
                .state
                .expires_at
                .saturating_sub(suspension.state.issued_at),
        );
        let answers = self.timed(limit, dialog.ask(requests)).await;
        let answers = match answers {
            Waited::Ready(Ok(answers)) => answers,
            Waited::Ready(Err(error)) => return Err(self.refuse(function, &error)),
            Waited::TimedOut => {
                let limit = over(&suspension.state);
                self.log_unanswered(function, &DialogError::TimedOut { key: first.clone() });
                return Err(Failure::Tool(texts::not_answered(&first, Some(limit))));
            }
            Waited::Cancelled => return Err(self.cancelled(function)),
        };
        self.next(function, suspension, answers)
    }

    /// A place among the dialogs that are open at once.
    fn open_dialog(&self, function: &Function, first: &str) -> Result<OpenDialog<'_>, Failure> {
        let caller = self.shared.facts.principal_digest;
        self.shared.mrtr.open_dialog(caller).map_err(|full| {
            let reason = match full {
                Full::All => "open_dialogs",
                Full::OfOwner => "open_dialogs_per_caller",
            };
            tracing::warn!(handler = function.name, reason, "too many dialogs are open");
            self.count(Counter::Failed, reason);
            Failure::Tool(match full {
                Full::All => texts::too_many_dialogs(first),
                Full::OfOwner => texts::too_many_dialogs_of_caller(first),
            })
        })
    }

    /// Tells how far the handler says to be, while it runs.
    async fn tell_status<R>(&self, round: impl Future<Output = R>, dialog: &dyn Dialog) -> R {
        let mut round = pin!(round);
        poll_fn(|context| {
            let polled = round.as_mut().poll(context);
            if let Some(status) = self.with(|journal| journal.status.take()) {
                dialog.status(status);
            }
            polled
        })
        .await
    }

    /// Tells the client which of the pages that it was asked for are done.
    async fn tell_completed(&self, pages: &mut Vec<Pending>, dialog: &dyn Dialog) {
        let finished = self.with(|journal| std::mem::take(&mut journal.finished));
        let is_done = |page: &mut Pending| finished.contains(&page.identity);
        let mut done: Vec<_> = pages
            .extract_if(.., is_done)
            .map(|page| page.wire_key)
            .collect();
        // Each was asked for in every round of its wait.
        done.sort_unstable();
        done.dedup();
        if !done.is_empty() {
            dialog.completed(done).await;
        }
    }

    fn log_unanswered(&self, function: &Function, error: &DialogError) {
        let (handler, round) = (function.name, self.shared.facts.request);
        let reason = error.reason();
        tracing::warn!(handler, round, reason, %error, "question to an old client not answered");
        self.count(Counter::Failed, reason);
    }

    fn refuse(&self, function: &Function, error: &DialogError) -> Failure {
        self.log_unanswered(function, error);
        match error {
            DialogError::TimedOut { key } => Failure::Tool(texts::not_answered(key, None)),
            DialogError::Client { key } => Failure::Tool(texts::client_failed(key)),
            DialogError::Closed => Failure::internal(),
        }
    }

    /// The flow of the next round, without a token: the state stays in this request's frame.
    fn next(
        &self,
        function: &Function,
        suspension: Box<Suspension>,
        answers: Vec<DialogAnswer>,
    ) -> Result<Self, Failure> {
        let facts = &self.shared.facts;
        if millis(self.shared.mrtr.clock().now()) >= suspension.state.expires_at {
            let pending = suspension.state.pending.first();
            let key = pending.map_or("", |pending| &pending.wire_key);
            let (handler, reason) = (function.name, over(&suspension.state));
            tracing::warn!(
                handler,
                round = facts.request,
                reason,
                key,
                "answered too late"
            );
            self.count(Counter::Failed, reason);
            return Err(Failure::Tool(texts::too_late(key, reason)));
        }
        let (mut next, mut journal) = restore(
            suspension.state,
            facts.principal.clone(),
            facts.capabilities,
        );
        next.is_task = facts.is_task;
        let Came {
            answers,
            errors,
            times,
        } = apart(answers);
        check_limits(&answers, self.limits())
            .map_err(|over| self.refuse_answers(function, over.limit, over.text))?;
        let now = millis(self.shared.mrtr.clock().now());
        let since = |pending: &Pending| {
            let after = times.get(&pending.wire_key);
            pending
                .since
                .or(after.map(|after| now.saturating_sub(*after)))
        };
        let haste = |since| haste(since, now, self.limits());
        take_answers(&mut journal, answers, since, haste)
            .map_err(|wrong| self.refuse_answers(function, "wrong_kind", wrong.0))?;
        take_errors(&mut journal, &errors)
            .map_err(|key| self.refuse(function, &DialogError::Client { key }))?;
        // What comes with its answer was shown to nobody: in a task that no client has looked at.
        journal.shown.retain(|shown| shown.since < now);
        let cancelled = self.take_cancelled();
        Ok(Self::new(
            self.shared.mrtr.clone(),
            next,
            journal,
            cancelled,
        ))
    }
}

/// What came of the questions of a round.
#[derive(Default)]
struct Came {
    /// The answers as a retry would bring them.
    answers: Answers,
    /// The keys of the questions that were answered by an error.
    errors: HashSet<String>,
    /// After how many milliseconds each came.
    times: HashMap<String, u64>,
}

fn apart(answers: Vec<DialogAnswer>) -> Came {
    let mut came = Came::default();
    for DialogAnswer { key, result, after } in answers {
        if let Some(after) = after {
            came.times.insert(key.clone(), saturating_millis(after));
        }
        match result {
            Some(result) => drop(came.answers.insert(key, result)),
            None => drop(came.errors.insert(key)),
        }
    }
    came
}

/// Which limit ends a state: the time of its round, or that of the whole flow.
fn over(state: &FlowState) -> &'static str {
    if state.expires_at == state.deadline {
        "flow_time"
    } else {
        "ttl"
    }
}
