//! Url asks. A consent opens a page and settles nothing, so it is never recorded: it stays held until the page
//! is done, or until it is asked for once more (R8).

use serde_json::Map;

use super::{Again, Changed, Claim, Journal, Question, Reached};
use crate::replay::{Cause, Flow};
use crate::state::{Entry, Identity, Outcome};
use crate::wire::{Shape, check_shape};

/// What a url ask learns when it comes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visit {
    /// It was refused: the number of its record.
    Refused(usize),
    /// It is to be looked at whether the page is done.
    Look,
    /// It is open, or the round is over.
    Parked,
}

impl Journal {
    /// A url ask comes by: a refusal counts before it is looked at whether the page is done.
    pub(crate) fn visit(&mut self, claim: &Claim, question: &dyn Question, flow: &Flow) -> Visit {
        if self.is_parked(claim) {
            return Visit::Parked;
        }
        self.come_by(claim);
        if let Some(place) = self.records.find(&claim.identity) {
            return self.visit_record(place, claim, question);
        }
        match self.held_for(&claim.identity) {
            Some(place) => self.visit_answer(place, claim, question, flow),
            None => Visit::Look,
        }
    }

    fn visit_record(&mut self, place: usize, claim: &Claim, question: &dyn Question) -> Visit {
        let Some(Entry::Answer {
            question: recorded,
            kind,
            ..
        }) = self.records.get(place).map(|record| &record.entry)
        else {
            self.diverge_at(claim, Cause::CaptureAsked);
            return Visit::Parked;
        };
        if *recorded == question.digest() && *kind == question.kind() {
            self.records.reach(place);
            return Visit::Refused(place);
        }
        if self.forget(place, claim) {
            self.visit_changed(claim)
        } else {
            Visit::Parked
        }
    }

    fn visit_answer(
        &mut self,
        place: usize,
        claim: &Claim,
        question: &dyn Question,
        flow: &Flow,
    ) -> Visit {
        let Some(held) = self.held.get(place) else {
            return Visit::Look;
        };
        if held.question != question.digest() || held.kind != question.kind() {
            self.held.remove(place);
            return self.visit_changed(claim);
        }
        match (
            check_shape(held.kind, &held.answer),
            question.settle(&held.answer),
        ) {
            (Shape::Answer, Ok(Outcome::Accepted(_))) => {
                self.note(claim, |claimed| claimed.is_consented = true);
                Visit::Look
            }
            (Shape::Answer, Ok(refusal)) => {
                let refusal = refusal.in_haste(held.haste);
                flow.note_refusal(claim, &refusal);
                self.held.remove(place);
                match self.settle(claim, question, flow, refusal) {
                    Reached::Settled(place) => Visit::Refused(place),
                    Reached::Parked => Visit::Parked,
                }
            }
            (Shape::Wrong, _) => {
                self.refuse_shape(claim, question);
                Visit::Parked
            }
            (Shape::Unanswered, _) | (_, Err(_)) => {
                self.held.remove(place);
                Visit::Look
            }
        }
    }

    /// R4: what was answered was another question.
    fn visit_changed(&mut self, claim: &Claim) -> Visit {
        if self.count_drop(claim).is_none() {
            return Visit::Parked;
        }
        self.note(claim, |claimed| claimed.has_changed = true);
        Visit::Look
    }

    /// Whether the person agreed to open the page, and it is not done yet.
    pub(crate) fn is_consented(&self, claim: &Claim) -> bool {
        let claimed = self.claims.get(claim.number);
        claimed.is_some_and(|claimed| claimed.is_consented)
    }

    /// A page is looked at: where nobody was asked for it yet, the round waits for what is seen (R2).
    pub(crate) fn begin_look(&mut self, claim: &Claim) {
        if !self.is_consented(claim) {
            self.looks.insert(claim.number);
        }
    }

    pub(crate) fn end_look(&mut self, claim: &Claim) {
        self.looks.remove(&claim.number);
    }

    /// Whether a page may still be asked for in this round.
    pub(crate) fn is_looking(&self) -> bool {
        !self.looks.is_empty() && !self.is_over()
    }

    /// The page is done: the consent is used up.
    pub(crate) fn finish(&mut self, claim: &Claim) {
        self.use_consent(&claim.identity);
        self.finished.push(claim.identity.clone());
    }

    /// The question is asked, once more if it was consented to and the page is not done.
    pub(crate) fn put(&mut self, claim: &Claim, question: &dyn Question) {
        if self.is_parked(claim) {
            return;
        }
        let reason = self.claims.get(claim.number).and_then(|claimed| {
            let changed = claimed.has_changed.then_some(Changed::Question);
            changed.or(claimed.is_consented.then_some(Changed::NotDone))
        });
        let again = reason.map(|reason| Again {
            reason,
            entries: Map::new(),
        });
        self.use_consent(&claim.identity);
        self.ask(claim, question, 0, again.as_ref());
    }

    fn use_consent(&mut self, identity: &Identity) {
        if let Some(place) = self.held_for(identity) {
            self.held.remove(place);
        }
    }
}
