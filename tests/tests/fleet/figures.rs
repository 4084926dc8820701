//! What happened, and whether it was right.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::time::Duration;

use mrtr_examples::payments::{Payments, Requests};

use crate::market::Market;
use crate::proxy::{Proxy, Round};
use crate::{CUSTOMERS, UNLUCKY};

pub(crate) struct Figures {
    counts: BTreeMap<&'static str, usize>,
    rounds: BTreeMap<String, Round>,
    requests: usize,
    cut: usize,
    /// How often each customer was charged.
    charges: BTreeMap<String, usize>,
    asked_of_the_shop: Requests,
    proxy: Proxy,
}

impl Figures {
    pub(crate) fn of(market: &Market, proxy: &Proxy, payments: &Payments) -> Self {
        let mut charges = BTreeMap::new();
        for charge in payments.charges() {
            *charges.entry(charge.customer.unwrap()).or_default() += 1;
        }
        Self {
            counts: market.counts.lock().unwrap().clone(),
            rounds: proxy.rounds(),
            requests: proxy.requests(),
            cut: proxy.cut(),
            charges,
            asked_of_the_shop: payments.requests(),
            proxy: proxy.clone(),
        }
    }

    /// To the terminal, also where output is captured.
    pub(crate) fn print(&self, took: Duration) {
        let results = |round: &Round| round.results.len();
        let repeats: usize = self.rounds.values().map(|one| results(one) - 1).sum();
        let charges: usize = self.charges.values().sum();
        let (unknown, lost) = self.proxy.watch().counts();
        let mut text = format!("\nthe fleet, {:.1} s:\n", took.as_secs_f64());
        for (what, count) in [
            ("customers", CUSTOMERS + UNLUCKY),
            ("charges", charges),
            ("requests", self.requests),
            ("answers cut off or lost", self.cut),
            ("rounds answered", self.rounds.len()),
            ("replies served again", repeats),
            ("requests that a server may have died with", lost),
            ("rounds of unknown outcome", unknown),
        ] {
            text += &format!("{count:>7}  {what}\n");
        }
        for (what, count) in &self.counts {
            text += &format!("{count:>7}  {what}\n");
        }
        let _ = std::io::stderr().write_all(text.as_bytes());
    }

    pub(crate) fn check(&self) {
        self.check_charges();
        self.check_rounds();
        self.check_runs();
        self.proxy.watch().check();
    }

    fn check_charges(&self) {
        assert_eq!(
            self.charges.len(),
            CUSTOMERS + UNLUCKY,
            "somebody was not charged"
        );
        for (customer, times) in &self.charges {
            assert_eq!(*times, 1, "{customer} was charged {times} times");
        }
    }

    /// All that handlers said to one round is the same, its new state to the last bit: one has run.
    fn check_rounds(&self) {
        for (name, round) in &self.rounds {
            let first = &round.results[0];
            let is_first = |result| result == first;
            assert!(round.results.iter().all(is_first), "{name}: {round:#?}");
        }
    }

    /// No flow has come by its capture or its charge twice. (A second attempt at a charge has a name of
    /// its own.)
    fn check_runs(&self) {
        for ((what, request), times) in &self.asked_of_the_shop {
            assert_eq!(*times, 1, "{request} has sent `{what}` {times} times");
        }
    }
}
