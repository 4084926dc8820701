//! What expansions of the macros name. Not for authors: it changes without notice.

pub use crate::ask::{At, Builder, confirm, elicit, roots, sample};
pub use crate::replay::{Begin, Begun, Codec, Function, FunctionParts, Site, SiteKind, Slot, codec};
