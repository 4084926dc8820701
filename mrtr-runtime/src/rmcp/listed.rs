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

/// The router is there, and no client sees it.
#[allow(non_camel_case_types)]
#[derive(Debug)]
#[must_use = "the server has a `tool_router`, and this block serves no tools: write `#[tool_handler]` below `#[mrtr_handler]`. If rmcp's `Router` serves them: `#[allow(unused_must_use)]` on the block"]
pub struct tools_that_no_client_sees;

/// The same of prompts.
#[allow(non_camel_case_types)]
#[derive(Debug)]
#[must_use = "the server has a `prompt_router`, and this block serves no prompts: write `#[prompt_handler]` below `#[mrtr_handler]`. If rmcp's `Router` serves them: `#[allow(unused_must_use)]` on the block"]
pub struct prompts_that_no_client_sees;

impl<F, S> Beside<F>
where
    F: Fn() -> ToolRouter<S>,
{
    /// A router, which would have to list the tool.
    pub fn tool(&self) -> tool_that_no_router_lists {
        tool_that_no_router_lists
    }

    /// A router, which the block would have to serve.
    pub fn served_tools(&self) -> tools_that_no_client_sees {
        tools_that_no_client_sees
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

    /// A router, which the block would have to serve.
    pub fn served_prompts(&self) -> prompts_that_no_client_sees {
        prompts_that_no_client_sees
    }
}
