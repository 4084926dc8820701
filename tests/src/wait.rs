//! Waiting for something to become true.

use std::time::Duration;

/// How long anything may take before a test fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// A future that must end in time.
pub trait Deadline: Future + Sized {
    fn in_time(self) -> impl Future<Output = Self::Output> {
        async {
            let ended = tokio::time::timeout(PATIENCE, self).await;
            ended.expect("this takes too long")
        }
    }
}

impl<F: Future> Deadline for F {}

/// Polls until the condition holds.
pub async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let wait = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    let ended = tokio::time::timeout(PATIENCE, wait).await;
    assert!(ended.is_ok(), "in vain waited until {what}");
}
