//! A filter for logs (feature `tracing-subscriber`): events that a replay repeats.

use tracing::{Event, Metadata, Subscriber};
use tracing_subscriber::layer::{Context, Filter, Layer};

use crate::is_replaying;

/// Hides events that a handler has logged in an earlier round of its flow.
///
/// A handler runs from its start in every round, so what it logs ahead of an ask would stand in the log once for each
/// round. This lets through what it logs behind the place where the last round ended, and never loses the first event
/// behind an ask. It is a filter for one layer, or a layer that filters for all:
///
/// ```
/// use mrtr_runtime::HideRepeats;
/// use tracing_subscriber::Layer as _;
/// use tracing_subscriber::layer::SubscriberExt as _;
///
/// let log = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_filter(HideRepeats::new());
/// let subscriber = tracing_subscriber::registry().with(log);
/// # let _ = subscriber;
/// let all = tracing_subscriber::registry().with(HideRepeats::new()).with(tracing_subscriber::fmt::layer());
/// # let _ = all;
/// ```
///
/// * Where branches of a `join!` were open, the round goes on at the first that is reached: what the others logged ahead of
///   their asks may come once more, or not at all if they had not logged it yet ([`is_replaying`] has it exactly).
/// * A handler that takes another way than before, past all that was open, is still replaying until it asks or captures.
///   What it logs until then is hidden, and an event of this crate says so if it returns that way.
/// * Spans and what a spawned task logs come through, and so do events of this crate.
#[derive(Debug, Clone, Copy, Default)]
pub struct HideRepeats(());

impl HideRepeats {
    /// The filter.
    #[must_use]
    pub const fn new() -> Self {
        Self(())
    }
}

fn is_repeat(metadata: &Metadata<'_>) -> bool {
    metadata.is_event() && is_replaying() && !is_ours(metadata.target())
}

fn is_ours(target: &str) -> bool {
    let rest = target.strip_prefix("mrtr_runtime");
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

impl<S> Filter<S> for HideRepeats {
    fn enabled(&self, metadata: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        !is_repeat(metadata)
    }
}

impl<S: Subscriber> Layer<S> for HideRepeats {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        !is_repeat(event.metadata())
    }
}

#[cfg(test)]
mod tests {
    use super::is_ours;

    #[test]
    fn events_of_this_crate_are_told_by_their_target() {
        assert!(is_ours("mrtr_runtime") && is_ours("mrtr_runtime::replay::round"));
        assert!(!is_ours("mrtr_runtime_of_somebody") && !is_ours("incident") && !is_ours(""));
    }
}
