//! How long a request is held open for a page that was consented to and is not done.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

use crate::replay::Flow;

/// How often it is looked whether the page is done: at first, and at most.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(2));

type Timer = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The time that a page has, counted from the first look that came too early.
pub(super) struct Hold {
    end: Option<Timer>,
    pause: Duration,
    pub(super) is_over: bool,
}

impl Hold {
    pub(super) fn new() -> Self {
        Self {
            end: None,
            pause: PAUSES.0,
            is_over: false,
        }
    }

    /// Lets some time pass, more with each call, and no more than there is.
    pub(super) async fn pause(&mut self, flow: &Flow) {
        let clock = flow.mrtr().clock();
        let limits = flow.limits();
        let time = limits.hold_open.min(limits.round_time);
        let end = self.end.get_or_insert_with(|| clock.sleep(time));
        let mut pause = clock.sleep(self.pause);
        self.pause = self.pause.saturating_mul(2).min(PAUSES.1);
        let is_over = &mut self.is_over;
        poll_fn(move |context| {
            if end.as_mut().poll(context).is_ready() {
                *is_over = true;
                return Poll::Ready(());
            }
            pause.as_mut().poll(context)
        })
        .await;
    }
}
