//! The server's own clock, as far as it is known here.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What the server's clock showed in milliseconds, and when.
#[derive(Debug, Default)]
pub(super) struct ServerClock(Mutex<Option<(u64, Instant)>>);

impl ServerClock {
    /// The server has just said what its clock shows.
    pub(super) fn set(&self, millis: u64) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *seen = Some((millis, Instant::now()));
    }

    /// What it will show when this time has passed; none if it was never seen. It shows more, by as long as the answer took
    /// to get here, its wait for replicas included: a deadline of a claim is never later than it was meant, and one that is
    /// too early is answered with the time, for the next try.
    pub(super) fn after(&self, time: Duration) -> Option<u64> {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (millis, at) = (*seen)?;
        let since = at.elapsed().saturating_add(time);
        let since = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
        Some(millis.saturating_add(since))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn it_goes_on_from_what_was_seen_last() {
        let clock = ServerClock::default();
        assert_eq!(clock.after(Duration::ZERO), None);
        clock.set(u64::MAX - 1);
        clock.set(1_000);
        let after = clock.after(Duration::from_secs(2)).unwrap();
        assert!((3_000..600_000).contains(&after), "{after}");
        clock.set(u64::MAX - 1);
        assert_eq!(clock.after(Duration::MAX), Some(u64::MAX));
    }
}
