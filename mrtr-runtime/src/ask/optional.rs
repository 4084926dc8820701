//! An ask that may go unasked: `or = value`.
//!
//! It is what `if flow.can(..) { ask } else { value }` would be, with the ask's own capabilities: so the flow
//! keeps the way that it took first, whatever the client declares later.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use super::future::Answered;
use super::{Ask, Refused};
use crate::replay::Question;

/// A question to the client, or the value that stands for its answer where the client cannot be asked.
#[must_use = "nothing is asked until this is awaited"]
pub struct Optional<'f, Q: Answered> {
    ask: Ask<'f, Q>,
    way: Way<Q::Answer>,
}

enum Way<A> {
    Ask,
    /// Gone once it was given.
    Instead(Option<A>),
}

/// Nothing in it refers to itself.
impl<Q: Answered> Unpin for Optional<'_, Q> {}

impl<Q: Question> Ask<'_, Q> {
    /// Whether the client can be asked this, as it was when the flow first came by. What was answered counts,
    /// whatever this client can.
    pub fn can(&self) -> bool {
        let mut capabilities = self.question.capabilities().into_iter();
        let can = self.is_answered() || capabilities.all(|one| self.flow.can(one));
        if !can {
            self.pass();
        }
        can
    }
}

impl<'f, Q: Answered> Ask<'f, Q> {
    /// The client can be asked.
    pub fn asked(self) -> Optional<'f, Q> {
        Optional {
            ask: self,
            way: Way::Ask,
        }
    }
}

impl<'f, T, Q: Answered<Answer = Result<T, Refused>>> Ask<'f, Q> {
    /// The client cannot be asked: this is what the ask gives.
    pub fn or(self, value: T) -> Optional<'f, Q> {
        Optional {
            ask: self,
            way: Way::Instead(Some(Ok(value))),
        }
    }
}

impl<Q: Answered + Unpin> Future for Optional<'_, Q> {
    type Output = Q::Answer;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        let Way::Instead(value) = &mut this.way else {
            return Pin::new(&mut this.ask).poll(context);
        };
        value.take().map_or(Poll::Pending, Poll::Ready)
    }
}

impl<Q: Answered> fmt::Debug for Optional<'_, Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Optional").finish_non_exhaustive()
    }
}
