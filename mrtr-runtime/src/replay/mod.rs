//! The replay engine: one round of a handler over what earlier rounds recorded.

mod capture;
mod divergence;
mod driver;
mod flaw;
mod flow;
mod function;
mod intake;
mod journal;
mod kept;
mod live;
mod once;
mod place;
mod round;
mod scope;
mod suspend;
mod waiting;

pub use capture::{Begin, Begun, Capturable, Codec, Slot};
pub(crate) use flaw::Flaw;
pub use flow::Flow;
pub use function::{Function, FunctionParts, Site, SiteKind};
#[doc(hidden)]
pub use kept::{Keep, Keepable};

pub(crate) use divergence::{Divergence, Location, Stop};
pub use live::{Answering, Dialog, DialogError};

pub(crate) use journal::{Again, Changed, Claim, Class, Invalid, Question, Reached};
