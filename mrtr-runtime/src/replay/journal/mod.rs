//! What a flow has recorded, and what one run of its handler makes of it.
//!
//! Nothing in here waits or polls: asks and captures come by with their identity and learn whether
//! they are settled, open or stopped. The rules are R3 to R10.

mod answers;
mod captures;
mod question;
mod records;
mod repeats;
mod urls;
mod uses;
mod wire_key;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use self::question::{Again, Changed, Invalid, Question};
use self::records::Records;
pub(crate) use self::urls::Visit;
use self::uses::Uses;
pub(crate) use self::wire_key::wire_key;
use super::{Cause, Divergence, Function, Location, Notes, Recorded, Stop, TaskPoint};
use crate::places::TaskPlace;
use crate::state::{Entry, FunctionId, Held, Identity, Pending, Record, ShortDigest};
use crate::wire::{Answers, Capability, InputRequest};

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
    /// Why it is asked once more, if it is: the label of its count.
    pub(crate) again: Option<&'static str>,
    /// How much of the message is not the author's, but says why it is asked again.
    pub(crate) reason_bytes: usize,
}

/// A question that was asked before, and since when somebody can have read it.
#[derive(Debug)]
pub(crate) struct Shown {
    pub(crate) identity: Identity,
    pub(crate) question: ShortDigest,
    pub(crate) since: u64,
}

/// How often an open ask may be polled in one poll of its handler.
const WAITS: u32 = 64;

/// What became of a claim in this run.
#[derive(Debug)]
struct Claimed {
    class: Class,
    key: String,
    at: Location,
    polled: bool,
    /// Whether its question is open in this round.
    open: bool,
    /// Whether a page was consented to, which is not done yet.
    is_consented: bool,
    /// Whether its answer was dropped, since it was one to another question.
    has_changed: bool,
    /// How often it was polled while it was open, by something else than the driver.
    waits: Waits,
}

/// Polls of an open ask whose waker is not the driver's.
#[derive(Debug, Default)]
struct Waits {
    /// In which poll of the handler, counted by the driver.
    poll: u64,
    /// How often in that one.
    times: u32,
    /// How often its waker was woken, in all.
    woken: u32,
}

/// The records of a flow, and the run that replays them.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    pub(crate) records: Records,
    pub(crate) held: Vec<Held>,
    /// How many of them earlier requests brought.
    pub(crate) brought: usize,
    /// Whether this request brought any.
    pub(crate) is_answered: bool,
    /// Questions of the last round that were not answered, for their count of retries.
    pub(crate) unanswered: Vec<Pending>,
    /// Since when somebody can have read the questions that were asked before, answered or not.
    pub(crate) shown: Vec<Shown>,
    /// Answers that came without a state, for a handler that takes them.
    pub(crate) unsolicited: Option<Answers>,
    pub(crate) drops: u32,
    /// Whether this run dropped an answer.
    dropped: bool,
    pub(crate) can: Vec<(u8, bool)>,
    uses: Uses,
    claims: Vec<Claimed>,
    /// The handler and the parts of this run, each once.
    entered: Vec<&'static Function>,
    pub(crate) open: Vec<OpenAsk>,
    /// The keys on the wire of the open questions.
    wire_keys: BTreeSet<String>,
    /// Captures that are being evaluated, by the number of their claim.
    running: BTreeMap<usize, (String, Location)>,
    left: Option<(String, Location)>,
    /// Pages that nobody was asked for yet, and that are being looked at, by the number of their claim.
    looks: BTreeSet<usize>,
    /// Whether this run began to evaluate a capture.
    pub(crate) has_evaluated: bool,
    /// Whether what a repeat must not do again may have happened: a capture was let begin, or the handler began to run for what
    /// may be refused at its end.
    pub(crate) has_effects: bool,
    pub(crate) stop: Option<Stop>,
    /// Where and how the flow becomes a task.
    pub(crate) task: Option<TaskPoint>,
    /// A place for the task that the flow may become in this round.
    pub(crate) task_place: Option<TaskPlace>,
    /// How far the task says to be, until that is told.
    pub(crate) status: Option<String>,
    /// Whether this run is still on its way to where the last round ended.
    pub(crate) is_replaying: bool,
    /// Whether the last round ended where the flow became the task that it runs in.
    pub(crate) begins_task: bool,
    /// How often the driver polled the handler.
    pub(crate) polls: u64,
    /// A flow is one round.
    pub(crate) ran: bool,
    pub(crate) cancelled: bool,
    /// The state stays in the request of an old client, and is not sealed.
    pub(crate) is_live: bool,
    /// The client is gone and the round goes on, so nobody waits for a page any more.
    pub(crate) is_left: bool,
    /// Url asks whose pages are done.
    pub(crate) finished: Vec<Identity>,
    /// For the test kit.
    pub(crate) notes: Notes,
}

impl Journal {
    pub(crate) fn of_records(records: Vec<Record>) -> Self {
        Self {
            records: Records::recall(records),
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
        if class == Class::Capture && occurrence > 1 {
            self.diverge(Divergence::new(&key, at, Cause::CaptureRepeated));
        }
        let number = self.claims.len();
        self.claims.push(Claimed {
            class,
            key: key.clone(),
            at,
            polled: false,
            open: false,
            is_consented: false,
            has_changed: false,
            waits: Waits::default(),
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
            self.diverge(Divergence::new(key, at, Cause::KeyShared { first }));
        }
        self.uses.count(key, of, class, at)
    }

    /// Whether this request answered nothing, and its handler captured nothing new.
    pub(crate) const fn came_by_again(&self) -> bool {
        !self.is_answered && !self.has_evaluated
    }

    pub(crate) fn diverge(&mut self, divergence: Divergence) {
        self.stop(Stop::Diverged(divergence));
    }

    fn recorded_under(&self, key: &str) -> Recorded {
        let mut records = self.records.iter();
        if let Some(record) = records.find(|record| record.identity.key == key) {
            return match record.entry {
                Entry::Answer { .. } => Recorded::Answer,
                Entry::Capture(_) => Recorded::Capture,
            };
        }
        let is_held = self.held.iter().any(|held| held.identity.key == key);
        if is_held {
            Recorded::Held
        } else {
            Recorded::Nothing
        }
    }

    /// An ask is polled: true if nothing becomes of it in this round.
    pub(crate) fn is_parked(&mut self, claim: &Claim) -> bool {
        let claimed = self.claims.get_mut(claim.number);
        let is_open = claimed.is_some_and(|claimed| {
            claimed.polled = true;
            claimed.open
        });
        self.is_over() || is_open
    }

    /// Whether an ask has a record, or an answer that came for it.
    pub(crate) fn is_answered(&self, claim: &Claim) -> bool {
        self.has_answer_to(&claim.identity)
    }

    pub(crate) fn has_answer_to(&self, identity: &Identity) -> bool {
        self.records.at(identity).is_some() || self.held_for(identity).is_some()
    }

    /// An ask is passed by: the client cannot be asked.
    pub(crate) fn pass(&mut self, claim: &Claim) {
        self.note(claim, |claimed| claimed.polled = true);
    }

    fn note(&mut self, claim: &Claim, change: impl FnOnce(&mut Claimed)) {
        if let Some(claimed) = self.claims.get_mut(claim.number) {
            change(claimed);
        }
    }

    /// The ask or capture that has come by parks.
    fn diverge_at(&mut self, claim: &Claim, cause: Cause) -> Reached {
        self.diverge(Divergence::new(&claim.identity.key, claim.at, cause));
        Reached::Parked
    }

    /// An open ask was polled by something else than the driver: true if it is to be polled once more.
    ///
    /// A set of futures polls it a few times in each poll of the handler. What blocks the thread does so for ever, and
    /// would sleep if it were not woken (R11).
    pub(crate) fn wait(&mut self, claim: &Claim) -> bool {
        let poll = self.polls;
        let Some(claimed) = self.claims.get_mut(claim.number) else {
            return false;
        };
        let waits = &mut claimed.waits;
        waits.times = if waits.poll == poll {
            waits.times.saturating_add(1)
        } else {
            1
        };
        waits.poll = poll;
        if waits.times > WAITS {
            self.diverge_at(claim, Cause::Blocked);
            return false;
        }
        waits.woken = waits.woken.saturating_add(1);
        waits.woken <= WAITS
    }

    /// Whether the thread is blocked for an ask.
    pub(crate) fn is_blocked(&self) -> bool {
        matches!(&self.stop, Some(Stop::Diverged(divergence)) if divergence.cause == Cause::Blocked)
    }

    /// The first stop stays: what follows it is suspect.
    pub(crate) fn stop(&mut self, stop: Stop) {
        if self.stop.is_none() {
            self.stop = Some(match stop {
                Stop::Diverged(divergence) => Stop::Diverged(Divergence {
                    recorded: self.recorded_under(&divergence.key),
                    ..divergence
                }),
                stop => stop,
            });
        }
    }

    /// Whether nothing more may begin in this round.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.is_some() || self.cancelled
    }

    /// Whether the round is to end as soon as nothing holds it up.
    pub(crate) fn is_ending(&self) -> bool {
        self.is_over() || !self.open.is_empty() || self.task.is_some()
    }

    /// How many captures run beside this one.
    pub(crate) fn running_beside(&self, claim: &Claim) -> usize {
        let running = self.running.keys();
        running.filter(|number| **number != claim.number).count()
    }

    pub(crate) fn is_running(&self) -> bool {
        !self.running.is_empty()
    }

    /// Ends the flow with a text for the model and the user.
    fn end(&mut self, reason: &'static str, text: String, claim: &Claim) -> Reached {
        let key = claim.identity.key.clone();
        self.stop(Stop::Ended {
            reason,
            text,
            key,
            at: Some(claim.at),
        });
        Reached::Parked
    }

    /// The handler returned: an ask that was never awaited is a mistake (R3).
    ///
    /// Not where something was refused: `try_join!` and `?` end a handler ahead of the asks that it made.
    pub(crate) fn check_claims(&mut self) {
        if self.records.has_refused() {
            return;
        }
        let forgotten = |claimed: &&Claimed| claimed.class == Class::Ask && !claimed.polled;
        if let Some(claimed) = self.claims.iter().find(forgotten) {
            self.diverge(Divergence::new(
                &claimed.key,
                claimed.at,
                Cause::NeverAwaited,
            ));
        }
    }

    /// A round with a capture that was left cannot suspend (R11).
    pub(crate) fn check_left(&mut self) {
        let (Some((key, at)), Some(open)) = (self.left.clone(), self.open.first()) else {
            return;
        };
        let (ask, asked_at) = (open.pending.identity.key.clone(), open.at);
        self.diverge(Divergence::new(
            &key,
            at,
            Cause::CaptureLeft { ask, asked_at },
        ));
    }

    /// The round took too long: both sides of the wait are named (R2, R11).
    pub(crate) fn time_out(&mut self) {
        let waiting = self.open.first().map(|open| {
            let key = open.pending.identity.key.clone();
            (key, open.at)
        });
        let running = self.running.values().next();
        self.diverge(Divergence {
            key: running.map(|(key, _)| key.clone()).unwrap_or_default(),
            at: running.map(|(_, at)| *at),
            recorded: Recorded::Nothing,
            cause: Cause::RoundTime { waiting },
        });
    }

    /// Whether something is recorded or held under this key.
    pub(crate) fn knows(&self, key: &str) -> bool {
        let mut records = self.records.iter().map(|record| &record.identity);
        let mut held = self.held.iter().map(|held| &held.identity);
        records.any(|identity| identity.key == key) || held.any(|identity| identity.key == key)
    }

    /// The run is inside a handler or part.
    pub(crate) fn enter(&mut self, function: &'static Function) {
        if !self.entered.iter().any(|known| known.id == function.id) {
            self.entered.push(function);
        }
    }

    /// What a finished handler did not come by (R9).
    pub(crate) fn unreached(&self) -> impl Iterator<Item = (Divergence, &'static str)> {
        let records = self.records.unreached().map(|(record, next)| {
            let recorded = match record.entry {
                Entry::Answer { .. } => Recorded::Answer,
                Entry::Capture(_) => Recorded::Capture,
            };
            let function = record.functions.last();
            self.not_reached(&record.identity.key, recorded, function, next)
        });
        let last = self.records.last_reached();
        let held = self
            .held
            .iter()
            .map(move |held| self.not_reached(&held.identity.key, Recorded::Held, None, last));
        records.chain(held)
    }

    fn not_reached(
        &self,
        key: &str,
        recorded: Recorded,
        recorded_in: Option<&FunctionId>,
        next: Option<&Record>,
    ) -> (Divergence, &'static str) {
        let next = next.map(|next| {
            let key = &next.identity.key;
            (key.clone(), self.place_of(key, next.functions.last()))
        });
        let divergence = Divergence {
            key: key.to_owned(),
            at: self.place_of(key, recorded_in),
            recorded,
            cause: Cause::Unreached { next },
        };
        (divergence, recorded.label())
    }

    /// Where the ask or capture of a key is written, if a function of this run still has it: the one
    /// that it was recorded in, if that is known and unchanged.
    pub(crate) fn place_of(&self, key: &str, recorded_in: Option<&FunctionId>) -> Option<Location> {
        let own = key.rsplit('.').next()?;
        let unchanged = self
            .entered
            .iter()
            .filter(|now| recorded_in.is_some_and(|then| now.is(*then)));
        let mut functions = unchanged.chain(&self.entered);
        functions.find_map(|function| function.place_of(own))
    }
}
