//! How the fake payment service misbehaves, after it has done what it was asked for.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What goes wrong with the answers to charges; the charges themselves are made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Faults {
    /// Only charges for this cart; all, if there is none.
    pub cart: Option<String>,
    /// How late the answers are, in milliseconds.
    pub late_ms: u64,
    /// How many answers are lost: the connection closes instead.
    pub lose: u32,
}

/// What goes wrong with one answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) late: Duration,
    pub(super) is_lost: bool,
}

impl Faults {
    /// What goes wrong with the next answer about a cart.
    pub(super) fn next(&mut self, cart: &str) -> Fault {
        if self.cart.as_deref().is_some_and(|only| only != cart) {
            return Fault::default();
        }
        let is_lost = self.lose > 0;
        self.lose = self.lose.saturating_sub(1);
        Fault {
            late: Duration::from_millis(self.late_ms),
            is_lost,
        }
    }
}
