//! All the ways that a scenario can go, and what they have in common.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::handlers::Got;
use super::rules::check;
use super::run::{Ended, run};
use super::scenario::Scenario;
use super::server::Fleet;

/// Chooses a way through a run, and after it the next one that was not gone.
#[derive(Default)]
pub struct Ways {
    /// What was chosen at each branch, of how many.
    chosen: Vec<(usize, usize)>,
    depth: usize,
}

impl Ways {
    pub fn choose<T: Copy>(&mut self, options: &[T]) -> T {
        if self.depth == self.chosen.len() {
            self.chosen.push((0, options.len()));
        }
        let (choice, _) = self.chosen[self.depth];
        self.depth += 1;
        options[choice]
    }

    fn next(&mut self) -> bool {
        self.depth = 0;
        while let Some((choice, options)) = self.chosen.pop() {
            if choice + 1 < options {
                self.chosen.push((choice + 1, options));
                return true;
            }
        }
        false
    }
}

/// What all runs of a scenario have in common.
pub struct Found {
    pub ways: usize,
    pub effects: RangeInclusive<usize>,
    pub keys: RangeInclusive<usize>,
    pub got: BTreeSet<Got>,
}

impl Found {
    fn of(ended: &Ended) -> Self {
        Self {
            ways: 0,
            effects: ended.effects..=ended.effects,
            keys: ended.keys..=ended.keys,
            got: BTreeSet::new(),
        }
    }

    fn add(&mut self, ended: &Ended) {
        self.ways += 1;
        widen(&mut self.effects, ended.effects);
        widen(&mut self.keys, ended.keys);
        self.got.extend(ended.got);
    }
}

fn widen(range: &mut RangeInclusive<usize>, to: usize) {
    *range = *range.start().min(&to)..=*range.end().max(&to);
}

/// Goes every way. Those on which nothing goes wrong are those of another scenario.
pub fn explore(fleet: &Fleet, scenario: &Scenario) -> Found {
    let state = fleet.open(scenario);
    let mut ways = Ways::default();
    let mut found: Option<Found> = None;
    loop {
        let ended = run(fleet, scenario, &state, &mut ways);
        if ended.is_as_told {
            check(scenario, &ended);
            found.get_or_insert_with(|| Found::of(&ended)).add(&ended);
        }
        if !ways.next() {
            return found.expect("no run");
        }
    }
}
