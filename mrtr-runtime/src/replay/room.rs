//! Whether a flow can go on, before something runs whose result is of no use otherwise: a capture, or a tool that a
//! model calls.

use super::suspend::{Named, needs, pending};
use super::{Claim, Flow, Function, Location, Stop};
use crate::state::{FlowState, Identity, SealError, check_size};
use crate::wire::Capability;

impl Flow {
    /// Whether a capture may be evaluated: what was recorded before it fits into a state, and the asks that are known
    /// to go with it can be sent.
    pub(super) fn check_capture(&self, claim: &Claim) -> Result<(), Stop> {
        let Some(function) = self.functions().first() else {
            return Ok(());
        };
        self.check_open_asks(function)?;
        if let Some((ask, needed)) = self.certain_ask() {
            self.check_ask(function, ask, vec![needed])?;
        }
        self.check_state(function)?;
        self.keep_task_place(function, &claim.identity.key, claim.at)
    }

    /// Whether an ask with these needs can follow in this round, as far as it is known before what it will say.
    pub(crate) fn check_room(
        &self,
        key: &str,
        at: Location,
        needs: Vec<Capability>,
    ) -> Result<(), Stop> {
        let Some(function) = self.functions().first() else {
            return Ok(());
        };
        self.check_ask(function, Some((self.full_key(key), at)), needs)
    }

    fn check_ask(
        &self,
        function: &Function,
        ask: Named,
        needs: Vec<Capability>,
    ) -> Result<(), Stop> {
        // Where rounds count once, the questions are kept for a client that can answer them, if there may be one.
        if !function.single_use || self.shared.mrtr.is_unattended() {
            self.check_capabilities(needs)?;
        }
        self.check_requests(function, false, ask.clone())?;
        self.check_time(ask)
    }

    /// Whether the questions that are open already can be sent.
    fn check_open_asks(&self, function: &Function) -> Result<(), Stop> {
        self.with(|journal| {
            let Some(first) = journal.open.first() else {
                return Ok(());
            };
            let ask = Some((first.pending.wire_key.clone(), first.at));
            self.check_ask(function, ask, needs(&journal.open))?;
            self.check_asks(function, journal)
        })
    }

    /// An ask that the handler or the part around comes by in any case, and has no answer to.
    pub(super) fn certain_ask(&self) -> Option<(Named, Capability)> {
        let own = self.functions().last()?;
        let mut asks = own.preflight.iter();
        let (key, needed) = asks.find(|(key, _)| !key.is_empty() && self.will_ask(own, key))?;
        let ask = own.place_of(key).map(|at| (self.full_key(key), at));
        Some((ask, *needed))
    }

    /// Whether nothing came for an ask that its function comes by in any case.
    pub(super) fn will_ask(&self, function: &Function, key: &str) -> bool {
        if function.has_own_of(key) {
            return self.may_ask(key);
        }
        let identity = Identity {
            key: self.full_key(key),
            of: self.full_of(None),
            occurrence: 1,
        };
        self.with(|journal| !journal.has_answer_to(&identity))
    }

    /// Whether what is recorded so far fits into a state.
    fn check_state(&self, function: &Function) -> Result<(), Stop> {
        match self.state_so_far(function) {
            Some(state) => self.check_fit(&state),
            None => Ok(()),
        }
    }

    pub(super) fn check_fit(&self, state: &FlowState) -> Result<(), Stop> {
        match self.excess_of(state) {
            Some((bytes, limit)) => Err(self.state_too_long(state, bytes, limit)),
            None => Ok(()),
        }
    }

    /// The bytes of a state that is too long, and how many are allowed.
    pub(super) fn excess_of(&self, state: &FlowState) -> Option<(usize, usize)> {
        let mrtr = &self.shared.mrtr;
        match check_size(mrtr.sealer(), state, mrtr.limits()) {
            Err(SealError::TooLong { bytes, limit }) => Some((bytes, limit)),
            _ => None,
        }
    }

    /// What a state would hold if the round ended here. An old client's stays in its request.
    pub(super) fn state_so_far(&self, function: &Function) -> Option<FlowState> {
        self.with(|journal| {
            (!journal.is_live).then(|| FlowState {
                can: journal.can.clone(),
                pending: journal
                    .open
                    .iter()
                    .map(|ask| pending(function, ask))
                    .collect(),
                held: journal.held.clone(),
                records: journal.records.iter().cloned().collect(),
                ..self.pack_nothing(function, journal.drops)
            })
        })
    }
}
