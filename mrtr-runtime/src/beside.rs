//! What stands beside a handler that no router of rmcp lists. See `rmcp::listed`.
//!
//! An inherent function wins over one of a trait by the same name: so the expansion of a handler, with these traits in
//! scope, finds the server's own router where there is one, and these functions, which list nothing, where there is none.
//! It stands outside of the adapter because a handler expands to it without that feature too.

/// What a server has by the name of a router.
#[derive(Debug)]
pub struct Beside<F>(pub F);

/// A server, as far as it has no router of rmcp. rustc shows this name where `#[tool_handler]` finds none.
pub trait ImplWithoutToolRouterAbove {
    /// None.
    fn tool_router() {}

    /// None.
    fn prompt_router() {}
}

impl<T: ?Sized> ImplWithoutToolRouterAbove for T {}

/// Something else by the name of a router, or nothing.
pub trait NothingBeside {
    /// Fine.
    fn tool(&self) {}

    /// Fine.
    fn prompt(&self) {}

    /// Fine.
    fn served_tools(&self) {}

    /// Fine.
    fn served_prompts(&self) {}
}

impl<F> NothingBeside for Beside<F> {}
