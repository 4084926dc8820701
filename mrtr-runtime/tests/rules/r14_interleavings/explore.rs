//! All the ways that a scenario can go, and what they have in common.
//!
//! Ways that meet in the same place are the same from there on: the place is gone on from once, and counts for each.

use std::collections::{BTreeSet, HashMap};
use std::ops::RangeInclusive;

use super::handlers::{Got, World};
use super::place::Place;
use super::rules::check;
use super::run::{Action, Ended, Run};
use super::scenario::{Scenario, Trouble};
use super::server::Fleet;

/// What all ways of a scenario have in common, or those from one place.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    pub ways: usize,
    pub effects: RangeInclusive<usize>,
    pub keys: RangeInclusive<usize>,
    pub got: BTreeSet<Got>,
}

impl Found {
    fn of(ended: &Ended) -> Self {
        Self {
            ways: 1,
            effects: ended.effects..=ended.effects,
            keys: ended.keys..=ended.keys,
            got: ended.got.into(),
        }
    }

    fn and(mut self, other: Self) -> Self {
        self.ways += other.ways;
        widen(&mut self.effects, &other.effects);
        widen(&mut self.keys, &other.keys);
        self.got.extend(other.got);
        self
    }
}

fn widen(range: &mut RangeInclusive<usize>, to: &RangeInclusive<usize>) {
    *range = *range.start().min(to.start())..=*range.end().max(to.end());
}

/// A place that a way has come by.
struct Fork {
    place: Place,
    options: Vec<Action>,
    tried: usize,
    found: Option<Found>,
}

impl Fork {
    fn chosen(&self) -> Action {
        self.options[self.tried]
    }

    /// Notes what was found behind the last choice. False if there is no other.
    fn turn(&mut self, found: Option<Found>) -> bool {
        self.found = match (self.found.take(), found) {
            (Some(one), Some(other)) => Some(one.and(other)),
            (one, other) => one.or(other),
        };
        self.tried += 1;
        self.tried < self.options.len()
    }
}

/// What was found behind each place: nothing, where not all comes to pass that the scenario tells.
type Known = HashMap<Place, Option<Found>>;

/// Goes every way. Where they are few, each is gone to its end too: that finds the same. Many scenarios in which nothing
/// goes wrong have 660 ways, and of those one like another.
pub fn explore(fleet: &Fleet, scenario: &Scenario) -> Found {
    let few = match scenario.trouble {
        Trouble::None => 650,
        _ => 1_200,
    };
    let found = explore_from(fleet, scenario, true);
    if found.ways < few {
        assert_eq!(found, explore_from(fleet, scenario, false));
    }
    found
}

fn explore_from(fleet: &Fleet, scenario: &Scenario, merges: bool) -> Found {
    let state = fleet.open(scenario);
    let mut known = Known::new();
    let mut way: Vec<Fork> = Vec::new();
    loop {
        let world = World::new(scenario.shape, scenario.is_asked);
        let mut run = Run::new(fleet, scenario, &state, &world);
        way.iter().for_each(|fork| run.act(fork.chosen()));
        let mut found = go_on(run, scenario, &mut way, &known);
        while let Some(fork) = way.last_mut() {
            if fork.turn(found.take()) {
                break;
            }
            let Fork {
                place, found: all, ..
            } = way.pop().unwrap();
            if merges {
                known.insert(place, all.clone());
            }
            found = all;
        }
        if way.is_empty() {
            return found.expect("no run");
        }
    }
}

/// To the end, or to a place that is known.
fn go_on(
    mut run: Run<'_>,
    scenario: &Scenario,
    way: &mut Vec<Fork>,
    known: &Known,
) -> Option<Found> {
    loop {
        let place = run.place();
        if let Some(found) = known.get(&place) {
            return found.clone();
        }
        let options = run.options();
        let Some(first) = options.first() else {
            let ended = run.end()?;
            check(scenario, &ended);
            return Some(Found::of(&ended));
        };
        run.act(*first);
        way.push(Fork {
            place,
            options,
            tried: 0,
            found: None,
        });
    }
}
