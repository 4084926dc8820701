//! Whether a flow can ask once more, before something runs whose result is of no use otherwise: a tool that a model
//! calls.

use super::suspend::Named;
use super::{Flow, Function, Location, Stop};
use crate::state::{FlowState, SealError, check_size};
use crate::wire::Capability;

impl Flow {
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
        // Where rounds count once, the questions are kept for a client that can answer them.
        if !function.single_use {
            self.check_capabilities(needs)?;
        }
        let ask = Some((self.full_key(key), at));
        self.check_requests(function, false, ask.clone())?;
        self.check_state(function, ask)
    }

    /// Whether what is recorded so far fits into a state. An old client's stays in its request.
    fn check_state(&self, function: &Function, ask: Named) -> Result<(), Stop> {
        let mrtr = &self.shared.mrtr;
        let state = self.with(|journal| {
            let empty = self.pack_nothing(function, journal.drops, ask)?;
            Ok((!journal.is_live).then(|| FlowState {
                can: journal.can.clone(),
                held: journal.held.clone(),
                records: journal.records.iter().cloned().collect(),
                ..empty
            }))
        })?;
        let Some(state) = state else { return Ok(()) };
        match check_size(mrtr.sealer(), &state, mrtr.limits()) {
            Err(SealError::TooLong { bytes, limit }) => {
                Err(self.state_too_long(&state, bytes, limit))
            }
            _ => Ok(()),
        }
    }
}
