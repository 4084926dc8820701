//! Forms and choices.

use mrtr_runtime::prelude::*;

/// How a report is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choice)]
#[serde(rename_all = "lowercase")]
pub enum Audience {
    /// Engineers
    Engineers,
    /// Executives
    #[choice(title = "The board")]
    Executives,
}

/// What a report is about.
#[derive(Debug, Elicit)]
#[serde(rename_all = "camelCase")]
pub struct Wishes {
    /// Whom is it for?
    ///
    /// The words are chosen for them.
    #[elicit(default = Audience::Engineers)]
    pub audience: Audience,
    /// Who else reads it?
    #[elicit(min_items = 1, max_items = 2)]
    pub others: Option<Vec<Audience>>,
    /// Pages
    #[elicit(min = 1, max = 20, default = 2)]
    pub pages: u8,
    /// Due on
    #[elicit(format = "date")]
    pub due: Option<String>,
    /// A share of the whole
    #[elicit(min = 0, max = 1)]
    pub share: f64,
    /// Anything to leave out?
    #[elicit(
        max_length = 200,
        title = "Leave out",
        description = "A sentence or two."
    )]
    pub leave_out: String,
    /// With figures
    #[serde(default)]
    pub figures: bool,
}
