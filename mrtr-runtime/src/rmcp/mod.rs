//! The adapter to rmcp, the official Rust SDK.
//!
//! It only translates: a request of rmcp into a [`Request`](crate::Request), the end of a round into
//! rmcp's own types, and the questions of a round into requests to a client that is older than
//! MRTR. What the macros call from here is hidden; an author meets [`ToolError`] and the traits
//! that errors of the compiler name.

mod call;
mod capability;
mod convert;
mod error;
mod handler;
mod kept;
mod legacy;
mod listed;
mod output;
mod prompt;
mod reply;
mod resource;
mod routed;
mod task;
mod tool;

#[doc(hidden)]
pub use ::rmcp as sdk;

#[doc(hidden)]
pub use call::{Served, served};
pub(crate) use convert::can_send;
pub use error::ToolError;
pub use handler::{HandlesRetries, ServesPrompts};
#[doc(hidden)]
pub use handler::{NoSettings, SettingsOf, keep_retry, malformed_retry, unknown_method};
#[doc(hidden)]
pub use listed::{
    prompt_that_no_router_lists, prompts_that_no_client_sees, tool_that_no_router_lists,
    tools_that_no_client_sees,
};
#[doc(hidden)]
pub use output::{AnyOutput, Output};
pub use prompt::{PromptOutput, PromptParameter, PromptSchema};
#[doc(hidden)]
pub use prompt::{PromptReply, PromptsAreCalledAsParts, serve_prompt};
pub use resource::ResourceOutput;
#[doc(hidden)]
pub use resource::serve_resource;
pub use routed::KeepRetries;
pub(crate) use task::Tasks;
pub use task::{HandlesTasks, ServesTasks};
#[doc(hidden)]
pub use task::{ServedForTasks, cancel_task, get_task, serve_task_tool, update_task};
pub use tool::{ToolOutput, ToolParameter, ToolSchema};
#[doc(hidden)]
pub use tool::{ToolReply, ToolsAreCalledAsParts, serve_tool};

/// The context that rmcp hands to a handler.
type Context = ::rmcp::service::RequestContext<::rmcp::RoleServer>;

#[cfg(test)]
mod tests;
