//! The questions that a handler can ask.

mod message;

pub use message::{Escaped, escaped};
