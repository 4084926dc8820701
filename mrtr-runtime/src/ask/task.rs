//! `become_task!()`: from there on the call runs as a task.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use super::At;
use crate::replay::{Claim, Class, Flow, TaskReached, TaskWish};

/// Makes the call a task, where the client knows tasks (SEP-2663): awaits to `true` in the task, and to `false` where the
/// call goes on without one.
///
/// The client gets the task for its answer and looks after it with `tasks/get`. What was asked and captured before
/// stands. What is asked from here on goes through the task, and what the handler returns is the task's result. A client
/// that knows no tasks waits for the result, as for that of any tool.
///
/// ```
/// use mrtr_runtime::prelude::*;
/// use rmcp::{ServerHandler, model::*, tool, tool_handler, tool_router};
///
/// #[derive(Clone)]
/// struct Databases {
///     mrtr: Mrtr,
/// }
///
/// # async fn migrate() -> Result<u32, std::io::Error> { Ok(0) }
/// #[tool_router]
/// impl Databases {
///     /// Migrates the database.
///     #[mrtr_tool]
///     #[tool]
///     async fn migrate(&self) -> Result<String, ToolError> {
///         ask_confirm!("Migrate the database?").await?;
///         become_task!(status = "migrating").await;
///         let failed = capture!(migrate().await?); // takes half an hour
///         ask_confirm!("{failed} rows failed. Keep the others?").await?;
///         Ok(format!("migrated, but for {failed} rows"))
///     }
/// }
///
/// #[mrtr_handler(tasks)]
/// #[tool_handler]
/// impl ServerHandler for Databases {
///     fn get_info(&self) -> ServerInfo {
///         ServerInfo::new(ServerCapabilities::builder().enable_tools().enable_tasks().build())
///     }
/// }
///
/// impl MrtrServer for Databases {
///     fn mrtr(&self) -> &Mrtr {
///         &self.mrtr
///     }
/// }
/// ```
///
/// Options: `ttl = duration`, how long the task may take ([`Limits::flow_time`](crate::Limits) if not given);
/// `poll = duration`, how often the client should look; `status = text`, what it is shown meanwhile;
/// `required = true`, for a tool that makes no sense without a task: a client that knows none is refused (-32021); `key`.
///
/// It stands in a `#[mrtr_tool]` above rmcp's `#[tool]`, and the server needs `#[mrtr_handler(tasks)]`, `.enable_tasks()`
/// in its capabilities, and to be `Clone`; where they are not declared, the call goes on without a task, and the log says so.
/// A task lives in the memory of its process: with it, it ends.
#[cfg(feature = "rmcp")]
#[macro_export]
macro_rules! become_task {
    (@mrtr($flow:expr, $site:literal, $key:literal) $($option:ident = $value:expr),* $(,)?) => {
        $crate::__private::task($crate::__at!($flow, $key)) $(.$option($value))* .begin()
    };
    (@mrtr($($at:tt)*) $($other:tt)*) => {
        ::core::compile_error!(
            "the arguments do not read as those of `become_task!(status = \"..\")`"
        )
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "`become_task!` works only in the body of a tool: a method marked `#[mrtr_tool]` above rmcp's `#[tool]`"
        )
    };
}

/// Begins `become_task!(..)`.
pub fn task(at: At<'_>) -> TaskBuilder<'_> {
    TaskBuilder {
        at,
        wish: TaskWish::default(),
    }
}

/// `become_task!` with its options.
#[must_use = "nothing becomes a task until this is awaited"]
pub struct TaskBuilder<'f> {
    at: At<'f>,
    wish: TaskWish,
}

impl<'f> TaskBuilder<'f> {
    /// `key = ".."`: the key in logs.
    pub fn key(mut self, key: &'static str) -> Self {
        self.at.key = key;
        self
    }

    /// `ttl = duration`: how long the task may take.
    pub fn ttl(mut self, ttl: Duration) -> Self {
        self.wish.ttl = Some(ttl);
        self
    }

    /// `poll = duration`: how often the client should look after it.
    pub fn poll(mut self, poll: Duration) -> Self {
        self.wish.poll = Some(poll);
        self
    }

    /// `status = text`: what the client is shown while it runs.
    pub fn status(mut self, status: impl Into<String>) -> Self {
        self.wish.status = Some(status.into());
        self
    }

    /// `required = true`: a client that knows no tasks is refused.
    pub fn required(mut self, required: bool) -> Self {
        self.wish.required = required;
        self
    }

    /// Takes its place in the flow.
    pub fn begin(self) -> BecomeTask<'f> {
        let Self { at, wish } = self;
        BecomeTask {
            flow: at.flow,
            claim: at.claim(None, Class::Ask),
            wish,
        }
    }
}

impl fmt::Debug for TaskBuilder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TaskBuilder").finish_non_exhaustive()
    }
}

/// The point at which a call becomes a task: awaits to whether it is one.
///
/// Where it becomes one the round ends here, and the handler runs again from its start in the task.
#[must_use = "nothing becomes a task until this is awaited"]
pub struct BecomeTask<'f> {
    flow: &'f Flow,
    claim: Claim,
    wish: TaskWish,
}

impl Future for BecomeTask<'_> {
    type Output = bool;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<bool> {
        let Self { flow, claim, wish } = &*self;
        if !flow.is_here(&claim.identity.key, claim.at) {
            return Poll::Pending;
        }
        match flow.reach_task(claim, wish) {
            TaskReached::Is(is_task) => Poll::Ready(is_task),
            TaskReached::Parked => {
                flow.park(claim, context);
                Poll::Pending
            }
        }
    }
}

impl fmt::Debug for BecomeTask<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BecomeTask").finish_non_exhaustive()
    }
}
