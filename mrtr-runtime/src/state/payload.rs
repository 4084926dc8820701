//! The bytes of a flow's state: compact, and exactly one encoding for each state. Byte by byte they are in
//! `docs/STATE-FORMAT.md`.
//!
//! ```text
//! version 1, function (fingerprint, version), flow id, seed,
//! started, issued - started, expires - issued, deadline - started,
//! requests, drops, [can], principal, operation, [pending], [held], [records]
//! ```
//!
//! Numbers are varints in their shortest form, lists and texts carry their length, JSON values are
//! in the binary form of `value.rs`. Whatever is not the encoding of some state is refused, so that
//! `encode(decode(bytes)) == bytes`, but for the order of an object's members in a build that sorts them.

use std::{collections::HashSet, hash::Hash};

use serde_json::Value;

use super::{FlowState, Identity};

mod bytes;
mod entries;
mod functions;
mod value;

use bytes::{Reader, put_count, put_varint};
use functions::{Functions, put_function, read_function};

const VERSION: u8 = 1;

/// The longest list whose names are compared pair by pair.
const PAIRWISE: usize = 16;

/// Why bytes are not a payload. The bytes were authenticated before, so this is a bug or another
/// version's state, never a client's doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PayloadError {
    #[error("version that this build does not know")]
    Version,
    #[error("ends too early")]
    Truncated,
    #[error("goes on after its end")]
    Trailing,
    #[error("number not in its shortest form, or too large")]
    Number,
    #[error("more entries than bytes")]
    Count,
    #[error("unknown tag")]
    Tag,
    #[error("text that is not UTF-8")]
    Utf8,
    #[error("two entries of one name")]
    Duplicate,
    #[error("value nested too deeply")]
    Depth,
}

/// A value that is nested too deeply to travel: the one reason that a state does not encode.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the value of `{key}` is nested deeper than {} levels",
    value::MAX_DEPTH
)]
pub(crate) struct ValueTooDeep {
    pub(crate) key: String,
}

/// Appends the encoding of `state`.
pub(crate) fn encode(state: &FlowState, out: &mut Vec<u8>) -> Result<(), ValueTooDeep> {
    out.push(VERSION);
    put_function(out, state.function);
    out.extend_from_slice(&state.flow_id);
    out.extend_from_slice(&state.seed);
    put_times(out, state);
    put_varint(out, state.requests.into());
    put_varint(out, state.drops.into());
    put_can(out, &state.can);
    out.extend_from_slice(&state.principal);
    out.extend_from_slice(&state.operation);
    put_lists(out, state)
}

fn put_lists(out: &mut Vec<u8>, state: &FlowState) -> Result<(), ValueTooDeep> {
    put_count(out, state.pending.len());
    for pending in &state.pending {
        entries::put_pending(out, pending, state.issued_at);
    }
    put_count(out, state.held.len());
    for held in &state.held {
        entries::put_held(out, held)?;
    }
    let mut functions = Functions::new(state.function);
    put_count(out, state.records.len());
    for record in &state.records {
        entries::put_record(out, record, &mut functions)?;
    }
    Ok(())
}

/// Reads the encoding of a state, all of it.
pub(crate) fn decode(bytes: &[u8]) -> Result<FlowState, PayloadError> {
    let mut reader = Reader::new(bytes);
    if reader.byte()? != VERSION {
        return Err(PayloadError::Version);
    }
    let state = read_state(&mut reader)?;
    reader.end()?;
    check_names(&state)?;
    Ok(state)
}

fn read_state(reader: &mut Reader<'_>) -> Result<FlowState, PayloadError> {
    let function = read_function(reader)?;
    let (flow_id, seed) = (reader.array()?, reader.array()?);
    let [started_at, issued_at, expires_at, deadline] = read_times(reader)?;
    let mut functions = Functions::new(function);
    Ok(FlowState {
        function,
        flow_id,
        seed,
        started_at,
        issued_at,
        expires_at,
        deadline,
        requests: reader.u32()?,
        drops: reader.u32()?,
        can: reader.list(1, read_can)?,
        principal: reader.array()?,
        operation: reader.array()?,
        pending: reader.list(entries::MIN_BYTES, |reader| {
            entries::read_pending(reader, issued_at)
        })?,
        held: reader.list(entries::MIN_BYTES, entries::read_held)?,
        records: reader.list(entries::MIN_BYTES, |reader| {
            entries::read_record(reader, &mut functions)
        })?,
    })
}

fn check_names(state: &FlowState) -> Result<(), PayloadError> {
    distinct(state.can.iter().map(|(capability, _)| capability))?;
    distinct(state.pending.iter().map(|pending| &pending.wire_key))?;
    distinct(state.pending.iter().map(|pending| &pending.identity))?;
    distinct(state.held.iter().map(|held| &held.identity))?;
    distinct(state.records.iter().map(|record| &record.identity))
}

/// Short lists are compared pair by pair: that is quicker than hashing them.
fn distinct<T: Eq + Hash>(
    names: impl ExactSizeIterator<Item = T> + Clone,
) -> Result<(), PayloadError> {
    let count = names.len();
    let distinct = if count <= PAIRWISE {
        (1..count)
            .zip(names.clone())
            .all(|(next, name)| names.clone().skip(next).all(|other| other != name))
    } else {
        names.collect::<HashSet<T>>().len() == count
    };
    if distinct {
        Ok(())
    } else {
        Err(PayloadError::Duplicate)
    }
}

/// Times lie close together, so their differences are short. They wrap: any four times encode.
fn put_times(out: &mut Vec<u8>, state: &FlowState) {
    put_varint(out, state.started_at);
    put_varint(out, state.issued_at.wrapping_sub(state.started_at));
    put_varint(out, state.expires_at.wrapping_sub(state.issued_at));
    put_varint(out, state.deadline.wrapping_sub(state.started_at));
}

fn read_times(reader: &mut Reader<'_>) -> Result<[u64; 4], PayloadError> {
    let started = reader.varint()?;
    let issued = started.wrapping_add(reader.varint()?);
    let expires = issued.wrapping_add(reader.varint()?);
    let deadline = started.wrapping_add(reader.varint()?);
    Ok([started, issued, expires, deadline])
}

fn put_can(out: &mut Vec<u8>, can: &[(u8, bool)]) {
    put_count(out, can.len());
    for (capability, answer) in can {
        put_varint(out, u64::from(*capability) << 1 | u64::from(*answer));
    }
}

fn read_can(reader: &mut Reader<'_>) -> Result<(u8, bool), PayloadError> {
    let packed = reader.varint()?;
    let capability = u8::try_from(packed >> 1).map_err(|_| PayloadError::Number)?;
    Ok((capability, packed & 1 == 1))
}

/// The held answer or record whose value takes the most bytes, for the error about a state that
/// does not fit.
pub(crate) fn heaviest(state: &FlowState) -> Option<(&Identity, usize)> {
    let held = state.held.iter().map(|held| (&held.identity, &held.answer));
    let records = state.records.iter().filter_map(entries::record_value);
    held.chain(records)
        .map(|(identity, value)| (identity, value::size(value)))
        .max_by_key(|(_, size)| *size)
}

/// How many bytes a value takes in a state, before it is sealed.
pub(crate) fn value_bytes(value: &Value) -> usize {
    value::size(value)
}

#[cfg(test)]
mod tests;
