//! Polls a handler until its round ends (R1, R2, R10, R13).
//!
//! What ends a round is looked for after each poll, in this order: a stop, a cancelled request, an
//! open ask, the handler's own return. So nothing that a handler does with an unanswered ask, such
//! as a timeout, a retry or a swallowed error, can make a result of it.

use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::sync::PoisonError;
use std::task::{Context, Poll};
use std::time::Duration;

use super::journal::Journal;
use super::{Flow, Stop, TaskPoint, scope};
use crate::wire::CancelSignal;

/// How a round ended.
pub(super) enum End<R> {
    /// The handler returned and asked nothing new.
    Complete(R),
    /// Questions are open.
    Suspended,
    /// The flow goes on as a task.
    BecomesTask(TaskPoint),
    /// The round failed.
    Stopped(Stop),
    /// The handler panicked.
    Panicked,
    /// The client cancelled the request.
    Cancelled,
}

/// Unwinds code that must not go on and cannot be parked: a synchronous closure, up to the driver,
/// which has the reason in the journal; a task that is not the handler's, up to its executor. No
/// panic hook is called.
pub(super) fn unwind() -> ! {
    std::panic::resume_unwind(Box::new(Parked))
}

struct Parked;

/// How long open asks wait for looks at pages: the time of two of them.
const LOOKS: Duration = Duration::from_secs(10);

type Timer = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Runs one round. The handler is dropped when it ends: nothing of it is held (R12).
pub(super) async fn drive<F: Future>(flow: &Flow, handler: F) -> End<F::Output> {
    let cancelled = flow.shared.cancelled.lock();
    let mut cancelled = cancelled.unwrap_or_else(PoisonError::into_inner).take();
    let end = poll_until_end(flow, handler, &mut cancelled).await;
    *flow
        .shared
        .cancelled
        .lock()
        .unwrap_or_else(PoisonError::into_inner) = cancelled;
    end
}

async fn poll_until_end<F: Future>(
    flow: &Flow,
    handler: F,
    cancelled: &mut Option<CancelSignal>,
) -> End<F::Output> {
    let mut handler = pin!(Some(handler));
    let (mut captures, mut looks) = (None, None);
    let end = poll_fn(|context| {
        watch(flow, cancelled, context);
        let polled = poll_once(flow, handler.as_mut(), context);
        let verdict = judge(flow, polled);
        if !matches!(verdict, Verdict::WaitForLooks) {
            // The next look has a time of its own.
            looks = None;
        }
        match verdict {
            Verdict::End(end) => Poll::Ready(end),
            Verdict::Wait => Poll::Pending,
            Verdict::WaitForCaptures => wait_for_captures(flow, &mut captures, context),
            Verdict::WaitForLooks => wait_for_looks(flow, &mut looks, context),
        }
    })
    .await;
    put_away(end, || handler.set(None))
}

/// Drops a handler or its value. A panic on the way is a panic of the handler, and never silence.
fn put_away<R>(end: End<R>, drop_it: impl FnOnce()) -> End<R> {
    let dropped = catch_unwind(AssertUnwindSafe(drop_it));
    match end {
        End::Suspended | End::BecomesTask(_) if dropped.is_err() => End::Panicked,
        end => end,
    }
}

/// Notes a cancelled request, and where to wake this round from.
fn watch(flow: &Flow, cancelled: &mut Option<CancelSignal>, context: &mut Context<'_>) {
    let mut waker = flow
        .shared
        .waker
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    match &mut *waker {
        Some(waker) => waker.clone_from(context.waker()),
        none => *none = Some(context.waker().clone()),
    }
    drop(waker);
    if let Some(signal) = cancelled
        && signal.as_mut().poll(context).is_ready()
    {
        *cancelled = None;
        flow.with(|journal| journal.cancelled = true);
    }
}

enum Polled<R> {
    Pending,
    Returned(R),
    Panicked,
}

fn poll_once<F: Future>(
    flow: &Flow,
    handler: Pin<&mut Option<F>>,
    context: &mut Context<'_>,
) -> Polled<F::Output> {
    let poll = AssertUnwindSafe(|| match handler.as_pin_mut() {
        Some(handler) => handler.poll(context),
        None => Poll::Pending,
    });
    flow.with(|journal| journal.polls = journal.polls.wrapping_add(1));
    let is_replaying = flow.with(|journal| journal.is_replaying);
    match scope::within(flow.address(), is_replaying, || catch_unwind(poll)) {
        Ok(Poll::Pending) => Polled::Pending,
        Ok(Poll::Ready(value)) => Polled::Returned(value),
        Err(_) => Polled::Panicked,
    }
}

enum Verdict<R> {
    End(End<R>),
    Wait,
    WaitForCaptures,
    WaitForLooks,
}

fn judge<R>(flow: &Flow, mut polled: Polled<R>) -> Verdict<R> {
    match flow.with(|journal| look(journal, &mut polled)) {
        // A value that counts for nothing is dropped outside of the journal's lock.
        Verdict::End(end) => Verdict::End(put_away(end, || drop(polled))),
        wait => wait,
    }
}

fn look<R>(journal: &mut Journal, polled: &mut Polled<R>) -> Verdict<R> {
    let gone = !matches!(polled, Polled::Pending);
    if !gone && !journal.is_ending() {
        return Verdict::Wait;
    }
    if !gone && journal.is_running() {
        return Verdict::WaitForCaptures;
    }
    if !gone && journal.is_looking() {
        return Verdict::WaitForLooks;
    }
    Verdict::End(settle(journal, polled))
}

/// The round ends here.
fn settle<R>(journal: &mut Journal, polled: &mut Polled<R>) -> End<R> {
    if matches!(polled, Polled::Returned(_)) && journal.open.is_empty() && journal.task.is_none() {
        journal.check_claims();
    }
    journal.check_left();
    end(journal, polled)
}

fn end<R>(journal: &mut Journal, polled: &mut Polled<R>) -> End<R> {
    if let Some(stop) = journal.stop.take() {
        return End::Stopped(stop);
    }
    if journal.cancelled {
        return End::Cancelled;
    }
    if matches!(polled, Polled::Panicked) {
        return End::Panicked;
    }
    if !journal.open.is_empty() {
        return End::Suspended;
    }
    if let Some(point) = journal.task.take() {
        return End::BecomesTask(point);
    }
    match std::mem::replace(polled, Polled::Pending) {
        Polled::Returned(value) => End::Complete(value),
        Polled::Pending | Polled::Panicked => End::Suspended,
    }
}

/// Waits for running captures in other branches, for as long as a round may take.
fn wait_for_captures<R>(
    flow: &Flow,
    timer: &mut Option<Timer>,
    context: &mut Context<'_>,
) -> Poll<End<R>> {
    // A task takes its time, unless it was cancelled.
    if flow.shared.facts.is_task && !flow.with(|journal| journal.cancelled) {
        return Poll::Pending;
    }
    let timer =
        timer.get_or_insert_with(|| flow.shared.mrtr.clock().sleep(flow.limits().round_time));
    if timer.as_mut().poll(context).is_pending() {
        return Poll::Pending;
    }
    flow.with(|journal| {
        if journal.cancelled {
            return Poll::Ready(End::Cancelled);
        }
        journal.time_out();
        Poll::Ready(journal.stop.take().map_or(End::Panicked, End::Stopped))
    })
}

/// Waits for looks at pages in other branches, which are asked for in the same round if they are not done. A look ends by
/// itself; one that nothing polls any more does not, and its page is not asked for.
fn wait_for_looks<R>(
    flow: &Flow,
    timer: &mut Option<Timer>,
    context: &mut Context<'_>,
) -> Poll<End<R>> {
    let timer = timer.get_or_insert_with(|| flow.shared.mrtr.clock().sleep(LOOKS));
    if timer.as_mut().poll(context).is_pending() {
        return Poll::Pending;
    }
    Poll::Ready(flow.with(|journal| settle(journal, &mut Polled::Pending)))
}
