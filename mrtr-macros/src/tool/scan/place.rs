//! Where in a handler's body something stands.

use proc_macro2::{Ident, TokenStream};

/// The surroundings of a token.
#[derive(Clone, Default)]
pub(crate) struct Place {
    /// The innermost thing around it that runs by itself.
    pub(crate) scope: Scope,
    pub(crate) repeats: Option<Repeat>,
    /// Whether it runs for each of several: in a `for`, in a closure that is given something, in a `while let`.
    pub(crate) is_for_each: bool,
    pub(crate) in_macro_rules: bool,
    pub(crate) forbidden: Option<Forbidden>,
    /// Whether a variable takes it there.
    pub(crate) is_handed_on: bool,
    /// The arms of the branches around it: the branch's number and the arm's.
    pub(crate) branches: Vec<(u32, u32)>,
    /// The innermost `let` whose initializer holds it.
    pub(crate) binding: Option<usize>,
    pub(crate) cfgs: Vec<Cfg>,
    /// Whether a run of the body may pass it by.
    pub(crate) is_conditional: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Scope {
    #[default]
    Async,
    SyncClosure,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repeat {
    Loop,
    Closure,
}

/// A place where no ask may stand.
#[derive(Clone)]
pub(crate) enum Forbidden {
    NestedFn,
    Spawn,
    Select,
    /// The call of a function that races futures.
    Race(Ident),
    Capture,
    /// What runs the tools of a sample.
    Run,
    /// What the value of a sample is held against.
    Check,
    BlockOn(Ident),
}

/// A `#[cfg(..)]` on the statement with this number.
#[derive(Clone)]
pub(crate) struct Cfg {
    pub(crate) statement: u32,
    pub(crate) attribute: TokenStream,
}

impl Place {
    /// Whether no run comes by both places.
    pub(crate) fn is_in_other_arm(&self, other: &Self) -> bool {
        let other_arm = |branch: u32| other.branches.iter().find(|(number, _)| *number == branch);
        let mut branches = self.branches.iter();
        branches.any(|(branch, arm)| other_arm(*branch).is_some_and(|(_, other)| other != arm))
    }

    /// Whether no build comes by both places.
    pub(crate) fn is_under_other_cfg(&self, other: &Self) -> bool {
        let statement = |place: &Self| place.cfgs.last().map(|cfg| cfg.statement);
        match (statement(self), statement(other)) {
            (Some(one), Some(two)) => one != two,
            _ => false,
        }
    }

    /// Where waiting for ever would hang the thread: in a closure, and under `block_on`.
    pub(crate) fn is_blocking(&self) -> bool {
        self.scope == Scope::SyncClosure || matches!(self.forbidden, Some(Forbidden::BlockOn(_)))
    }

    /// Where an ask would get no flow that it could wait in.
    pub(crate) fn is_detached(&self) -> bool {
        matches!(
            self.forbidden,
            Some(Forbidden::NestedFn | Forbidden::Spawn | Forbidden::Check)
        )
    }
}
