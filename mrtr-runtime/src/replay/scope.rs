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
/// It is so for a whole run: from its start to the first place that is new in it (an ask that was open, a question that was
/// not asked before, a capture that is not recorded), and from there on no more. Steps one after the other are thus each
/// told once. Not so those in branches of a `join!`, which are polled in turn:
///
/// * What stands behind an ask of its branch is never taken for a repeat in the round that answered it.
/// * What stands in a branch ahead of its open ask is told again in each round in which a branch that is polled earlier
///   came to something new.
/// * What a branch had not come to when the last round ended, since it waited for something, is taken for a repeat if it
///   is polled ahead of the first branch that comes to something new.
///
/// Where that matters, it belongs ahead of the `join!`, behind it, or into a `capture!`.
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
