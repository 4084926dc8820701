//! A handler without rmcp's attribute, on a server whose router lists those that have it: no client could call it.
//!
//! An attribute on a method does not see the block around it. But `#[tool_router]` writes `Self::tool_router` there, which
//! the expansion of such a handler names; on all other types it is the function of a trait.

use ::rmcp::handler::server::router::prompt::PromptRouter;
use ::rmcp::handler::server::router::tool::ToolRouter;

use crate::__private::{Beside, Listing};

impl<F, S> Beside<F>
where
    F: Fn() -> ToolRouter<S>,
{
    /// The router that would have to list the tool.
    #[must_use]
    pub fn tool(&self) -> Listing<ToolRouter<S>> {
        Listing::new()
    }
}

impl<F, S> Beside<F>
where
    F: Fn() -> PromptRouter<S>,
{
    /// The router that would have to list the prompt.
    #[must_use]
    pub fn prompt(&self) -> Listing<PromptRouter<S>> {
        Listing::new()
    }
}
