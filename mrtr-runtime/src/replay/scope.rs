//! Whether code runs inside the poll of its own handler: an ask in a spawned task does not (R11). And whether that handler
//! is still on its way to where the last round ended: what it logs there, it has logged before.

use std::cell::Cell;

thread_local! {
    static CURRENT: Cell<usize> = const { Cell::new(0) };
    static REPLAYING: Cell<bool> = const { Cell::new(false) };
}

/// Runs `poll` as the handler of the flow at this address.
pub(super) fn within<R>(flow: usize, is_replaying: bool, poll: impl FnOnce() -> R) -> R {
    let _restore = Restore(CURRENT.replace(flow), REPLAYING.replace(is_replaying));
    poll()
}

/// The handler that is polled has come to where the last round ended.
pub(super) fn go_on() {
    REPLAYING.set(false);
}

/// Whether the code that calls this is a handler that runs again and has not come to where the last round ended: what it
/// does here, it did before.
///
/// For logs and metrics only. A handler that asks, captures or returns by it would not replay as it was recorded. With the
/// feature `tracing-subscriber`, `HideRepeats` keeps repeated events out of logs.
///
/// ```
/// use mrtr_runtime::{is_replaying, prelude::*};
///
/// #[mrtr_tool]
/// async fn order(item: String) -> Result<String, Refused> {
///     if !is_replaying() {
///         println!("{item} was looked at"); // once, not in each round
///     }
///     ask_confirm!("Order {item}?").await?;
///     Ok(format!("{item} is ordered"))
/// }
/// # let _ = order;
/// ```
#[must_use]
pub fn is_replaying() -> bool {
    REPLAYING.get()
}

/// Whether the handler of the flow at this address is being polled on this thread.
pub(super) fn is_within(flow: usize) -> bool {
    CURRENT.get() == flow
}

/// Puts the outer flow back, also when the poll panics.
struct Restore(usize, bool);

impl Drop for Restore {
    fn drop(&mut self) {
        CURRENT.set(self.0);
        REPLAYING.set(self.1);
    }
}
