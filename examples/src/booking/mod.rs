//! One small server twice: with mrtr's macros, and by hand on rmcp with its `RequestStateCodec`.
//!
//! Both have the same tools, ask the same questions and give the same results; `docs/SPEED.md` compares what they cost.
//! `book` asks three questions one after the other, `one` asks the first of them, `many` asks `n` small ones, and
//! `plain` asks nothing.

mod asking;
mod by_hand;
mod questions;

pub use asking::Booking;
pub use by_hand::{ByHand, Signing};

use mrtr_runtime::Limits;
use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

/// The most questions of `many`.
pub const MOST: usize = 64;

/// `many` may ask more than a flow is usually allowed to.
#[must_use]
pub fn limits() -> Limits {
    Limits {
        requests: 100,
        ..Limits::default()
    }
}

/// What is booked.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
struct Trip {
    /// The name of the trip
    trip: String,
}

/// What is booked, with how many questions.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
struct Many {
    /// The name of the trip
    trip: String,
    /// How many questions are asked, one after the other
    #[schemars(range(min = 0, max = 64))]
    n: usize,
}
