//! The records of a flow, found by their identity.

use std::cell::OnceCell;
use std::collections::HashMap;

use serde_json::Value;

use crate::state::{Entry, Identity, Outcome, Record};

/// So many records are looked through; an index of more is made when one is not where it was expected.
const FEW: usize = 32;

/// Settled answers and captured values, in the order in which they were recorded.
#[derive(Debug, Default)]
pub(crate) struct Records {
    list: Vec<Record>,
    /// Where they are, once it was needed.
    places: OnceCell<HashMap<Identity, usize>>,
    /// Which of them this run has come by.
    reached: Vec<bool>,
    /// How many earlier rounds left.
    recalled: usize,
    /// Where the next one most likely is: handlers mostly come by them in order.
    cursor: usize,
}

impl Records {
    /// What earlier rounds left.
    pub(crate) fn recall(list: Vec<Record>) -> Self {
        Self {
            places: OnceCell::new(),
            reached: vec![false; list.len()],
            recalled: list.len(),
            cursor: 0,
            list,
        }
    }

    /// The records, for the state; none are left.
    pub(crate) fn take(&mut self) -> Vec<Record> {
        std::mem::take(self).list
    }

    /// The place of the record of an identity.
    pub(super) fn find(&mut self, identity: &Identity) -> Option<usize> {
        let here = |record: &Record| record.identity == *identity;
        let place = match self.list.get(self.cursor) {
            Some(record) if here(record) => self.cursor,
            _ => self.place(identity)?,
        };
        self.cursor = place.saturating_add(1);
        Some(place)
    }

    /// The record of an ask or capture, wherever this run is.
    pub(super) fn at(&self, identity: &Identity) -> Option<&Record> {
        self.get(self.place(identity)?)
    }

    fn place(&self, identity: &Identity) -> Option<usize> {
        if self.list.len() <= FEW {
            let mut list = self.list.iter();
            return list.position(|record| record.identity == *identity);
        }
        let all = || self.list.iter().map(|record| record.identity.clone());
        let places = self.places.get_or_init(|| all().zip(0..).collect());
        places.get(identity).copied()
    }

    pub(super) fn get(&self, place: usize) -> Option<&Record> {
        self.list.get(place)
    }

    pub(crate) fn iter(&self) -> std::slice::Iter<'_, Record> {
        self.list.iter()
    }

    /// This run has come by a record.
    pub(super) fn reach(&mut self, place: usize) {
        if let Some(reached) = self.reached.get_mut(place) {
            *reached = true;
        }
    }

    pub(super) fn push(&mut self, record: Record) -> usize {
        let place = self.list.len();
        if let Some(places) = self.places.get_mut() {
            places.insert(record.identity.clone(), place);
        }
        self.list.push(record);
        self.reached.push(true);
        self.cursor = self.list.len();
        place
    }

    /// Drops the record at `place` and all that came after it.
    pub(super) fn truncate(&mut self, place: usize) {
        self.list.truncate(place);
        self.reached.truncate(place);
        self.recalled = self.recalled.min(place);
        self.places.take();
    }

    /// Whether a capture was recorded at `place` or later.
    pub(super) fn captures_since(&self, place: usize) -> bool {
        let mut later = self.list.iter().skip(place);
        later.any(|record| matches!(record.entry, Entry::Capture(_)))
    }

    /// The captures of earlier rounds that this run has not come by yet.
    pub(super) fn captures_ahead(&self) -> impl Iterator<Item = &Record> {
        let earlier = self.list.iter().zip(&self.reached).take(self.recalled);
        earlier.filter_map(|(record, reached)| {
            (!reached && matches!(record.entry, Entry::Capture(_))).then_some(record)
        })
    }

    /// The records that this run did not come by, each with the next one that it came by.
    pub(super) fn unreached(&self) -> impl Iterator<Item = (&Record, Option<&Record>)> {
        let both = || self.list.iter().zip(&self.reached);
        both()
            .enumerate()
            .filter_map(move |(at, (record, reached))| {
                let next = both().skip(at).find(|(_, reached)| **reached);
                (!reached).then_some((record, next.map(|(next, _)| next)))
            })
    }

    /// The last record that this run came by.
    pub(super) fn last_reached(&self) -> Option<&Record> {
        let mut both = self.list.iter().zip(&self.reached);
        both.rfind(|(_, reached)| **reached)
            .map(|(record, _)| record)
    }

    /// Whether this run has come by a question that was declined or cancelled.
    pub(super) fn has_refused(&self) -> bool {
        let is_refusal = |entry: &Entry| match entry {
            Entry::Answer { outcome, .. } => !matches!(outcome, Outcome::Accepted(_)),
            Entry::Capture(_) => false,
        };
        let mut both = self.list.iter().zip(&self.reached);
        both.any(|(record, reached)| *reached && is_refusal(&record.entry))
    }

    /// The value of a capture.
    pub(crate) fn captured(&self, place: usize) -> Option<&Value> {
        match &self.list.get(place)?.entry {
            Entry::Capture(value) => Some(value),
            Entry::Answer { .. } => None,
        }
    }

    /// How a question was answered.
    pub(crate) fn outcome(&self, place: usize) -> Option<&Outcome> {
        match &self.list.get(place)?.entry {
            Entry::Answer { outcome, .. } => Some(outcome),
            Entry::Capture(_) => None,
        }
    }
}
