//! Asks: settled by a record, settled by an answer that came, or open (R4 to R7).

use serde_json::Map;

use super::{Again, Changed, Claim, Invalid, Journal, OpenAsk, Question, Reached, Shown, wire_key};
use crate::limits::Limits;
use crate::replay::{Cause, Flow, Stop};
use crate::state::{Entry, Held, Identity, Outcome, Pending, Record};
use crate::texts;
use crate::wire::{Shape, check_shape};

/// Drops of answers whose question had changed that a flow survives under one fingerprint (R4).
const DROPS: u32 = 2;

impl Journal {
    /// An ask is polled: settled by a record, settled by an answer that came, or open.
    pub(crate) fn reach(&mut self, claim: &Claim, question: &dyn Question, flow: &Flow) -> Reached {
        if self.is_parked(claim) {
            return Reached::Parked;
        }
        self.come_by(claim);
        if let Some(place) = self.records.find(&claim.identity) {
            return self.reach_record(place, claim, question);
        }
        if let Some(answer) = self.take_answer(claim, question) {
            return self.reach_answer(answer, claim, question, flow);
        }
        let retries = self.retries_of(claim, question);
        self.ask(claim, question, retries, None)
    }

    fn reach_record(&mut self, place: usize, claim: &Claim, question: &dyn Question) -> Reached {
        match self.records.get(place).map(|record| &record.entry) {
            Some(Entry::Answer {
                question: recorded,
                kind,
                ..
            }) if *recorded == question.digest() && *kind == question.kind() => {
                self.records.reach(place);
                Reached::Settled(place)
            }
            Some(Entry::Answer { .. }) => self.drop_record(place, claim, question),
            _ => self.diverge_at(claim, Cause::CaptureAsked),
        }
    }

    fn drop_record(&mut self, place: usize, claim: &Claim, question: &dyn Question) -> Reached {
        if self.forget(place, claim) {
            self.drop_answer(claim, question)
        } else {
            Reached::Parked
        }
    }

    /// R4: a question that changed drops its answer and all that was recorded after it. False if a
    /// capture would be lost, which ends the flow.
    pub(super) fn forget(&mut self, place: usize, claim: &Claim) -> bool {
        if self.records.captures_since(place) {
            self.diverge_at(claim, Cause::QuestionChanged);
            return false;
        }
        self.records.truncate(place);
        // What is held may have been answered to a question that showed what is gone now.
        self.held.clear();
        true
    }

    fn drop_answer(&mut self, claim: &Claim, question: &dyn Question) -> Reached {
        match self.count_drop(claim) {
            Some(again) => self.ask(claim, question, 0, Some(&again)),
            None => Reached::Parked,
        }
    }

    /// Counts a dropped answer, whose question is asked again, until too many were dropped. What
    /// changes several questions of a round at once, such as a revision, counts once.
    pub(super) fn count_drop(&mut self, claim: &Claim) -> Option<Again> {
        if !std::mem::replace(&mut self.dropped, true) {
            self.drops = self.drops.saturating_add(1);
        }
        if self.drops > DROPS {
            self.diverge_at(claim, Cause::QuestionKeepsChanging);
            return None;
        }
        Some(Again {
            reason: Changed::Question,
            entries: Map::new(),
        })
    }

    /// Where the answer stands that came for an ask, if one did.
    pub(super) fn held_for(&self, identity: &Identity) -> Option<usize> {
        let mut held = self.held.iter();
        held.position(|held| held.identity == *identity)
    }

    /// The answer that came for an ask, if one did.
    fn take_answer(&mut self, claim: &Claim, question: &dyn Question) -> Option<Held> {
        if let Some(place) = self.held_for(&claim.identity) {
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
            haste: None,
            answer,
        })
    }

    fn reach_answer(
        &mut self,
        held: Held,
        claim: &Claim,
        question: &dyn Question,
        flow: &Flow,
    ) -> Reached {
        if held.question != question.digest() || held.kind != question.kind() {
            return self.drop_answer(claim, question);
        }
        if self.is_live && held.answer.is_null() {
            flow.note_client_error(claim);
            return self.settle(claim, question, flow, Outcome::Cancelled(None));
        }
        match check_shape(held.kind, &held.answer) {
            Shape::Answer => {}
            Shape::Unanswered => return self.ask(claim, question, held.retries, None),
            Shape::Wrong => return self.refuse_shape(claim, question),
        }
        match question.settle(&held.answer) {
            Ok(outcome) => {
                let outcome = outcome.in_haste(held.haste);
                flow.note_refusal(claim, &outcome);
                self.settle(claim, question, flow, outcome)
            }
            Err(invalid)
                if question.gives_up() && held.retries >= flow.limits().retries_per_question =>
            {
                flow.note_given_up(claim, &invalid);
                self.settle(claim, question, flow, Outcome::Declined(None))
            }
            Err(invalid) => self.ask_again(claim, question, held.retries, invalid, flow.limits()),
        }
    }

    pub(super) fn refuse_shape(&mut self, claim: &Claim, question: &dyn Question) -> Reached {
        let key = wire_key(&claim.identity, 3);
        let text = texts::wrong_kind(&key, question.request(None).method());
        self.stop(Stop::Invalid {
            text,
            key,
            at: claim.at,
        });
        Reached::Parked
    }

    pub(super) fn settle(
        &mut self,
        claim: &Claim,
        question: &dyn Question,
        flow: &Flow,
        outcome: Outcome,
    ) -> Reached {
        let place = self.records.push(Record {
            identity: claim.identity.clone(),
            functions: flow.function_path(),
            entry: Entry::Answer {
                kind: question.kind(),
                question: question.digest(),
                outcome,
            },
        });
        Reached::Settled(place)
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

    /// Since when a question can be read that was asked before in these words.
    fn shown_since(&self, claim: &Claim, question: &dyn Question) -> Option<u64> {
        let mut shown = self.shown.iter();
        let same = |shown: &&Shown| {
            shown.identity == claim.identity && shown.question == question.digest()
        };
        shown.find(same).map(|shown| shown.since)
    }

    pub(super) fn ask(
        &mut self,
        claim: &Claim,
        question: &dyn Question,
        retries: u8,
        again: Option<&Again>,
    ) -> Reached {
        self.go_on();
        if let Some(flaw) = question.flaw() {
            self.stop(flaw.stop(&claim.identity.key, claim.at));
            return Reached::Parked;
        }
        let pending = Pending {
            wire_key: self.free_wire_key(&claim.identity),
            identity: claim.identity.clone(),
            kind: question.kind(),
            question: question.digest(),
            retries,
            since: self.shown_since(claim, question),
            members: Vec::new(),
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
            again: self.again(claim, question, again),
            reason_bytes: again.map_or(0, |again| texts::again(&again.reason, "").len()),
        });
        Reached::Parked
    }

    /// Whether this question was asked before, and why it is asked once more.
    fn again(
        &self,
        claim: &Claim,
        question: &dyn Question,
        again: Option<&Again>,
    ) -> Option<&'static str> {
        match again.map(|again| &again.reason) {
            Some(Changed::Question) => Some("changed"),
            Some(Changed::Invalid(_)) => Some("invalid"),
            Some(Changed::NotDone) => Some("not_done"),
            None => self.is_unanswered(claim, question).then_some("unanswered"),
        }
    }

    fn is_unanswered(&self, claim: &Claim, question: &dyn Question) -> bool {
        self.unanswered.iter().any(|pending| {
            pending.identity == claim.identity && pending.question == question.digest()
        })
    }
}
