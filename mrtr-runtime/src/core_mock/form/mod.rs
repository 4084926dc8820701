//! Stand-in.
mod kind;
mod model;
mod schema;
pub use kind::{ChoiceOption, FieldKind, Format};
pub use model::{Form, FormField};
