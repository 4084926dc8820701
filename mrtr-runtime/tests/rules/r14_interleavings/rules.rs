//! What holds in every single run.

use serde_json::{Value, json};

use super::handlers::Got;
use super::run::Ended;
use super::scenario::{Scenario, Trouble};
use crate::harness::yes;

pub fn check(scenario: &Scenario, ended: &Ended) {
    assert!(ended.keys <= 1, "{}: one flow, one key", scenario.name);
    if !scenario.is_single_use {
        return;
    }
    let run = Run {
        scenario,
        ended,
        name: &scenario.name,
        is_told: ended.got.contains(&scenario.shape.told()),
        is_paid: ended.effects == 1,
    };
    run.runs_once();
    run.tells_no_tales();
    run.tells_the_same_again();
    match scenario.trouble {
        Trouble::None | Trouble::Length | Trouble::MoreLength => run.is_smooth(),
        Trouble::Crash(killed) => run.is_honest(killed),
        Trouble::Loss { .. } => {}
        Trouble::Silence => run.is_told_later(),
    }
}

struct Run<'r> {
    scenario: &'r Scenario,
    ended: &'r Ended,
    name: &'r str,
    is_told: bool,
    is_paid: bool,
}

impl Run<'_> {
    /// Only a store that lost a claim runs its round a second time.
    fn runs_once(&self) {
        let (name, ended) = (self.name, self.ended);
        if self.scenario.trouble != (Trouble::Loss { with_claim: true }) {
            assert!(ended.runs_again <= 1, "{name}: {ended:?}");
        }
        let is_asked = self.scenario.is_asked;
        let is_yes = |answers: &&Value| !is_asked || **answers == json!({"sure": yes()});
        let consents = self.scenario.answers.iter().filter(is_yes).count();
        assert!(ended.runs <= consents, "{name}: {ended:?}");
    }

    fn tells_no_tales(&self) {
        let (name, got) = (self.name, self.ended.got);
        if self.scenario.shape.charges() {
            let has_paid = self.ended.effects > 0;
            assert!(!self.is_told || has_paid, "{name}: {got:?} of nothing");
        } else {
            assert_eq!(self.ended.effects, 0, "{name}");
        }
    }

    /// What a request did, a repeat of it is told.
    fn tells_the_same_again(&self) {
        let (name, ended) = (self.name, self.ended);
        for (got, again) in ended.got.into_iter().zip(ended.again) {
            if got == self.scenario.shape.told() || got == Got::Refusal {
                let is_same = again == got || self.has_lost(again);
                assert!(is_same, "{name}: {ended:?}");
            }
        }
    }

    /// A store that loses a reply no longer knows the outcome, and one that loses a claim may have given the round to
    /// the other answer.
    fn has_lost(&self, told: Got) -> bool {
        let [one, other] = &self.scenario.answers;
        match (self.scenario.trouble, told) {
            (Trouble::Loss { .. }, Got::Unknown) => true,
            (Trouble::Loss { with_claim }, Got::BadState) => with_claim && one != other,
            _ => false,
        }
    }

    /// Nothing goes wrong: who is not told has not paid, and everybody knows.
    fn is_smooth(&self) {
        let (name, got) = (self.name, self.ended.got);
        self.is_paid_as_told();
        assert!(!got.contains(&Got::Unknown), "{name}: {got:?}");
    }

    fn is_paid_as_told(&self) {
        let (name, got) = (self.name, self.ended.got);
        let is_paid = self.is_paid || !self.scenario.shape.charges() && self.ended.runs == 1;
        assert_eq!(is_paid, self.is_told, "{name}: {got:?}");
    }

    /// A lease that was over is no reason to lose a reply: the first is told later what it did not learn at once.
    fn is_told_later(&self) {
        self.is_paid_as_told();
        let (name, got, again) = (self.name, self.ended.got, self.ended.again[0]);
        let told = self.scenario.shape.told();
        let is_told_later = match got {
            [first, _] if first == told => true,
            [Got::Unknown, other] => other == told || other == Got::Question,
            _ => false,
        };
        let later = again == told;
        assert_eq!(later, is_told_later, "{name}: {got:?}, {again:?}");
    }

    /// Who outlives the other is told what has been done, or that nobody knows.
    fn is_honest(&self, killed: usize) {
        let (name, got) = (self.name, self.ended.got);
        assert_eq!(got[killed], Got::Nothing, "{name}");
        let other = got[1 - killed];
        // The question came before the one that was killed had the round.
        let is_honest = matches!(other, Got::Unknown | Got::BadState | Got::Question);
        let is_known = !self.is_paid || self.is_told;
        assert!(is_known || is_honest, "{name}: paid, and {other:?}");
    }
}
