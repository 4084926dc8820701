//! A handler without rmcp's attribute, on a server whose router lists those that have it: no client could call it.
//!
//! An attribute on a method does not see the block around it. But `#[tool_router]` writes `Self::tool_router` there, which
//! the expansion of such a handler names; on all other types it is the function of a trait.

use ::rmcp::handler::server::router::prompt::PromptRouter;
use ::rmcp::handler::server::router::tool::ToolRouter;

use crate::__private::Beside;

/// The headline of rustc's warning.
#[allow(non_camel_case_types)]
#[derive(Debug)]
#[must_use = "the server's `tool_router` lists what has `#[tool]`, so no client can call this: write `#[tool]` below `#[mrtr_tool]`. A helper that asks is a `#[mrtr_part]`. If it is meant: `#[mrtr_tool(allow(unlisted))]`"]
pub struct tool_that_no_router_lists;

/// The same of a prompt.
#[allow(non_camel_case_types)]
#[derive(Debug)]
#[must_use = "the server's `prompt_router` lists what has `#[prompt]`, so no client can get this: write `#[prompt]` below `#[mrtr_prompt]`. A helper that asks is a `#[mrtr_part]`. If it is meant: `#[mrtr_prompt(allow(unlisted))]`"]
pub struct prompt_that_no_router_lists;

impl<F, S> Beside<F>
where
    F: Fn() -> ToolRouter<S>,
{
    /// A router, which would have to list the tool.
    pub fn tool(&self) -> tool_that_no_router_lists {
        tool_that_no_router_lists
    }
}

impl<F, S> Beside<F>
where
    F: Fn() -> PromptRouter<S>,
{
    /// A router, which would have to list the prompt.
    pub fn prompt(&self) -> prompt_that_no_router_lists {
        prompt_that_no_router_lists
    }
}
