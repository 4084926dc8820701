//! Waiting for something to become true.

use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::Child;

/// How long anything may take before a test fails. A store that hangs takes twenty seconds for a claim and its giving back.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

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
pub async fn until(what: &str, holds: impl FnMut() -> bool) {
    until_within(PATIENCE, what, holds).await;
}

/// Polls until the condition holds, for longer than other waits.
pub async fn until_within(patience: Duration, what: &str, mut holds: impl FnMut() -> bool) {
    let wait = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    let ended = tokio::time::timeout(patience, wait).await;
    assert!(ended.is_ok(), "in vain waited until {what}");
}

/// The first line with this text on the standard output of a process; empty if there is none.
pub(crate) async fn line_with(child: &mut Child, text: &str) -> String {
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let wait = async {
        while let Some(line) = lines.next_line().await.unwrap() {
            if line.contains(text) {
                return line;
            }
        }
        String::new()
    };
    wait.in_time().await
}
