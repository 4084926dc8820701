//! The end of a task.

use std::time::{Duration, Instant};

use ::rmcp::model::CallToolResult;
use ::rmcp::task_manager::TaskExit;

use crate::__private::TaskStart;
use crate::Mrtr;
use crate::clock::saturating_millis;
use crate::wire::json_bytes;

/// Says that a task has ended, however it did: also when it is dropped.
pub(super) struct Ending {
    mrtr: Mrtr,
    id: String,
    handler: &'static str,
    /// When rmcp drops it, if somebody asks after it then; none for never.
    until: Option<Instant>,
    /// What it gave, as compact JSON; none if it came to no end of its own.
    bytes: Option<usize>,
}

impl Ending {
    /// Of a task that was `begun` no later than rmcp begins to count its time.
    pub(super) fn of(start: &TaskStart, id: &str, begun: Instant) -> Self {
        // As rmcp counts it.
        let ttl = Duration::from_millis(saturating_millis(start.ttl()));
        Self {
            mrtr: start.mrtr().clone(),
            id: id.to_owned(),
            handler: start.handler(),
            until: begun.checked_add(ttl),
            bytes: None,
        }
    }

    /// It has come to its end.
    pub(super) fn note(&mut self, end: &Result<CallToolResult, TaskExit>) {
        self.bytes = Some(match end {
            Ok(result) => json_bytes(result),
            Err(TaskExit::Error(error)) => json_bytes(error),
            Err(TaskExit::Cancelled) => 0,
        });
    }

    fn is_over(&self) -> bool {
        self.until.is_some_and(|until| until <= Instant::now())
    }

    fn warn_if_lost(&self, bytes: usize) {
        let (handler, limit) = (self.handler, self.mrtr.limits().ended_tasks_bytes);
        if bytes > limit {
            tracing::warn!(
                handler,
                bytes,
                limit,
                "what a task gave is not kept: `ended_tasks_bytes`"
            );
        }
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        // Whoever asks after a task at its deadline may come ahead of our own timer.
        if self.bytes.is_none() && self.is_over() {
            self.mrtr.note_late_task(self.handler);
        }
        let bytes = self.bytes.unwrap_or_default();
        self.warn_if_lost(bytes);
        let limits = self.mrtr.limits();
        self.mrtr.tasks().end(&self.id, bytes, limits);
    }
}
