//! How the fake payment service misbehaves.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What goes wrong with charges. They are made all the same, once they are taken in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Faults {
    /// Only charges for this cart; all, if there is none.
    pub cart: Option<String>,
    /// Charges are taken in, and made when this is taken back.
    pub hold: bool,
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
    /// Whether charges for a cart are to wait.
    pub(super) fn holds(&self, cart: &str) -> bool {
        self.hold && self.are_of(cart)
    }

    /// What goes wrong with the next answer about a cart.
    pub(super) fn next(&mut self, cart: &str) -> Fault {
        if !self.are_of(cart) {
            return Fault::default();
        }
        let is_lost = self.lose > 0;
        self.lose = self.lose.saturating_sub(1);
        Fault {
            late: Duration::from_millis(self.late_ms),
            is_lost,
        }
    }

    fn are_of(&self, cart: &str) -> bool {
        self.cart.as_deref().is_none_or(|only| only == cart)
    }
}
