//! What stands beside a handler that no router of rmcp lists. See `rmcp::listed`.

/// What a server has by the name of a router.
#[derive(Debug)]
pub struct Beside<F>(pub F);

/// A server without a router of rmcp.
pub trait NoRouter {
    /// None.
    fn tool_router() {}

    /// None.
    fn prompt_router() {}
}

impl<T: ?Sized> NoRouter for T {}

/// Something else by the name of a router, or nothing.
pub trait NothingBeside {
    /// Fine.
    fn tool(&self) {}

    /// Fine.
    fn prompt(&self) {}
}

impl<F> NothingBeside for Beside<F> {}
