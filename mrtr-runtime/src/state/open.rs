//! From a flow's state to a token, and back with every check that a state must pass.

use std::time::Duration;

use super::{Digest, FlowState, OpenError, SealError, Sealer, payload};
use crate::Limits;

/// Room for a common state and its trailer; larger ones grow.
const COMMON_BYTES: usize = 1024;

/// What this request is, to be compared with what the state was made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Binding {
    pub(crate) principal: Digest,
    pub(crate) operation: Digest,
}

/// Seals a state into the token for `requestState`, of at most `limits.state_bytes`.
pub(crate) fn seal_state(
    sealer: &Sealer,
    state: &FlowState,
    limits: &Limits,
) -> Result<String, SealError> {
    let mut bytes = Vec::with_capacity(COMMON_BYTES);
    payload::encode(state, &mut bytes)?;
    sealer.seal(bytes, limits.state_bytes)
}

/// Whether [`seal_state`] would seal this state, as far as its size goes.
pub(crate) fn check_size(
    sealer: &Sealer,
    state: &FlowState,
    limits: &Limits,
) -> Result<(), SealError> {
    let mut bytes = Vec::with_capacity(COMMON_BYTES);
    payload::encode(state, &mut bytes)?;
    sealer.sealed_len(bytes.len(), limits.state_bytes).map(drop)
}

/// Opens a token that came as `requestState`. `now_ms` is the time in milliseconds since 1970.
pub(crate) fn open_state(
    sealer: &Sealer,
    token: &str,
    binding: &Binding,
    now_ms: u64,
    limits: &Limits,
) -> Result<FlowState, OpenError> {
    let bytes = sealer.open(token, limits.state_bytes)?;
    let state = payload::decode(&bytes).map_err(OpenError::Payload)?;
    check_times(&state, now_ms, limits.skew)?;
    check_binding(&state, binding)?;
    Ok(state)
}

fn check_times(state: &FlowState, now: u64, skew: Duration) -> Result<(), OpenError> {
    let skew = u64::try_from(skew.as_millis()).unwrap_or(u64::MAX);
    if state.issued_at > now.saturating_add(skew) {
        return Err(OpenError::IssuedInFuture);
    }
    // No round outlives its flow, so a state whose flow is over has expired, too.
    if now >= state.deadline {
        return Err(OpenError::PastDeadline);
    }
    if now >= state.expires_at {
        return Err(OpenError::Expired);
    }
    Ok(())
}

fn check_binding(state: &FlowState, binding: &Binding) -> Result<(), OpenError> {
    if state.principal != binding.principal {
        return Err(OpenError::Principal);
    }
    if state.operation != binding.operation {
        return Err(OpenError::Operation);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
