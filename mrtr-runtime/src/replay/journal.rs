//! What a flow has recorded, and what one run of its handler makes of it.
//!
//! Nothing in here waits or polls: asks and captures come by with their identity and learn whether
//! they are settled, open or stopped. The rules are R3 to R10.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::{Map, Value};

use super::uses::Uses;
use super::{Divergence, Flaw, Location, Stop};
use crate::limits::Limits;
use crate::state::{
    Entry, FunctionId, Held, Identity, Kind, Outcome, Pending, Record, ShortDigest,
};
use crate::texts;
use crate::wire::{Answers, Capability, InputRequest, Shape, check_shape};

/// Drops of answers whose question had changed that a flow survives under one fingerprint (R4).
const DROPS: u32 = 2;

/// A question as its ask makes it.
pub trait Question {
    fn kind(&self) -> Kind;
    /// Covers kind, message, schema and `about`, before any reason text is added (R4).
    fn digest(&self) -> ShortDigest;
    /// What the client must declare for it.
    fn capabilities(&self) -> Vec<Capability>;
    /// Checks an answer against the question (R7).
    fn settle(&self, answer: &Value) -> Result<Outcome, Invalid>;
    /// The request that asks it, again where there is a reason.
    fn request(&self, again: Option<&Again>) -> InputRequest;
    /// Why nobody could answer it; such a question is not asked.
    fn flaw(&self) -> Option<Flaw> {
        None
    }
}

/// An answer that does not fit its form.
#[derive(Debug)]
pub struct Invalid {
    /// Field and rule, never the value.
    pub(crate) reason: String,
    /// The entries that are valid, for asking again.
    pub(crate) entries: Map<String, Value>,
}

/// Why a question is asked again.
#[derive(Debug)]
pub(crate) enum Changed {
    /// It reads differently now, so its answer was dropped.
    Question,
    /// Its answer was invalid: field and rule.
    Invalid(String),
}

/// A question that is asked again.
#[derive(Debug)]
pub struct Again {
    pub(crate) reason: Changed,
    pub(crate) entries: Map<String, Value>,
}

/// Whether a key names asks or captures in this run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Ask,
    Capture,
}

/// An ask or capture that has taken its identity (R3).
#[derive(Debug)]
pub(crate) struct Claim {
    number: usize,
    pub(crate) identity: Identity,
    pub(crate) at: Location,
}

/// What an ask learns when it is polled.
pub(crate) enum Reached {
    /// Answered: the number of its record.
    Settled(usize),
    /// Open, or the round is over: it stays pending.
    Parked,
}

/// What a capture learns when it begins.
pub(crate) enum Beginning {
    Recorded(usize),
    Evaluate,
    Parked,
}

/// A question of this round.
#[derive(Debug)]
pub(crate) struct OpenAsk {
    pub(crate) pending: Pending,
    pub(crate) at: Location,
    pub(crate) capabilities: Vec<Capability>,
    pub(crate) request: InputRequest,
    /// How much of the message is not the author's, but says why it is asked again.
    pub(crate) reason_bytes: usize,
}

/// What became of a claim in this run.
#[derive(Debug)]
struct Claimed {
    class: Class,
    key: String,
    at: Location,
    polled: bool,
    /// Whether its question is open in this round.
    open: bool,
}

/// The records of a flow, and the run that replays them.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    pub(crate) records: Vec<Record>,
    /// The place of each record.
    places: HashMap<Identity, usize>,
    /// How many records earlier rounds left.
    recalled: usize,
    /// Which records this run has come by.
    reached: Vec<bool>,
    /// Where the next record most likely is: handlers mostly come by them in order.
    cursor: usize,
    pub(crate) held: Vec<Held>,
    /// Questions of the last round that were not answered, for their count of retries.
    pub(crate) unanswered: Vec<Pending>,
    /// Answers that came without a state, for a handler that takes them.
    pub(crate) unsolicited: Option<Answers>,
    pub(crate) drops: u32,
    /// Whether this run dropped an answer.
    dropped: bool,
    pub(crate) can: Vec<(u8, bool)>,
    uses: Uses,
    claims: Vec<Claimed>,
    pub(crate) open: Vec<OpenAsk>,
    /// The keys on the wire of the open questions.
    wire_keys: HashSet<String>,
    /// Captures that are being evaluated, by the number of their claim.
    running: BTreeMap<usize, (String, Location)>,
    left: Option<(String, Location)>,
    pub(crate) stop: Option<Stop>,
    /// A flow is one round.
    pub(crate) ran: bool,
    pub(crate) cancelled: bool,
}

impl Journal {
    pub(crate) fn of_records(records: Vec<Record>) -> Self {
        let reached = vec![false; records.len()];
        let identities = records.iter().map(|record| record.identity.clone());
        let places = identities.zip(0..).collect();
        Self {
            recalled: records.len(),
            records,
            places,
            reached,
            ..Self::default()
        }
    }

    /// Takes the identity of an ask or capture (R3). The first stop wins, so a misuse here does too.
    pub(crate) fn claim(
        &mut self,
        key: String,
        of: Option<ShortDigest>,
        class: Class,
        at: Location,
    ) -> Claim {
        let occurrence = self.occurrence(&key, of, class, at);
        if class == Class::Capture && of.is_none() && occurrence > 1 {
            let key = key.clone();
            self.diverge(Divergence::CaptureRepeated { key, at });
        }
        let number = self.claims.len();
        self.claims.push(Claimed {
            class,
            key: key.clone(),
            at,
            polled: false,
            open: false,
        });
        let identity = Identity {
            key,
            of,
            occurrence,
        };
        Claim {
            number,
            identity,
            at,
        }
    }

    fn occurrence(
        &mut self,
        key: &str,
        of: Option<ShortDigest>,
        class: Class,
        at: Location,
    ) -> u32 {
        if let Some(first) = self.uses.other_class(key, class) {
            self.diverge(Divergence::KeyShared {
                key: key.to_owned(),
                at,
                first,
            });
        }
        self.uses.count(key, of, class, at)
    }

    pub(crate) fn diverge(&mut self, divergence: Divergence) {
        self.stop(Stop::Diverged(divergence));
    }

    /// The first stop stays: what follows it is suspect.
    pub(crate) fn stop(&mut self, stop: Stop) {
        self.stop.get_or_insert(stop);
    }

    /// Whether nothing more may begin in this round.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.is_some() || self.cancelled
    }

    pub(crate) fn is_running(&self) -> bool {
        !self.running.is_empty()
    }

    /// An ask is polled: settled by a record, settled by an answer that came, or open.
    pub(crate) fn reach(
        &mut self,
        claim: &Claim,
        question: &dyn Question,
        function: FunctionId,
        limits: &Limits,
    ) -> Reached {
        let is_open = self.claims.get_mut(claim.number).is_some_and(|claimed| {
            claimed.polled = true;
            claimed.open
        });
        if self.is_over() || is_open {
            return Reached::Parked;
        }
        if let Some(place) = self.find(&claim.identity) {
            return self.reach_record(place, claim, question);
        }
        if let Some(answer) = self.take_answer(claim, question) {
            return self.reach_answer(answer, claim, question, function, limits);
        }
        let retries = self.retries_of(claim, question);
        self.ask(claim, question, retries, None)
    }

    /// The record of an identity: most often the one after the last.
    fn find(&mut self, identity: &Identity) -> Option<usize> {
        let here = |record: &Record| record.identity == *identity;
        let place = match self.records.get(self.cursor) {
            Some(record) if here(record) => self.cursor,
            _ => *self.places.get(identity)?,
        };
        self.cursor = place.saturating_add(1);
        Some(place)
    }

    fn mark(&mut self, place: usize) {
        if let Some(reached) = self.reached.get_mut(place) {
            *reached = true;
        }
    }

    fn reach_record(&mut self, place: usize, claim: &Claim, question: &dyn Question) -> Reached {
        let key = || claim.identity.key.clone();
        match self.records.get(place).map(|record| &record.entry) {
            Some(Entry::Answer {
                question: recorded,
                kind,
                ..
            }) if *recorded == question.digest() && *kind == question.kind() => {
                self.mark(place);
                Reached::Settled(place)
            }
            Some(Entry::Answer { .. }) => self.drop_record(place, claim, question),
            _ => {
                self.diverge(Divergence::CaptureAsked {
                    key: key(),
                    at: claim.at,
                });
                Reached::Parked
            }
        }
    }

    /// R4: a question that changed drops its answer and all that was recorded after it.
    fn drop_record(&mut self, place: usize, claim: &Claim, question: &dyn Question) -> Reached {
        let later = self.records.iter().skip(place);
        if later
            .into_iter()
            .any(|record| matches!(record.entry, Entry::Capture(_)))
        {
            let text = texts::question_changed(&claim.identity.key);
            return self.end("question_changed", text, claim);
        }
        self.records.truncate(place);
        self.reached.truncate(place);
        self.recalled = self.recalled.min(place);
        self.places.retain(|_, at| *at < place);
        self.drop_answer(claim, question)
    }

    /// Counts a dropped answer and asks again, until too many were dropped. What changes several
    /// questions of a round at once, such as a revision, counts once.
    fn drop_answer(&mut self, claim: &Claim, question: &dyn Question) -> Reached {
        if !std::mem::replace(&mut self.dropped, true) {
            self.drops = self.drops.saturating_add(1);
        }
        if self.drops > DROPS {
            let text = texts::keeps_changing(&claim.identity.key);
            return self.end("question_keeps_changing", text, claim);
        }
        let again = Again {
            reason: Changed::Question,
            entries: Map::new(),
        };
        self.ask(claim, question, 0, Some(&again))
    }

    fn end(&mut self, reason: &'static str, text: String, claim: &Claim) -> Reached {
        let key = claim.identity.key.clone();
        self.stop(Stop::Ended {
            reason,
            text,
            key,
            at: claim.at,
        });
        Reached::Parked
    }

    /// The answer that came for an ask, if one did.
    fn take_answer(&mut self, claim: &Claim, question: &dyn Question) -> Option<Held> {
        let held = self
            .held
            .iter()
            .position(|held| held.identity == claim.identity);
        if let Some(place) = held {
            return Some(self.held.remove(place));
        }
        let answer = self
            .unsolicited
            .as_mut()?
            .remove(&wire_key(&claim.identity, 3))?;
        Some(Held {
            identity: claim.identity.clone(),
            kind: question.kind(),
            question: question.digest(),
            retries: 0,
            answer,
        })
    }

    fn reach_answer(
        &mut self,
        held: Held,
        claim: &Claim,
        question: &dyn Question,
        function: FunctionId,
        limits: &Limits,
    ) -> Reached {
        if held.question != question.digest() || held.kind != question.kind() {
            return self.drop_answer(claim, question);
        }
        match check_shape(held.kind, &held.answer) {
            Shape::Answer => {}
            Shape::Unanswered => return self.ask(claim, question, held.retries, None),
            Shape::Wrong => return self.refuse_shape(claim, question),
        }
        match question.settle(&held.answer) {
            Ok(outcome) => self.settle(claim, question, function, outcome),
            Err(invalid) => self.ask_again(claim, question, held.retries, invalid, limits),
        }
    }

    fn refuse_shape(&mut self, claim: &Claim, question: &dyn Question) -> Reached {
        let key = wire_key(&claim.identity, 3);
        let text = texts::wrong_kind(&key, question.request(None).method());
        self.stop(Stop::Invalid {
            text,
            key,
            at: claim.at,
        });
        Reached::Parked
    }

    fn settle(
        &mut self,
        claim: &Claim,
        question: &dyn Question,
        function: FunctionId,
        outcome: Outcome,
    ) -> Reached {
        let entry = Entry::Answer {
            kind: question.kind(),
            question: question.digest(),
            outcome,
        };
        Reached::Settled(self.record(claim, function, entry))
    }

    fn record(&mut self, claim: &Claim, function: FunctionId, entry: Entry) -> usize {
        let place = self.records.len();
        let identity = claim.identity.clone();
        self.places.insert(identity.clone(), place);
        self.records.push(Record {
            identity,
            function,
            entry,
        });
        self.reached.push(true);
        self.cursor = self.records.len();
        place
    }

    /// R7: asked again with field and rule, until the count in the state runs out.
    fn ask_again(
        &mut self,
        claim: &Claim,
        question: &dyn Question,
        retries: u8,
        invalid: Invalid,
        limits: &Limits,
    ) -> Reached {
        let limit = limits.retries_per_question;
        if retries >= limit {
            let text = texts::gave_up(&claim.identity.key, &invalid.reason, limit);
            return self.end("no_valid_answer", text, claim);
        }
        let again = Again {
            reason: Changed::Invalid(invalid.reason),
            entries: invalid.entries,
        };
        self.ask(claim, question, retries.saturating_add(1), Some(&again))
    }

    /// A question that stays unanswered keeps its count of retries.
    fn retries_of(&self, claim: &Claim, question: &dyn Question) -> u8 {
        let same = |pending: &&Pending| {
            pending.identity == claim.identity && pending.question == question.digest()
        };
        self.unanswered
            .iter()
            .find(same)
            .map_or(0, |pending| pending.retries)
    }

    fn ask(
        &mut self,
        claim: &Claim,
        question: &dyn Question,
        retries: u8,
        again: Option<&Again>,
    ) -> Reached {
        if let Some(flaw) = question.flaw() {
            let text = texts::flaw(&claim.identity.key, flaw);
            return self.end(flaw.reason(), text, claim);
        }
        let pending = Pending {
            wire_key: self.free_wire_key(&claim.identity),
            identity: claim.identity.clone(),
            kind: question.kind(),
            question: question.digest(),
            retries,
        };
        if let Some(claimed) = self.claims.get_mut(claim.number) {
            claimed.open = true;
        }
        self.wire_keys.insert(pending.wire_key.clone());
        self.open.push(OpenAsk {
            pending,
            at: claim.at,
            capabilities: question.capabilities(),
            request: question.request(again),
            reason_bytes: again.map_or(0, |again| texts::again(&again.reason, "").len()),
        });
        Reached::Parked
    }

    /// A short form of `of` is enough, unless another question of the flow has it too. A question
    /// that was left unanswered keeps its key.
    fn free_wire_key(&self, identity: &Identity) -> String {
        let own = self.unanswered.iter().find(|p| p.identity == *identity);
        let key = own.map_or_else(|| wire_key(identity, 3), |own| own.wire_key.clone());
        if self.wire_keys.contains(&key) || (own.is_none() && self.shares_short_form(identity)) {
            return wire_key(identity, 16);
        }
        key
    }

    /// Also with a question of an earlier round: a client may send its answer once more.
    fn shares_short_form(&self, identity: &Identity) -> bool {
        let records = self.records.iter().map(|record| &record.identity);
        let held = self.held.iter().map(|held| &held.identity);
        let unanswered = self.unanswered.iter().map(|pending| &pending.identity);
        let mut known = records.chain(held).chain(unanswered);
        identity.of.is_some() && known.any(|known| has_short_form_of(known, identity))
    }

    /// A capture begins: served from its record, evaluated, or parked.
    pub(crate) fn begin(&mut self, claim: &Claim, takes: impl Fn(FunctionId) -> bool) -> Beginning {
        if let Some(claimed) = self.claims.get_mut(claim.number) {
            claimed.polled = true;
        }
        if self.is_over() {
            return Beginning::Parked;
        }
        let Some(place) = self.find(&claim.identity) else {
            if self.has_foreign_capture(claim, takes) {
                self.end("server_updated", texts::SERVER_UPDATED.to_owned(), claim);
                return Beginning::Parked;
            }
            let key = claim.identity.key.clone();
            self.running.insert(claim.number, (key, claim.at));
            return Beginning::Evaluate;
        };
        self.begin_recorded(place, claim, takes)
    }

    /// Whether another version of this function captured something that this run has not come by:
    /// it may be the same effect under another key (R15).
    fn has_foreign_capture(&self, claim: &Claim, takes: impl Fn(FunctionId) -> bool) -> bool {
        let mut earlier = self.records.iter().zip(&self.reached).take(self.recalled);
        earlier.any(|(record, reached)| {
            !reached
                && matches!(record.entry, Entry::Capture(_))
                && prefix(&record.identity.key) == prefix(&claim.identity.key)
                && !takes(record.function)
        })
    }

    fn begin_recorded(
        &mut self,
        place: usize,
        claim: &Claim,
        takes: impl Fn(FunctionId) -> bool,
    ) -> Beginning {
        let Some(record) = self.records.get(place) else {
            return Beginning::Parked;
        };
        if matches!(record.entry, Entry::Answer { .. }) {
            let key = claim.identity.key.clone();
            self.diverge(Divergence::AnswerCaptured { key, at: claim.at });
            return Beginning::Parked;
        }
        if !takes(record.function) {
            self.end("server_updated", texts::SERVER_UPDATED.to_owned(), claim);
            return Beginning::Parked;
        }
        self.mark(place);
        Beginning::Recorded(place)
    }

    pub(crate) fn captured(&self, place: usize) -> Option<&Value> {
        match &self.records.get(place)?.entry {
            Entry::Capture(value) => Some(value),
            Entry::Answer { .. } => None,
        }
    }

    pub(crate) fn outcome(&self, place: usize) -> Option<&Outcome> {
        match &self.records.get(place)?.entry {
            Entry::Answer { outcome, .. } => Some(outcome),
            Entry::Capture(_) => None,
        }
    }

    /// The value of a capture is recorded.
    pub(crate) fn keep(&mut self, claim: &Claim, function: FunctionId, value: Value) {
        self.end_running(claim);
        self.record(claim, function, Entry::Capture(value));
    }

    /// A capture is left without a value, by `?` or by being dropped (R11).
    pub(crate) fn leave(&mut self, claim: &Claim) {
        if self.end_running(claim) {
            let key = claim.identity.key.clone();
            self.left.get_or_insert((key, claim.at));
        }
    }

    /// A capture ended with a value that cannot be recorded.
    pub(crate) fn end_running(&mut self, claim: &Claim) -> bool {
        self.running.remove(&claim.number).is_some()
    }

    /// The handler returned: an ask that was never awaited is a mistake (R3).
    pub(crate) fn check_claims(&mut self) {
        let forgotten = |claimed: &&Claimed| claimed.class == Class::Ask && !claimed.polled;
        if let Some(claimed) = self.claims.iter().find(forgotten) {
            let (key, at) = (claimed.key.clone(), claimed.at);
            self.diverge(Divergence::NeverAwaited { key, at });
        }
    }

    /// A round with a capture that was left cannot suspend (R11).
    pub(crate) fn check_left(&mut self) {
        let (Some((key, at)), Some(open)) = (self.left.clone(), self.open.first()) else {
            return;
        };
        let (ask, asked_at) = (open.pending.identity.key.clone(), open.at);
        self.diverge(Divergence::CaptureLeft {
            key,
            at,
            ask,
            asked_at,
        });
    }

    /// The round took too long: both sides of the wait are named (R2, R11).
    pub(crate) fn time_out(&mut self) {
        let waiting = self.open.first().map(|open| {
            let key = open.pending.identity.key.clone();
            (key, open.at)
        });
        let running = self.running.values().next().cloned();
        self.diverge(Divergence::RoundTime { waiting, running });
    }

    /// Whether something is recorded or held under this key.
    pub(crate) fn knows(&self, key: &str) -> bool {
        let mut records = self.records.iter().map(|record| &record.identity);
        let mut held = self.held.iter().map(|held| &held.identity);
        records.any(|identity| identity.key == key) || held.any(|identity| identity.key == key)
    }

    /// What a finished handler did not come by (R9), each with its key.
    pub(crate) fn unreached(&self) -> impl Iterator<Item = (&str, &'static str)> {
        let records = self.records.iter().zip(&self.reached);
        let records = records.filter_map(|(record, reached)| (!reached).then_some(record));
        let records = records.map(|record| match record.entry {
            Entry::Answer { .. } => (record.identity.key.as_str(), "answer"),
            Entry::Capture(_) => (record.identity.key.as_str(), "capture"),
        });
        let held = self.held.iter().map(|held| held.identity.key.as_str());
        records.chain(held.map(|key| (key, "answer that just came")))
    }
}

/// The part of a key that names the call of a part; empty in a handler.
fn prefix(key: &str) -> &str {
    key.rsplit_once('.').map_or("", |(prefix, _)| prefix)
}

/// Whether two questions differ only in what a short form of `of` leaves out.
fn has_short_form_of(one: &Identity, other: &Identity) -> bool {
    let short = |identity: &Identity| identity.of.and_then(|of| of.first_chunk::<3>().copied());
    one != other
        && one.occurrence == other.occurrence
        && short(one) == short(other)
        && one.key == other.key
}

/// The key of a question on the wire: its key, a short form of `of`, and its occurrence.
pub(crate) fn wire_key(identity: &Identity, bytes: usize) -> String {
    use std::fmt::Write;
    let mut key = identity.key.clone();
    if let Some(of) = identity.of {
        key.push(':');
        for byte in of.iter().take(bytes) {
            // Writing to a `String` cannot fail.
            let _ = write!(key, "{byte:02x}");
        }
    }
    if identity.occurrence > 1 {
        let _ = write!(key, "#{}", identity.occurrence);
    }
    key
}
