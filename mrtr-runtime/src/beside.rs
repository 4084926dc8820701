//! What stands beside a handler that no router of rmcp lists. See `rmcp::listed`.

use std::marker::PhantomData;

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
    /// No router of tools.
    fn tool(&self) -> Listing<Nothing> {
        Listing::new()
    }

    /// No router of prompts.
    fn prompt(&self) -> Listing<Nothing> {
        Listing::new()
    }
}

impl<F> NothingBeside for Beside<F> {}

/// The router beside a handler.
#[derive(Debug, Default)]
pub struct Listing<R>(PhantomData<fn() -> R>);

impl<R> Listing<R> {
    /// Of this type.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

/// No router.
#[derive(Debug)]
pub struct Nothing;

/// That a tool without `#[tool]` is fine where it stands.
#[diagnostic::on_unimplemented(
    message = "no client can call this tool: the server's `tool_router` lists what has `#[tool]`",
    label = "write `#[tool]` below `#[mrtr_tool]`; a helper that asks is a `#[mrtr_part]`"
)]
pub trait ListsTools {
    /// It is.
    fn listed(&self) {}
}

#[diagnostic::do_not_recommend]
impl ListsTools for Listing<Nothing> {}

/// That a prompt without `#[prompt]` is fine where it stands.
#[diagnostic::on_unimplemented(
    message = "no client can get this prompt: the server's `prompt_router` lists what has `#[prompt]`",
    label = "write `#[prompt]` below `#[mrtr_prompt]`; a helper that asks is a `#[mrtr_part]`"
)]
pub trait ListsPrompts {
    /// It is.
    fn listed(&self) {}
}

#[diagnostic::do_not_recommend]
impl ListsPrompts for Listing<Nothing> {}
