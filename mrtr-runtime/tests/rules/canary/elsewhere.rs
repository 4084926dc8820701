//! Failures that the engine alone never comes to. The canary of the adapter to rmcp (`tests/tests/canary`) reads this
//! file too, and fails where it did not walk one of them.

/// Labels of `Counter::Failed`.
pub(crate) const IN_THE_ADAPTER: &[&str] = &[
    "malformed",
    "old_client",
    "lost_retries",
    // Only calls of tools become tasks.
    "tasks",
    "tasks_per_caller",
    "unknown_task",
];
