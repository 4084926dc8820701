//! A flow on its way into a part, or into the body of a handler.

use super::{Flow, Function, Location};
use crate::ask::Digested;

/// The flow as a part takes it: its hidden parameter. Only [`part!`](crate::part) and handlers themselves make one.
///
/// A part that took a [`Flow`] could be called like any other function, under the keys of its caller, whose answers could
/// then be taken for its own. So rustc asks for an argument of this type where a part is called without `part!`: write
/// `part!(self.pick(x)).await?`. Where it finds one too many, the function that is called through `part!` is none: mark it
/// `#[mrtr_part]`.
#[derive(Debug)]
pub struct FlowGivenByPartMacro {
    flow: Flow,
}

impl Flow {
    /// The flow for a part: its keys carry the part's name.
    #[doc(hidden)]
    #[must_use]
    pub fn part(&self, name: &str) -> FlowGivenByPartMacro {
        FlowGivenByPartMacro {
            flow: self.prefixed(name),
        }
    }

    /// The flow for the body of its handler.
    #[doc(hidden)]
    #[must_use]
    pub fn body(&self) -> FlowGivenByPartMacro {
        FlowGivenByPartMacro { flow: self.clone() }
    }
}

impl FlowGivenByPartMacro {
    /// For one of several calls of a part: what it asks and captures is of this.
    #[doc(hidden)]
    #[must_use]
    #[track_caller]
    pub fn of<T: Digested + ?Sized>(self, of: &T) -> Self {
        let flow = self.flow.part_of(of, Location::of_caller());
        Self { flow }
    }

    /// The flow inside the part.
    #[doc(hidden)]
    #[must_use]
    pub fn enter(&self, function: &'static Function) -> Flow {
        self.flow.enter(function)
    }
}
