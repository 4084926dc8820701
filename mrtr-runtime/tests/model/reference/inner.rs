//! What a round of the model holds, and the rules that change it.

use std::collections::{HashMap, VecDeque};

use super::{
    ASKS, Asked, DROPS, Entry, Expected, Given, Held, Ident, Line, Pending, REQUESTS, RETRIES,
    Record, Why, may_be_the_same,
};
use crate::program::{Ask, Capture, Form, key};
use crate::truth::Effect;
use crate::walk::{Event, Name, Place};
use crate::world::Client;

pub(super) struct Inner {
    pub(super) line: Line,
    pub(super) client: Client,
    pub(super) open: Vec<(Pending, Why)>,
    pub(super) over: Option<Expected>,
    pub(super) running: usize,
    /// A capture was begun and not kept.
    pub(super) has_failed: bool,
    pub(super) has_dropped: bool,
    /// Whether this request brought an answer, and whether its run began a capture.
    pub(super) is_answered: bool,
    pub(super) has_evaluated: bool,
    pub(super) uses: HashMap<Name, u32>,
    /// Whether a key is a capture's.
    pub(super) kinds: HashMap<Vec<usize>, bool>,
    pub(super) effects: VecDeque<Effect>,
    pub(super) events: Vec<Event>,
}

impl Inner {
    pub(super) fn end(&mut self, expected: Expected) {
        self.over.get_or_insert(expected);
    }

    pub(super) fn claim(&mut self, name: &Name, is_capture: bool) -> Ident {
        let uses = self.uses.entry(name.clone()).or_default();
        *uses += 1;
        let occurrence = *uses;
        let kind = *self.kinds.entry(name.path.clone()).or_insert(is_capture);
        if kind != is_capture || (is_capture && occurrence > 1) {
            self.end(Expected::Internal);
        }
        Ident {
            name: name.clone(),
            occurrence,
        }
    }

    pub(super) fn find(&self, ident: &Ident) -> Option<usize> {
        self.line
            .records
            .iter()
            .position(|record| record.ident == *ident)
    }

    /// None where it parks.
    pub(super) fn ask(&mut self, ident: Ident, asked: Asked) -> Option<Given> {
        if self.over.is_some() {
            return None;
        }
        if let Some(at) = self.find(&ident) {
            let record = &mut self.line.records[at];
            return match &record.entry {
                Entry::Capture { .. } => {
                    self.end(Expected::Internal);
                    None
                }
                Entry::Answer(recorded, given) if *recorded == asked => {
                    record.is_reached = true;
                    Some(*given)
                }
                Entry::Answer(..) => self.drop_record(at, ident, asked),
            };
        }
        let held = self
            .line
            .held
            .iter()
            .position(|held| held.pending.ident == ident);
        let held = held.map(|at| self.line.held.remove(at));
        match held.or_else(|| self.unsolicited(&ident, &asked)) {
            Some(held) if held.given == Given::WrongKind => {
                self.end(Expected::InvalidParams);
                None
            }
            Some(held) => self.check(held, ident, asked),
            None => {
                let same = |pending: &&Pending| pending.ident == ident && pending.asked == asked;
                let retries = self
                    .line
                    .pending
                    .iter()
                    .find(same)
                    .map_or(0, |pending| pending.retries);
                self.open(ident, asked, retries, Why::First)
            }
        }
    }

    /// R5: an answer that came without a state is to whatever is asked under its key.
    fn unsolicited(&mut self, ident: &Ident, asked: &Asked) -> Option<Held> {
        let brought = &mut self.line.unsolicited;
        let at = brought.iter().position(|(brought, _)| brought == ident)?;
        let (ident, given) = brought.remove(at);
        let pending = Pending {
            ident,
            asked: asked.clone(),
            retries: 0,
        };
        (given != Given::Nothing).then_some(Held { pending, given })
    }

    /// Whether an ask that may go unasked is asked: what the client could do at first stands.
    pub(super) fn may_ask(&mut self, ident: &Ident, form: Form) -> bool {
        let held = |held: &Held| held.pending.ident == *ident;
        if self.find(ident).is_some() || self.line.held.iter().any(held) {
            return true;
        }
        *self.line.can.get_or_insert(self.client.can(form))
    }

    pub(super) fn open(
        &mut self,
        ident: Ident,
        asked: Asked,
        retries: u32,
        why: Why,
    ) -> Option<Given> {
        let is_empty = asked.options.as_ref().is_some_and(Vec::is_empty);
        if is_empty && asked.form.is_a_pick() {
            self.end(Expected::Ended("has nothing to pick from".to_owned()));
            return None;
        }
        self.open.push((
            Pending {
                ident,
                asked,
                retries,
            },
            why,
        ));
        None
    }

    /// A page: a refusal settles it, then what the world says; a consent settles nothing and is used up (R8).
    pub(super) fn visit(&mut self, ident: Ident, asked: Asked, is_done: bool) -> Option<Given> {
        if self.over.is_some() {
            return None;
        }
        let why = match self
            .find(&ident)
            .map(|at| (at, self.line.records[at].entry.clone()))
        {
            Some((_, Entry::Capture { .. })) => {
                self.end(Expected::Internal);
                return None;
            }
            Some((at, Entry::Answer(recorded, given))) if recorded == asked => {
                self.line.records[at].is_reached = true;
                return Some(given);
            }
            Some((at, Entry::Answer(..))) => {
                if !self.forget(at, &ident) || !self.count_drop(&ident) {
                    return None;
                }
                Why::Changed
            }
            None => {
                let held = |held: &Held| held.pending.ident == ident;
                let held = self.line.held.iter().position(held);
                match held.map(|at| self.line.held.remove(at)) {
                    None => Why::First,
                    Some(held) if held.pending.asked != asked => {
                        if !self.count_drop(&ident) {
                            return None;
                        }
                        Why::Changed
                    }
                    Some(held) if held.given == Given::Refusal => {
                        self.record(ident, Entry::Answer(asked, Given::Refusal));
                        return Some(Given::Refusal);
                    }
                    Some(_) => Why::NotDone,
                }
            }
        };
        if is_done {
            return Some(Given::Yes(0));
        }
        self.open(ident, asked, 0, why)
    }

    /// R4
    pub(super) fn drop_record(&mut self, at: usize, ident: Ident, asked: Asked) -> Option<Given> {
        if self.forget(at, &ident) {
            return self.drop(ident, asked);
        }
        None
    }

    /// R4: an answer goes with all that was recorded after it. False where the flow ends.
    pub(super) fn forget(&mut self, at: usize, ident: &Ident) -> bool {
        let is_capture = |record: &Record| matches!(record.entry, Entry::Capture { .. });
        if self.line.records[at..].iter().any(is_capture) {
            let key = ident.name.key();
            self.end(Expected::Ended(format!(
                "What `{key}` asked about has changed. Call again."
            )));
            return false;
        }
        self.line.records.truncate(at);
        self.line.held.clear();
        true
    }

    /// R4
    pub(super) fn drop(&mut self, ident: Ident, asked: Asked) -> Option<Given> {
        if self.count_drop(&ident) {
            return self.open(ident, asked, 0, Why::Changed);
        }
        None
    }

    /// R4: false where the flow ends.
    pub(super) fn count_drop(&mut self, ident: &Ident) -> bool {
        if !std::mem::replace(&mut self.has_dropped, true) {
            self.line.drops += 1;
        }
        if self.line.drops > DROPS {
            let key = ident.name.key();
            self.end(Expected::Ended(format!(
                "The question `{key}` came out differently"
            )));
            return false;
        }
        true
    }

    /// R7
    pub(super) fn check(&mut self, held: Held, ident: Ident, asked: Asked) -> Option<Given> {
        if held.pending.asked != asked {
            return self.drop(ident, asked);
        }
        if held.given != Given::Junk {
            self.record(ident, Entry::Answer(asked, held.given));
            return Some(held.given);
        }
        if held.pending.retries >= RETRIES {
            let key = ident.name.key();
            self.end(Expected::Ended(format!(
                "`{key}` was asked again {RETRIES} times"
            )));
            return None;
        }
        self.open(ident, asked, held.pending.retries + 1, Why::Invalid)
    }

    pub(super) fn record(&mut self, ident: Ident, entry: Entry) {
        self.line.records.push(Record {
            ident,
            entry,
            is_recalled: false,
            is_reached: true,
        });
    }

    /// Whether a capture runs: the questions that are open, or are certain to come, can be sent.
    pub(super) fn may_evaluate(&mut self, place: &Place) -> bool {
        self.has_evaluated = true;
        let own = place.functions.last().expect("a function around it");
        let certain = own.certain_asks().find(|ask| {
            let name = place.name(ask.key, &[]);
            !self.line.has_answer_to(&name)
        });
        let open = self.open.iter().map(|(pending, _)| {
            let asked = &pending.asked;
            (pending.ident.name.key(), asked.form)
        });
        let certain = certain.map(|ask| (place.name(ask.key, &[]).key(), ask.form));
        let open: Vec<_> = open.collect();
        for asks in [open, certain.into_iter().collect()] {
            if !asks.iter().all(|(_, form)| self.client.can(*form)) {
                self.end(Expected::Missing);
            } else if let (Some((key, _)), true) = (asks.first(), self.line.requests >= REQUESTS) {
                self.end(Expected::Ended(format!("`{key}")));
            } else if asks.len() > ASKS {
                self.end(Expected::Ended("asks_per_round".to_owned()));
            }
        }
        self.over.is_none()
    }

    pub(super) fn has_room(&mut self, ask: &Ask) -> bool {
        if !self.client.can(ask.form) {
            self.end(Expected::Missing);
        } else if self.line.requests >= REQUESTS {
            self.end(Expected::Ended(format!("{}`", key(ask.key))));
        }
        self.over.is_none()
    }

    /// R15: what every run of a function captures may be of a version that it does not take it from.
    pub(super) fn enter(&mut self, place: &Place) {
        let own = place.functions.last().expect("a function is entered");
        let is_lost = own.certain_captures().any(|key| {
            let name = place.name(key, &[]);
            let first = Ident {
                name: name.clone(),
                occurrence: 1,
            };
            let entry = self.find(&first).map(|at| &self.line.records[at].entry);
            match entry {
                Some(Entry::Capture { functions, .. }) => {
                    !functions.last().is_some_and(|then| own.takes(then))
                }
                Some(Entry::Answer(..)) => false,
                None => self.is_foreign(place, &name),
            }
        });
        if is_lost {
            self.end(Expected::Ended(
                "The server was updated. Call again.".to_owned(),
            ));
        }
    }

    /// None where it parks, else the recorded number, or that it is to be evaluated.
    pub(super) fn begin(
        &mut self,
        place: &Place,
        ident: &Ident,
        capture: &Capture,
    ) -> Option<Option<u32>> {
        if self.over.is_some() {
            return None;
        }
        let own = place
            .functions
            .last()
            .expect("a capture stands in a function");
        let Some(at) = self.find(ident) else {
            if self.is_foreign(place, &ident.name) {
                self.end(Expected::Ended(
                    "The server was updated. Call again.".to_owned(),
                ));
                return None;
            }
            return self.may_evaluate(place).then_some(None);
        };
        let record = &mut self.line.records[at];
        match &record.entry {
            Entry::Capture { functions, .. }
                if !functions.last().is_some_and(|then| own.takes(then)) =>
            {
                self.end(Expected::Ended(
                    "The server was updated. Call again.".to_owned(),
                ));
                None
            }
            Entry::Capture {
                serial, is_text, ..
            } if *is_text == capture.is_text => {
                record.is_reached = true;
                Some(Some(*serial))
            }
            _ => {
                self.end(Expected::Internal);
                None
            }
        }
    }

    /// R15
    pub(super) fn is_foreign(&self, place: &Place, name: &Name) -> bool {
        let ahead = self
            .line
            .records
            .iter()
            .filter(|record| record.is_recalled && !record.is_reached);
        ahead.into_iter().any(|record| match &record.entry {
            Entry::Capture { functions, .. } => {
                may_be_the_same(place, name, functions, &record.ident.name)
            }
            Entry::Answer(..) => false,
        })
    }
}
