//! Steps that a delivery takes one at a time, and a clock that makes steps of its sleeps.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, SystemTime};

use mrtr_runtime::Clock;

/// Unlike every other time that a request waits for.
pub const LEASE: Duration = Duration::from_secs(33);

/// Ends the step of whoever awaits it.
pub async fn step() {
    let mut is_over = false;
    poll_fn(|_| match std::mem::replace(&mut is_over, true) {
        true => Poll::Ready(()),
        false => Poll::Pending,
    })
    .await
}

pub fn poll_to_end<F: Future + ?Sized>(mut future: Pin<Box<F>>) -> F::Output {
    loop {
        let mut context = Context::from_waker(Waker::noop());
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}

/// Time passes for the store.
pub fn advance(time: Duration) {
    poll_to_end(Box::pin(tokio::time::advance(time)));
}

/// The clock of one server. Its short sleeps, those of a request that waits for another, pass in a step of it; the
/// pause between two renewals is over when a run says so, and no other sleep ends.
#[derive(Clone, Default)]
pub struct SteppedClock(Arc<Sleeps>);

#[derive(Default)]
struct Sleeps {
    waits: AtomicBool,
    pauses: AtomicBool,
    pause_is_over: AtomicBool,
}

impl SteppedClock {
    pub fn reset(&self) {
        let Sleeps {
            waits,
            pauses,
            pause_is_over,
        } = &*self.0;
        for sleep in [waits, pauses, pause_is_over] {
            sleep.store(false, Ordering::SeqCst);
        }
    }

    /// Whether its request waits for another.
    pub fn waits(&self) -> bool {
        self.0.waits.load(Ordering::SeqCst)
    }

    /// Whether its request holds a round, and is between two renewals of the lease.
    pub fn pauses(&self) -> bool {
        self.0.pauses.load(Ordering::SeqCst)
    }

    /// The next step of its request renews the lease.
    pub fn end_pause(&self) {
        self.0.pause_is_over.store(true, Ordering::SeqCst);
    }
}

impl Clock for SteppedClock {
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000)
    }

    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let sleeps = self.0.clone();
        if duration == LEASE / 3 {
            return Box::pin(pause(sleeps));
        }
        if duration > Duration::from_secs(1) {
            return Box::pin(std::future::pending());
        }
        Box::pin(async move {
            sleeps.waits.store(true, Ordering::SeqCst);
            step().await;
            advance(duration);
            sleeps.waits.store(false, Ordering::SeqCst);
        })
    }
}

async fn pause(sleeps: Arc<Sleeps>) {
    poll_fn(move |_| {
        let is_over = sleeps.pause_is_over.swap(false, Ordering::SeqCst);
        sleeps.pauses.store(!is_over, Ordering::SeqCst);
        match is_over {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    })
    .await
}
