//! What differs between two runs of one round.

use super::Question;
use super::exchange::Said;
use crate::replay::Note;
use crate::state::Pending;

/// A question as it is told from others, and as it reads.
pub(super) struct Asked {
    pub(super) pending: Pending,
    pub(super) question: Question,
}

const CAUSE: &str = "Usual cause: a clock, a random value or the order of a map; record what changes with `capture!`";

pub(super) fn differs(first: &[Asked], again: &[Asked], when: &str) -> Option<String> {
    if let Some((one, other)) = first.iter().zip(again).find(|(one, other)| {
        one.pending.wire_key == other.pending.wire_key
            && one.pending.question != other.pending.question
    }) {
        let key = &one.pending.wire_key;
        let (one, other) = (one.question.params(), other.question.params());
        return Some(format!(
            "`{key}` came out differently {when}. {CAUSE}.\n  first: {one}\n  then:  {other}"
        ));
    }
    let (first, again) = (keys(first), keys(again));
    (first != again).then(|| format!("it asked {again} {when}, and {first} at first. {CAUSE}"))
}

fn keys(asked: &[Asked]) -> String {
    let keys = asked
        .iter()
        .map(|asked| format!("`{}`", asked.pending.wire_key));
    match keys.collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => "nothing".to_owned(),
        keys => keys,
    }
}

pub(super) fn ends_differently<R>(first: &Said<R>, again: &Said<R>, when: &str) -> Option<String> {
    let end = |said: &Said<R>| match said {
        Said::Returns { .. } => "returned".to_owned(),
        Said::Asks { .. } => "asked".to_owned(),
        Said::Fails(failure) => format!("failed ({failure})"),
    };
    let (first, again) = (end(first), end(again));
    (first != again).then(|| format!("the handler {again} {when}, and {first} at first. {CAUSE}"))
}

/// A capture of a round that its repeat did not come by.
pub(super) fn missing(first: &[Note], again: &[Note], when: &str) -> Option<String> {
    let key = beyond(first, again)?;
    Some(format!(
        "it did not come by the capture `{key}` {when}. {CAUSE}"
    ))
}

/// A capture that only the repeat came by.
pub(super) fn added(again: &[Note], first: &[Note], when: &str) -> Option<String> {
    let key = beyond(again, first)?;
    Some(format!(
        "it came by the capture `{key}` only {when}. {CAUSE}"
    ))
}

fn beyond<'n>(ones: &'n [Note], others: &[Note]) -> Option<&'n str> {
    let others = captures(others);
    captures(ones).into_iter().find(|key| !others.contains(key))
}

/// The notes up to the first capture that was evaluated anew.
pub(super) fn certain(notes: &[Note]) -> &[Note] {
    let mut places = notes.iter();
    let new = places.position(|note| matches!(note, Note::Evaluated(_)));
    let end = new.map_or(notes.len(), |new| new.saturating_add(1));
    notes.get(..end).unwrap_or(notes)
}

fn captures(notes: &[Note]) -> Vec<&str> {
    let keys = notes.iter().filter_map(|note| match note {
        Note::Evaluated(key) | Note::Replayed(key) => Some(&**key),
        _ => None,
    });
    keys.collect()
}

pub(super) fn has_evaluated(notes: &[Note]) -> bool {
    notes.iter().any(|note| matches!(note, Note::Evaluated(_)))
}
