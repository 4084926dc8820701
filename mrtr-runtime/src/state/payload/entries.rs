//! Pending questions, held answers and records.
//!
//! Each starts with a head byte of flags, its identity and, but for a capture, the digest of its
//! question.

use serde_json::Value;

use super::{
    PayloadError, ValueTooDeep,
    bytes::{Reader, put_count, put_text, put_varint},
    functions::Functions,
    value::{put_value, read_value},
};
use crate::state::{Entry, Haste, Held, Identity, Kind, Outcome, Pending, Record, ShortDigest};

/// The fewest bytes that an entry takes: head, empty key, occurrence, index and value.
pub(super) const MIN_BYTES: usize = 5;

const KIND: u8 = 0b0000_0011;
const OF: u8 = 0b0000_0100;
/// The wire key of a pending question is not the key of its identity.
const WIRE_KEY: u8 = 0b0000_1000;
/// The members of a pending question's form follow.
const MEMBERS: u8 = 0b0001_0000;
/// How long before its state a pending question was asked already follows.
const SINCE: u8 = 0b0010_0000;
const OUTCOME: u8 = 0b0011_0000;
/// How fast a refusal came follows its question.
const HASTE: u8 = 0b0100_0000;

const CAPTURE: u8 = 0;
const ACCEPTED: u8 = 0b0001_0000;
const DECLINED: u8 = 0b0010_0000;
const CANCELLED: u8 = 0b0011_0000;

pub(super) fn put_pending(out: &mut Vec<u8>, pending: &Pending, issued_at: u64) {
    let own_wire_key = pending.wire_key != pending.identity.key;
    let has_members = !pending.members.is_empty();
    let mut head = kind_bits(pending.kind);
    head |= if own_wire_key { WIRE_KEY } else { 0 };
    head |= if has_members { MEMBERS } else { 0 };
    head |= if pending.since.is_some() { SINCE } else { 0 };
    put_identity(out, head, &pending.identity);
    if own_wire_key {
        put_text(out, &pending.wire_key);
    }
    out.extend_from_slice(&pending.question);
    out.push(pending.retries);
    if let Some(since) = pending.since {
        put_varint(out, issued_at.wrapping_sub(since));
    }
    if has_members {
        put_count(out, pending.members.len());
        pending.members.iter().for_each(|name| put_text(out, name));
    }
}

pub(super) fn read_pending(
    reader: &mut Reader<'_>,
    issued_at: u64,
) -> Result<Pending, PayloadError> {
    let (head, identity) = read_identity(reader, KIND | WIRE_KEY | MEMBERS | SINCE)?;
    Ok(Pending {
        wire_key: read_wire_key(reader, head, &identity)?,
        identity,
        kind: kind(head),
        question: reader.array()?,
        retries: reader.byte()?,
        since: read_since(reader, head, issued_at)?,
        members: read_members(reader, head)?,
    })
}

fn read_since(
    reader: &mut Reader<'_>,
    head: u8,
    issued_at: u64,
) -> Result<Option<u64>, PayloadError> {
    if head & SINCE == 0 {
        return Ok(None);
    }
    Ok(Some(issued_at.wrapping_sub(reader.varint()?)))
}

/// At least one where there are any, each once, and none but for a form.
fn read_members(reader: &mut Reader<'_>, head: u8) -> Result<Vec<String>, PayloadError> {
    if head & MEMBERS == 0 {
        return Ok(Vec::new());
    }
    let members = reader.list(1, |reader| reader.text().map(str::to_owned))?;
    if members.is_empty() || kind(head) != Kind::Form {
        return Err(PayloadError::Tag);
    }
    super::distinct(members.iter())?;
    Ok(members)
}

fn read_wire_key(
    reader: &mut Reader<'_>,
    head: u8,
    identity: &Identity,
) -> Result<String, PayloadError> {
    if head & WIRE_KEY == 0 {
        return Ok(identity.key.clone());
    }
    let wire_key = reader.text()?;
    if wire_key == identity.key {
        return Err(PayloadError::Duplicate);
    }
    Ok(wire_key.to_owned())
}

pub(super) fn put_held(out: &mut Vec<u8>, held: &Held) -> Result<(), ValueTooDeep> {
    let head = kind_bits(held.kind) | haste_bits(held.haste);
    put_identity(out, head, &held.identity);
    out.extend_from_slice(&held.question);
    out.push(held.retries);
    put_haste(out, held.haste);
    put_named(out, &held.identity, &held.answer)
}

pub(super) fn read_held(reader: &mut Reader<'_>) -> Result<Held, PayloadError> {
    let (head, identity) = read_identity(reader, KIND | HASTE)?;
    Ok(Held {
        identity,
        kind: kind(head),
        question: reader.array()?,
        retries: reader.byte()?,
        haste: read_haste(reader, head)?,
        answer: read_value(reader)?,
    })
}

pub(super) fn put_record(
    out: &mut Vec<u8>,
    record: &Record,
    functions: &mut Functions,
) -> Result<(), ValueTooDeep> {
    put_identity(out, entry_bits(&record.entry), &record.identity);
    functions.put(out, &record.functions);
    if let Entry::Answer {
        question, outcome, ..
    } = &record.entry
    {
        out.extend_from_slice(question);
        put_haste(out, haste(outcome));
    }
    match record_value(record) {
        Some((identity, value)) => put_named(out, identity, value),
        None => Ok(()),
    }
}

pub(super) fn read_record(
    reader: &mut Reader<'_>,
    functions: &mut Functions,
) -> Result<Record, PayloadError> {
    let (head, identity) = read_identity(reader, KIND | OUTCOME | HASTE)?;
    let functions = functions.read(reader)?;
    let entry = match head & OUTCOME {
        CAPTURE => read_capture(reader, head)?,
        _ => read_answer(reader, head)?,
    };
    Ok(Record {
        identity,
        functions,
        entry,
    })
}

fn read_capture(reader: &mut Reader<'_>, head: u8) -> Result<Entry, PayloadError> {
    if head & (KIND | HASTE) != 0 {
        return Err(PayloadError::Tag);
    }
    Ok(Entry::Capture(read_value(reader)?))
}

fn read_answer(reader: &mut Reader<'_>, head: u8) -> Result<Entry, PayloadError> {
    let question: ShortDigest = reader.array()?;
    let outcome = match head & OUTCOME {
        ACCEPTED if head & HASTE == 0 => Outcome::Accepted(read_value(reader)?),
        DECLINED => Outcome::Declined(read_haste(reader, head)?),
        CANCELLED => Outcome::Cancelled(read_haste(reader, head)?),
        _ => return Err(PayloadError::Tag),
    };
    Ok(Entry::Answer {
        kind: kind(head),
        question,
        outcome,
    })
}

/// The value that a record holds, if it holds one.
pub(super) fn record_value(record: &Record) -> Option<(&Identity, &Value)> {
    match &record.entry {
        Entry::Capture(value) => Some((&record.identity, value)),
        Entry::Answer {
            outcome: Outcome::Accepted(value),
            ..
        } => Some((&record.identity, value)),
        Entry::Answer {
            outcome: Outcome::Declined(_) | Outcome::Cancelled(_),
            ..
        } => None,
    }
}

fn haste(outcome: &Outcome) -> Haste {
    match outcome {
        Outcome::Accepted(_) => None,
        Outcome::Declined(haste) | Outcome::Cancelled(haste) => *haste,
    }
}

fn haste_bits(haste: Haste) -> u8 {
    if haste.is_some() { HASTE } else { 0 }
}

fn put_haste(out: &mut Vec<u8>, haste: Haste) {
    if let Some(millis) = haste {
        put_varint(out, millis);
    }
}

fn read_haste(reader: &mut Reader<'_>, head: u8) -> Result<Haste, PayloadError> {
    (head & HASTE != 0).then(|| reader.varint()).transpose()
}

fn put_named(out: &mut Vec<u8>, identity: &Identity, value: &Value) -> Result<(), ValueTooDeep> {
    put_value(out, value).map_err(|_| ValueTooDeep {
        key: identity.key.clone(),
    })
}

fn put_identity(out: &mut Vec<u8>, head: u8, identity: &Identity) {
    out.push(if identity.of.is_some() {
        head | OF
    } else {
        head
    });
    put_text(out, &identity.key);
    if let Some(of) = &identity.of {
        out.extend_from_slice(of);
    }
    put_varint(out, identity.occurrence.into());
}

/// The head, in which only the `allowed` flags may be set, and the identity.
fn read_identity(reader: &mut Reader<'_>, allowed: u8) -> Result<(u8, Identity), PayloadError> {
    let head = reader.byte()?;
    if head & !(allowed | OF) != 0 {
        return Err(PayloadError::Tag);
    }
    let key = reader.text()?.to_owned();
    let of = if head & OF == 0 {
        None
    } else {
        Some(reader.array()?)
    };
    let occurrence = reader.u32()?;
    Ok((
        head,
        Identity {
            key,
            of,
            occurrence,
        },
    ))
}

fn kind_bits(kind: Kind) -> u8 {
    match kind {
        Kind::Form => 0,
        Kind::Url => 1,
        Kind::Sample => 2,
        Kind::Roots => 3,
    }
}

fn kind(head: u8) -> Kind {
    match head & KIND {
        0 => Kind::Form,
        1 => Kind::Url,
        2 => Kind::Sample,
        _ => Kind::Roots,
    }
}

fn entry_bits(entry: &Entry) -> u8 {
    match entry {
        Entry::Capture(_) => CAPTURE,
        Entry::Answer { kind, outcome, .. } => {
            kind_bits(*kind) | outcome_bits(outcome) | haste_bits(haste(outcome))
        }
    }
}

fn outcome_bits(outcome: &Outcome) -> u8 {
    match outcome {
        Outcome::Accepted(_) => ACCEPTED,
        Outcome::Declined(_) => DECLINED,
        Outcome::Cancelled(_) => CANCELLED,
    }
}
