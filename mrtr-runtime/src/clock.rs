//! Where the time comes from. Tests put their own clock here.

use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The clock of a server: the time of day, for what is sealed, and a timer, for what is waited for.
pub trait Clock: Send + Sync + 'static {
    /// The time of day.
    fn now(&self) -> SystemTime;

    /// Ends when `duration` has passed.
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>>;
}

/// The clock of the machine, with tokio's timer.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(tokio::time::sleep(duration))
    }
}

/// Milliseconds since 1970; a clock before that reads as 1970.
pub(crate) fn millis(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, saturating_millis)
}

/// The time that [`millis`] reads, or 1970 where the machine's clock cannot hold it.
pub(crate) fn time_of(millis: u64) -> SystemTime {
    let time = UNIX_EPOCH.checked_add(Duration::from_millis(millis));
    time.unwrap_or(UNIX_EPOCH)
}

/// A duration in whole milliseconds.
pub(crate) fn saturating_millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
