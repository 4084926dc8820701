//! A clock that a test moves.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use crate::Clock;

/// A clock that stands still until a test moves it. Clones show the same time.
///
/// Its timer is tokio's, which a test can pause (`#[tokio::test(start_paused = true)]`).
///
/// ```
/// use std::time::Duration;
///
/// use mrtr_runtime::Clock as _;
/// use mrtr_runtime::testing::TestClock;
///
/// let clock = TestClock::new();
/// let start = clock.now();
/// clock.advance(Duration::from_secs(60));
/// assert_eq!(clock.now(), start + Duration::from_secs(60));
/// ```
#[derive(Debug, Clone)]
pub struct TestClock(Arc<Mutex<SystemTime>>);

/// 15 January 2027, 8:00 UTC.
const START: Duration = Duration::from_secs(1_800_000_000);

impl TestClock {
    /// A clock that shows 15 January 2027, 8:00 UTC.
    #[must_use]
    pub fn new() -> Self {
        let start = SystemTime::UNIX_EPOCH.checked_add(START);
        Self(Arc::new(Mutex::new(
            start.unwrap_or(SystemTime::UNIX_EPOCH),
        )))
    }

    /// Lets so much time pass.
    pub fn advance(&self, time: Duration) {
        let mut now = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *now = now.checked_add(time).unwrap_or(*now);
    }
}

impl Default for TestClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for TestClock {
    fn now(&self) -> SystemTime {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(tokio::time::sleep(duration))
    }
}
