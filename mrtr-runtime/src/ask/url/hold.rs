//! How long a page that is not done is waited for, and how long a look at one may take.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use crate::replay::Flow;

/// How often it is looked whether the page is done: at first, and at last.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(2));

/// The same at last in a task, which may look for days.
const LONG_PAUSE: Duration = Duration::from_secs(15);

/// What each look has at the least, also the one at the end.
const LOOK: Duration = Duration::from_secs(5);

type Timer = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The time that a page has, counted from the first look that does not find it done at once; in a task, where nobody
/// holds a request open, the time of one look.
pub(super) struct Hold {
    end: Option<Timer>,
    pause: Duration,
    is_over: bool,
}

impl Hold {
    pub(super) fn new() -> Self {
        Self {
            end: None,
            pause: PAUSES.0,
            is_over: false,
        }
    }

    /// Whether the page is looked at again.
    pub(super) fn goes_on(&self, flow: &Flow) -> bool {
        !self.is_over || holds_no_request(flow)
    }

    /// What is looked up may never answer: then there is none when the time is over.
    pub(super) async fn look<T>(
        &mut self,
        flow: &Flow,
        look: impl Future<Output = T>,
    ) -> Option<T> {
        let mut look = pin!(look);
        let mut time = LookTime::default();
        poll_fn(move |context| {
            if let Poll::Ready(seen) = look.as_mut().poll(context) {
                return Poll::Ready(Some(seen));
            }
            let is_over = self.poll_end(flow, context).is_ready();
            time.poll_end(is_over, flow, context).map(|()| None)
        })
        .await
    }

    /// Lets some time pass, more with each call, and no more than there is.
    pub(super) async fn pause(&mut self, flow: &Flow) {
        let mut pause = flow.mrtr().clock().sleep(self.pause);
        self.pause = self.pause.saturating_mul(2);
        if holds_no_request(flow) {
            (self.end, self.is_over, self.pause) = (None, false, self.pause.min(LONG_PAUSE));
            return pause.await;
        }
        self.pause = self.pause.min(PAUSES.1);
        poll_fn(move |context| match self.poll_end(flow, context) {
            Poll::Ready(()) => Poll::Ready(()),
            Poll::Pending => pause.as_mut().poll(context),
        })
        .await;
    }

    fn poll_end(&mut self, flow: &Flow, context: &mut Context<'_>) -> Poll<()> {
        if self.is_over {
            return Poll::Ready(());
        }
        let limits = flow.limits();
        let time = limits.hold_open.min(limits.round_time);
        let end = self
            .end
            .get_or_insert_with(|| flow.mrtr().clock().sleep(time));
        let end = end.as_mut().poll(context);
        self.is_over = end.is_ready();
        end
    }
}

/// The time of one look: what each has, and then as long as somebody waits for the page and for nothing else.
#[derive(Default)]
struct LookTime {
    timer: Option<Timer>,
    has_had_least: bool,
}

impl LookTime {
    /// Nothing tells a look that its client has gone away, or that the round is to end: it sees for itself, every now
    /// and then.
    fn poll_end(&mut self, is_over: bool, flow: &Flow, context: &mut Context<'_>) -> Poll<()> {
        let is_over = is_over || flow.with(|journal| journal.is_left || journal.is_ending());
        let sleep = |time| flow.mrtr().clock().sleep(time);
        let timer = self.timer.get_or_insert_with(|| sleep(LOOK));
        while !(is_over && self.has_had_least) {
            ready!(timer.as_mut().poll(context));
            self.has_had_least = true;
            *timer = sleep(PAUSES.1);
        }
        Poll::Ready(())
    }
}

/// A task looks on until it ends, unless pages are not waited for at all.
fn holds_no_request(flow: &Flow) -> bool {
    flow.is_task() && !flow.limits().hold_open.is_zero()
}
