//! Waits that end with the request.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::PoisonError;
use std::task::{Context, Poll};
use std::time::Duration;

use super::Flow;
use crate::wire::CancelSignal;

/// How a wait ended.
pub(super) enum Waited<T> {
    Ready(T),
    TimedOut,
    Cancelled,
}

impl Flow {
    /// Waits for a future, until the time is over or the request is cancelled.
    pub(super) async fn timed<F: Future>(&self, limit: Duration, wait: F) -> Waited<F::Output> {
        let mut timer = self.shared.mrtr.clock().sleep(limit);
        let mut wait = pin!(wait);
        poll_fn(move |context| {
            if let Poll::Ready(value) = wait.as_mut().poll(context) {
                return Poll::Ready(Waited::Ready(value));
            }
            if self.is_cancelled(context) {
                return Poll::Ready(Waited::Cancelled);
            }
            timer.as_mut().poll(context).map(|()| Waited::TimedOut)
        })
        .await
    }

    /// Lets some time pass; false if the request was cancelled meanwhile.
    pub(super) async fn pause(&self, time: Duration) -> bool {
        let waited = self.timed(time, std::future::pending::<()>()).await;
        !matches!(waited, Waited::Cancelled)
    }

    pub(super) fn is_cancelled(&self, context: &mut Context<'_>) -> bool {
        let cancelled = self.shared.cancelled.lock();
        match &mut *cancelled.unwrap_or_else(PoisonError::into_inner) {
            Some(signal) => signal.as_mut().poll(context).is_ready(),
            None => false,
        }
    }

    /// Takes the signal away: nobody else learns that the request was cancelled.
    pub(super) fn take_cancelled(&self) -> Option<CancelSignal> {
        let cancelled = self.shared.cancelled.lock();
        cancelled.unwrap_or_else(PoisonError::into_inner).take()
    }
}
