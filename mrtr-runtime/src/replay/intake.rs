//! Opens a request: from what the client sent to a flow that can run.

use std::collections::HashSet;

use serde_json::Value;

use super::Function;
use super::flow::{Brought, Facts, Flow};
use super::journal::{Journal, Shown};
use super::refusal::{haste, is_refusal};
use super::strip::strip;
use crate::clock::millis;
use crate::counters::Counter;
use crate::mrtr::Mrtr;
use crate::state::{
    Binding, Digest, FlowState, Haste, Held, Kind, OpenError, Pending, Principal, open_state,
    well_formed_key_id,
};
use crate::texts;
use crate::wire::{
    Answers, Capability, Failure, Method, OverLimit, Request, Shape, check_limits, check_shape,
};

impl Mrtr {
    /// Opens a request, for a handler without an SDK: `handler(&mrtr.open(request)?, ..).await`.
    ///
    /// # Errors
    ///
    /// What the client is to be told: a `requestState` that does not open, answers that are over a
    /// limit or of the wrong kind, a request without a principal.
    pub fn open(&self, mut request: Request<'_>) -> Result<Flow, Failure> {
        if !request.is_checked {
            let (answers, token) = (&request.input_responses, &request.request_state);
            self.check_brought(request.method, answers.as_ref(), token.as_deref(), false)?;
        }
        let Some(principal) = request.principal.take() else {
            return Err(self.refuse_nobody(&request));
        };
        if self.is_unattended() {
            request.capabilities = request.capabilities.without_a_person();
        }
        let operation = request.operation().map_err(|error| {
            self.refuse(
                request.method.as_str(),
                "arguments_depth",
                error.to_string(),
            )
        })?;
        let opening = Opening {
            mrtr: self,
            principal_digest: principal.digest(),
            operation,
        };
        match request.request_state.take() {
            None => opening.first(request, principal),
            Some(token) => opening.retry(&token, request, principal),
        }
    }

    /// What is seen of a request by a look at what it brings, before anything is worked out, asked or opened for it.
    ///
    /// Without a state, answers are for nobody, unless the handler is known to take `unsolicited` ones.
    pub(crate) fn check_brought(
        &self,
        method: Method,
        answers: Option<&Answers>,
        token: Option<&str>,
        unsolicited: bool,
    ) -> Result<(), Failure> {
        let limits = self.limits();
        if let Some(answers) = answers.filter(|_| token.is_some() || unsolicited) {
            check_limits(answers, limits)
                .map_err(|over| self.refuse(method.as_str(), over.limit, over.text))?;
        }
        match token {
            Some(token) if token.len() > limits.state_bytes => {
                Err(self.refuse_state(method, token, OpenError::TooLong))
            }
            _ => Ok(()),
        }
    }

    /// From a token that did not open, only reason, length and a well-formed key id are logged.
    fn refuse_state(&self, method: Method, token: &str, error: OpenError) -> Failure {
        tracing::warn!(
            method = method.as_str(),
            reason = error.reason(),
            bytes = token.len(),
            key_id = well_formed_key_id(token),
            "requestState refused"
        );
        self.count_bad_state(error.reason());
        Failure::bad_state()
    }

    /// An identity that vanished is a mismatch like any other.
    fn refuse_nobody(&self, request: &Request<'_>) -> Failure {
        let (method, reason) = (request.method.as_str(), "no_principal");
        tracing::error!(method, reason, "request without a principal");
        if request.request_state.is_none() {
            self.count(Counter::Failed, reason);
            return Failure::internal();
        }
        self.count_bad_state(reason);
        Failure::bad_state()
    }

    pub(crate) fn count_bad_state(&self, reason: &str) {
        self.count(Counter::StatesRefused, reason);
        self.count(Counter::Failed, "state_refused");
    }

    /// Refuses params by a text that holds nothing of them.
    pub(crate) fn refuse(
        &self,
        method: &'static str,
        reason: &'static str,
        text: String,
    ) -> Failure {
        tracing::warn!(method, reason, "request refused");
        self.count(Counter::Failed, reason);
        Failure::invalid_params(text)
    }
}

/// A request on its way to a flow.
struct Opening<'m> {
    mrtr: &'m Mrtr,
    principal_digest: Digest,
    operation: Digest,
}

impl Opening<'_> {
    /// A first request. Its answers are for nobody, unless the handler takes them (R5).
    fn first(&self, request: Request<'_>, principal: Principal) -> Result<Flow, Failure> {
        let now = millis(self.mrtr.clock().now());
        let flow_time = crate::clock::saturating_millis(self.mrtr.limits().flow_time);
        let (flow_id, seed) = (random(self.mrtr)?, random(self.mrtr)?);
        self.mrtr.count(Counter::Flows, "");
        let facts = Facts {
            flow_id,
            seed,
            started_at: now,
            deadline: now.saturating_add(flow_time),
            brought: None,
            request: 1,
            made_by: None,
            principal,
            principal_digest: self.principal_digest,
            operation: self.operation,
            capabilities: request.capabilities,
            retried: request.input_responses.is_some(),
            is_task: false,
        };
        let mut journal = Journal::default();
        journal.unsolicited = request.input_responses;
        Ok(Flow::new(
            self.mrtr.clone(),
            facts,
            journal,
            request.cancelled,
        ))
    }

    fn retry(
        &self,
        token: &str,
        mut request: Request<'_>,
        principal: Principal,
    ) -> Result<Flow, Failure> {
        let limits = self.mrtr.limits();
        let binding = Binding {
            principal: self.principal_digest,
            operation: self.operation,
        };
        let now = millis(self.mrtr.clock().now());
        let method = request.method;
        let state = open_state(self.mrtr.sealer(), token, &binding, now, limits)
            .map_err(|error| self.mrtr.refuse_state(method, token, error))?;
        let answers = request.input_responses.take().unwrap_or_default();
        let issued_at = state.issued_at;
        let (facts, mut journal) = restore(state, principal, request.capabilities);
        let since = |pending: &Pending| Some(pending.since.unwrap_or(issued_at));
        take_answers(&mut journal, answers, since, |since| {
            haste(since, now, limits)
        })
        .map_err(|wrong| self.mrtr.refuse(method.as_str(), "wrong_kind", wrong.0))?;
        Ok(Flow::new(
            self.mrtr.clone(),
            facts,
            journal,
            request.cancelled,
        ))
    }
}

/// What a state says, split into what stays and what the run works on.
pub(super) fn restore(
    state: FlowState,
    principal: Principal,
    capabilities: crate::wire::Capabilities,
) -> (Facts, Journal) {
    let facts = Facts {
        flow_id: state.flow_id,
        seed: state.seed,
        started_at: state.started_at,
        deadline: state.deadline,
        brought: Some(Brought {
            issued_at: state.issued_at,
            expires_at: state.expires_at,
        }),
        request: state.requests.saturating_add(1),
        made_by: Some(state.function),
        principal,
        principal_digest: state.principal,
        operation: state.operation,
        capabilities,
        retried: true,
        is_task: false,
    };
    let mut journal = Journal::of_records(state.records);
    journal.shown = held_since(&state.held, state.started_at);
    journal.held = state.held;
    journal.unanswered = state.pending;
    journal.drops = state.drops;
    journal.can = state.can;
    journal.is_replaying = true;
    (facts, journal)
}

/// What is held was asked and answered in an earlier round. Which one is not kept, and somebody may have read it.
fn held_since(held: &[Held], since: u64) -> Vec<Shown> {
    let shown = |held: &Held| Shown {
        identity: held.identity.clone(),
        question: held.question,
        since,
    };
    held.iter().map(shown).collect()
}

/// Moves the answers of pending questions into the flow (R5, R6); all others are ignored.
///
/// `since` says since when a question can be read, where that is known, and `haste` what it is for an answer that comes now.
pub(super) fn take_answers(
    journal: &mut Journal,
    mut answers: Answers,
    since: impl Fn(&Pending) -> Option<u64>,
    haste: impl Fn(u64) -> Haste,
) -> Result<(), WrongKind> {
    let mut unanswered = Vec::new();
    journal.brought = journal.held.len();
    for pending in std::mem::take(&mut journal.unanswered) {
        let since = since(&pending);
        journal.shown.extend(since.map(|since| Shown {
            identity: pending.identity.clone(),
            question: pending.question,
            since,
        }));
        let Some(answer) = answers.remove(&pending.wire_key) else {
            unanswered.push(pending);
            continue;
        };
        match check_shape(pending.kind, &answer) {
            Shape::Answer => {
                let haste = since.and_then(&haste);
                journal.held.push(hold(pending, answer, haste));
            }
            Shape::Unanswered => unanswered.push(pending),
            Shape::Wrong => return Err(wrong_kind(&pending)),
        }
    }
    journal.unanswered = unanswered;
    journal.is_answered = journal.held.len() > journal.brought;
    Ok(())
}

/// Moves into the flow that a client answered a question by an error, where a handler is told it; else the key of one where
/// it is not.
///
/// Only an old client can, whose flow stays in its request: an answer that is null stands for an error there, and nowhere else.
pub(super) fn take_errors(journal: &mut Journal, keys: &HashSet<String>) -> Result<(), String> {
    let is_error = |pending: &mut Pending| keys.contains(&pending.wire_key);
    for pending in journal.unanswered.extract_if(.., is_error) {
        if !matches!(pending.kind, Kind::Sample | Kind::Roots) {
            return Err(pending.wire_key);
        }
        journal.held.push(hold(pending, Value::Null, None));
        journal.is_answered = true;
    }
    Ok(())
}

fn hold(pending: Pending, answer: Value, haste: Haste) -> Held {
    let answer = strip(answer, pending.kind, &pending.members);
    Held {
        haste: haste.filter(|_| is_refusal(pending.kind, &answer)),
        identity: pending.identity,
        kind: pending.kind,
        question: pending.question,
        retries: pending.retries,
        answer,
    }
}

/// An answer under a pending key that is no result of what was asked, and what the client is told.
pub(super) struct WrongKind(pub(super) String);

fn wrong_kind(pending: &Pending) -> WrongKind {
    WrongKind(texts::wrong_kind(&pending.wire_key, pending.kind.method()))
}

/// An id, a seed or a fence.
pub(super) fn random(mrtr: &Mrtr) -> Result<[u8; 16], Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| {
        let reason = "no_randomness";
        mrtr.count(Counter::Failed, reason);
        tracing::error!(reason, %error, "no randomness from the operating system");
        Failure::internal()
    })?;
    Ok(bytes)
}

/// An id that nobody else has: 32 hexadecimal digits.
#[cfg(feature = "rmcp")]
pub(crate) fn random_id(mrtr: &Mrtr) -> Result<String, Failure> {
    random(mrtr).map(|bytes| Flow::id_of(&bytes))
}

impl Flow {
    /// What depends on the handler: its options, its fingerprint, and what it needs of the client.
    pub(super) fn prepare(&self, function: &'static Function) -> Result<(), Failure> {
        if function.single_use && self.shared.mrtr.store().is_none() {
            let reason = "no_store";
            tracing::error!(
                handler = function.name,
                reason,
                "`single_use` needs a store: Mrtr::builder().store(..)"
            );
            self.count(Counter::Failed, reason);
            return Err(Failure::internal());
        }
        let facts = &self.shared.facts;
        self.with(|journal| {
            if let Some(made_by) = facts.made_by {
                journal.drops = if made_by == function.id {
                    journal.drops
                } else {
                    0
                };
            }
            take_unsolicited(journal, function, self.limits())
        })
        .map_err(|over| self.refuse_answers(function, over.limit, over.text))?;
        self.preflight(function)
    }

    /// Gates the asks that every run comes by before the first line of a handler that captures.
    fn preflight(&self, function: &'static Function) -> Result<(), Failure> {
        let capabilities = &self.shared.facts.capabilities;
        let asks = function.preflight.iter();
        let missing: Vec<Capability> = asks
            .filter(|(key, needed)| !capabilities.has(*needed) && self.may_ask(key))
            .map(|(_, needed)| *needed)
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        Err(self.missing_capabilities(function, missing))
    }

    pub(super) fn missing_capabilities(
        &self,
        function: &Function,
        missing: Vec<Capability>,
    ) -> Failure {
        self.stopped(function, &self.missing(missing))
    }

    /// Refuses the answers of this round.
    pub(super) fn refuse_answers(
        &self,
        function: &Function,
        reason: &'static str,
        text: String,
    ) -> Failure {
        let (handler, round) = (function.name, self.shared.facts.request);
        tracing::warn!(handler, round, reason, "request refused");
        self.count(Counter::Failed, reason);
        Failure::invalid_params(text)
    }

    /// Whether nothing came for this key yet. One that only the body knows is empty here: it is
    /// taken for open in the first request alone.
    pub(super) fn may_ask(&self, key: &str) -> bool {
        if key.is_empty() {
            return self.shared.facts.made_by.is_none();
        }
        let key = self.full_key(key);
        self.with(|journal| !journal.knows(&key))
    }
}

/// R5: answers without a state count only for a handler that says so.
fn take_unsolicited(
    journal: &mut Journal,
    function: &Function,
    limits: &crate::Limits,
) -> Result<(), OverLimit> {
    match &journal.unsolicited {
        Some(answers) if function.unsolicited => check_limits(answers, limits),
        _ => {
            journal.unsolicited = None;
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests;
