//! Whether code runs inside the poll of its own handler: an ask in a spawned task does not (R11).

use std::cell::Cell;

thread_local! {
    static CURRENT: Cell<usize> = const { Cell::new(0) };
}

/// Runs `poll` as the handler of the flow at this address.
pub(super) fn within<R>(flow: usize, poll: impl FnOnce() -> R) -> R {
    let _restore = Restore(CURRENT.replace(flow));
    poll()
}

/// Whether the handler of the flow at this address is being polled on this thread.
pub(super) fn is_within(flow: usize) -> bool {
    CURRENT.get() == flow
}

/// Puts the outer flow back, also when the poll panics.
struct Restore(usize);

impl Drop for Restore {
    fn drop(&mut self) {
        CURRENT.set(self.0);
    }
}
