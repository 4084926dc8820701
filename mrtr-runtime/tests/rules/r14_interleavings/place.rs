//! Where a run has come to. Two runs in the same place go on alike.

use std::collections::BTreeSet;
use std::time::Duration;

use super::handlers::Got;
use super::scenario::{Scenario, Trouble};

/// How far a run has come, but for what its two deliveries, the store and the world know.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Progress {
    pub got: [Got; 2],
    /// What is still to go wrong.
    pub trouble: Trouble,
    /// Whether a lease is still to be renewed, after what goes wrong.
    pub renews: bool,
    /// How often one that waits may look before the other has ended.
    pub looks: [usize; 2],
}

impl Progress {
    pub fn new(scenario: &Scenario) -> Self {
        Self {
            got: [Got::Nothing; 2],
            trouble: scenario.trouble,
            renews: scenario.renews,
            looks: [0; 2],
        }
    }

    pub fn has_gone_wrong(&mut self) {
        self.trouble = self.trouble.rest();
    }

    /// One that waits may see now what it did not before.
    pub fn has_changed(&mut self) {
        self.has_gone_wrong();
        self.looks = [1; 2];
    }

    pub fn is_as_told(&self) -> bool {
        self.trouble == Trouble::None && !self.renews
    }
}

/// What is known of a store: who wrote what, and how long ago.
pub type Kept = Vec<(usize, &'static str, Duration)>;

/// All that the rest of a run depends on.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub progress: Progress,
    /// What each has come by that still runs. Its future is what this has made of it.
    pub lives: [Option<String>; 2],
    /// Whether each waits for the other, and whether it is between two renewals.
    pub sleeps: [(bool, bool); 2],
    /// With whether it was used in the last step.
    pub store: (Kept, bool),
    /// Runs, effects and keys.
    pub world: (usize, usize, BTreeSet<String>),
}
