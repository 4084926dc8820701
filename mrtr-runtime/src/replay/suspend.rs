//! Ends a round with its open questions: gates them, counts them, and packs what the flow needs to
//! go on.

use super::journal::{Journal, OpenAsk};
use super::{Flow, Function, Location, Stop};
use crate::clock::{millis, saturating_millis};
use crate::limits::Limits;
use crate::state::{FlowState, Kind, Pending};
use crate::texts;
use crate::wire::{Capability, InputRequest};

/// The open questions of a round, and the state of the flow behind them.
pub(super) struct Suspension {
    pub(super) asks: Vec<OpenAsk>,
    pub(super) state: FlowState,
}

/// When it is looked at whether the client can answer the questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gate {
    /// Before anything is sealed.
    Now,
    /// By whoever sends the reply, which is kept for a repeat by another client.
    Later,
}

impl Suspension {
    /// What the questions need of a client, each once.
    pub(super) fn needs(&self) -> Vec<Capability> {
        needs(&self.asks)
    }

    /// The questions whose answers are done elsewhere.
    pub(super) fn pages(&self) -> Vec<Pending> {
        let pages = self.asks.iter().map(|ask| &ask.pending);
        let pages = pages.filter(|pending| pending.kind == Kind::Url);
        pages.cloned().collect()
    }

    pub(super) fn requests(&mut self) -> Vec<(String, InputRequest)> {
        let take = |ask: OpenAsk| (ask.pending.wire_key, ask.request);
        std::mem::take(&mut self.asks)
            .into_iter()
            .map(take)
            .collect()
    }
}

impl Flow {
    /// Suspends the flow, if its round may.
    pub(super) fn suspend(
        &self,
        function: &'static Function,
        gate: Gate,
    ) -> Result<Suspension, Stop> {
        self.with(|journal| {
            if gate == Gate::Now {
                self.check_capabilities(needs(&journal.open))?;
            }
            self.check_asks(function, journal)?;
            let asks = std::mem::take(&mut journal.open);
            let state = self.pack(function, journal, &asks)?;
            Ok(Suspension { asks, state })
        })
    }

    /// What the asks of this round need and this request does not declare.
    pub(super) fn check_capabilities(&self, mut missing: Vec<Capability>) -> Result<(), Stop> {
        let declared = &self.shared.facts.capabilities;
        missing.retain(|needed| !declared.has(*needed));
        if missing.is_empty() {
            return Ok(());
        }
        Err(self.missing(missing))
    }

    /// Why what needs these capabilities is not asked.
    pub(super) fn missing(&self, missing: Vec<Capability>) -> Stop {
        if self.shared.mrtr.is_unattended() && missing.iter().any(|one| one.needs_a_person()) {
            return Stop::Unattended;
        }
        Stop::Missing(missing)
    }

    pub(super) fn check_asks(&self, function: &Function, journal: &Journal) -> Result<(), Stop> {
        let limits = self.limits();
        check_count(&journal.open, limits)?;
        journal
            .open
            .iter()
            .try_for_each(|ask| check_message(ask, limits))?;
        // Its round is given back, so it does not count. The first request has none, nor has one of an old client.
        let has_round = self.shared.facts.brought.is_some() && !journal.is_live;
        let is_free = function.single_use && has_round && journal.came_by_again();
        self.check_requests(function, is_free, named(journal.open.first()))
    }

    /// One more interim reply must leave room for the request that answers it.
    pub(super) fn check_requests(
        &self,
        function: &Function,
        is_free: bool,
        ask: Named,
    ) -> Result<(), Stop> {
        let limit = function.max_requests.unwrap_or(self.limits().requests);
        let request = self.shared.facts.request;
        if request.saturating_sub(u32::from(is_free)) < limit {
            return Ok(());
        }
        Err(end("requests", ask, |key| {
            texts::too_many_requests(key, limit)
        }))
    }

    pub(super) fn pack(
        &self,
        function: &Function,
        journal: &mut Journal,
        asks: &[OpenAsk],
    ) -> Result<FlowState, Stop> {
        self.check_time(named(asks.first()))?;
        let empty = self.pack_nothing(function, journal.drops);
        Ok(FlowState {
            can: std::mem::take(&mut journal.can),
            pending: asks.iter().map(|ask| pending(function, ask)).collect(),
            held: std::mem::take(&mut journal.held),
            records: journal.records.take(),
            ..empty
        })
    }

    /// Whether the flow has time left for the `ask` that is to be sent.
    pub(super) fn check_time(&self, ask: Named) -> Result<(), Stop> {
        if millis(self.shared.mrtr.clock().now()) < self.shared.facts.deadline {
            return Ok(());
        }
        Err(end("flow_time", ask, |key| {
            texts::too_late(key, "flow_time")
        }))
    }

    /// A state without entries.
    pub(super) fn pack_nothing(&self, function: &Function, drops: u32) -> FlowState {
        let facts = &self.shared.facts;
        let now = millis(self.shared.mrtr.clock().now());
        let ttl = saturating_millis(function.ttl.unwrap_or(self.limits().ttl));
        // In a task nobody holds a token: a question stands for as long as the task does.
        let ttl = if facts.is_task { u64::MAX } else { ttl };
        FlowState {
            function: function.id,
            flow_id: facts.flow_id,
            seed: facts.seed,
            started_at: facts.started_at,
            issued_at: now,
            expires_at: now.saturating_add(ttl).min(facts.deadline),
            deadline: facts.deadline,
            requests: facts.request,
            drops,
            can: Vec::new(),
            principal: facts.principal_digest,
            operation: facts.operation,
            pending: Vec::new(),
            held: Vec::new(),
            records: Vec::new(),
        }
    }
}

/// The ask that an error names.
pub(super) type Named = Option<(String, Location)>;

fn named(ask: Option<&OpenAsk>) -> Named {
    ask.map(|ask| (ask.pending.wire_key.clone(), ask.at))
}

/// Where rounds count once, a state knows what an answer may hold.
pub(super) fn pending(function: &Function, ask: &OpenAsk) -> Pending {
    let mut pending = ask.pending.clone();
    if let (true, InputRequest::Elicit { form, .. }) = (function.single_use, &ask.request) {
        let names = form.fields().iter().map(|field| field.name().to_owned());
        pending.members = names.collect();
    }
    pending
}

pub(super) fn needs(asks: &[OpenAsk]) -> Vec<Capability> {
    let needed = asks.iter().flat_map(|ask| &ask.capabilities);
    let mut needed: Vec<_> = needed.copied().collect();
    needed.sort_unstable();
    needed.dedup();
    needed
}

fn check_count(asks: &[OpenAsk], limits: &Limits) -> Result<(), Stop> {
    let (count, limit) = (asks.len(), limits.asks_per_round);
    if count <= limit {
        return Ok(());
    }
    Err(end("asks_per_round", named(asks.get(limit)), |key| {
        texts::too_many_asks(key, count, limit)
    }))
}

fn check_message(ask: &OpenAsk, limits: &Limits) -> Result<(), Stop> {
    let (InputRequest::Elicit { message, .. } | InputRequest::ElicitUrl { message, .. }) =
        &ask.request
    else {
        return Ok(());
    };
    let bytes = message.len().saturating_sub(ask.reason_bytes);
    let limit = limits.message_bytes;
    if bytes <= limit {
        return Ok(());
    }
    Err(end("message_bytes", named(Some(ask)), |key| {
        texts::message_too_long(key, bytes, limit)
    }))
}

fn end(reason: &'static str, ask: Named, text: impl FnOnce(&str) -> String) -> Stop {
    let (key, at) = ask.unzip();
    let key = key.unwrap_or_default();
    Stop::Ended {
        reason,
        text: text(&key),
        key,
        at,
    }
}
