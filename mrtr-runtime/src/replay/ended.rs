//! How a claimed round ends (R14): what is kept of it for its repeats, and what its client gets.

use super::kept::{Keep, Kept};
use super::round::{NotSealed, Round};
use super::suspend::Suspension;
use super::{Flow, Function};
use crate::wire::{Capability, Failure, Reply};

/// How a claimed round ends.
pub(super) struct Ended<R> {
    /// What its repeats get, unless it is given back.
    pub(super) kept: Kept,
    pub(super) reply: Reply<R>,
    /// What a client needs for the questions of the reply.
    pub(super) needs: Vec<Capability>,
    /// Whether the same request may go on at another time.
    pub(super) is_for_now: bool,
}

impl<R> Ended<R> {
    const fn with(kept: Kept, reply: Reply<R>) -> Self {
        Self {
            kept,
            reply,
            needs: Vec::new(),
            is_for_now: false,
        }
    }

    fn failed(failure: Failure, is_for_now: bool) -> Self {
        Self {
            is_for_now,
            ..Self::with(Kept::Failed(failure.clone()), Reply::Failed(failure))
        }
    }
}

impl Flow {
    /// How a claimed round ends.
    pub(super) fn ended<R>(
        &self,
        function: &'static Function,
        round: Option<Round<R>>,
        keep: &Keep<R>,
    ) -> Ended<R> {
        match round {
            Some(Round::Complete(value)) => {
                let kept = (keep.write)(&value).map_or(Kept::Unknown, Kept::Complete);
                let retried = self.shared.facts.retried;
                Ended::with(kept, Reply::Complete { value, retried })
            }
            Some(Round::Suspended(open)) => self.ended_with_questions(function, open),
            Some(Round::Failed(failure)) => Ended::failed(failure, false),
            Some(Round::NotNow(failure)) => Ended::failed(failure, true),
            None => Ended::with(Kept::Unknown, Reply::Failed(self.cancelled(function))),
        }
    }

    fn ended_with_questions<R>(
        &self,
        function: &'static Function,
        open: Box<Suspension>,
    ) -> Ended<R> {
        let needs = open.needs();
        let open = match self.sealed(function, open) {
            Ok(open) => open,
            Err(NotSealed {
                failure,
                is_for_now,
            }) => return Ended::failed(failure, is_for_now),
        };
        let numbers = needs.iter().map(|need| need.number()).collect();
        Ended {
            needs,
            ..Ended::with(Kept::questions(&open, numbers), Reply::InputRequired(open))
        }
    }
}
