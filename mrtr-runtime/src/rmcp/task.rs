//! Tools whose calls become tasks (SEP-2663).

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use ::rmcp::ServerHandler;
use ::rmcp::handler::server::tool::ToolCallContext;
use ::rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, CreateTaskResult};
use ::rmcp::task_manager::{TaskContext, TaskExit, TaskFuture, TaskManager, TaskOptions};

use self::dialog::TaskDialog;
use self::ending::Ending;
use self::kept::Task;
use self::questions::Questions;
use super::call::{Call, Running};
use super::reply::{Outcome, foreign_input_required, internal_error, settle};
use super::tool::{Output, ToolReply, ToolsAreCalledAsParts as ToolCall, respond};
use crate::__private::{Function, TaskStart};
use crate::clock::saturating_millis;
use crate::{Flow, Mrtr, MrtrServer};

mod dialog;
mod ending;
mod kept;
mod methods;
mod questions;

pub(crate) use self::kept::Tasks;
#[doc(hidden)]
pub use self::methods::{cancel_task, get_task, update_task};

/// Says that a server's `impl ServerHandler` is marked `#[mrtr_handler(tasks)]`, which answers clients
/// that ask after a task.
pub trait HandlesTasks {}

/// A server whose tools can become tasks.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not set up for `become_task!`",
    label = "clients could not ask after a task of this server",
    note = "put `#[mrtr_handler(tasks)]` above `#[tool_handler] impl ServerHandler for {Self}`, and `.enable_tasks()` into the capabilities of its `get_info`",
    note = "a task outlives its request, so the server is cloned for it: `#[derive(Clone)]`, with what it shares in an `Arc`"
)]
pub trait ServesTasks: Sized {
    #[doc(hidden)]
    fn for_tasks(&self) -> ServedForTasks<'_, Self>;
}

/// A server with its settings, and how to have another for a task.
#[doc(hidden)]
#[must_use]
pub struct ServedForTasks<'s, S> {
    server: &'s S,
    mrtr: &'s Mrtr,
    clone: fn(&S) -> S,
    /// Whether rmcp answers for its tasks.
    declares: fn(&S) -> bool,
}

impl<S> fmt::Debug for ServedForTasks<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServedForTasks").finish_non_exhaustive()
    }
}

#[diagnostic::do_not_recommend]
impl<S: HandlesTasks + MrtrServer + Clone + ServerHandler> ServesTasks for S {
    fn for_tasks(&self) -> ServedForTasks<'_, Self> {
        ServedForTasks {
            server: self,
            mrtr: self.mrtr(),
            clone: Self::clone,
            declares: |server| server.get_info().capabilities.supports_tasks(),
        }
    }
}

impl<S> ServedForTasks<'_, S> {
    /// Whether a client can look after a task of this server; rmcp answers for tasks only where they are declared.
    fn is_declared(&self) -> bool {
        let is_declared = (self.declares)(self.server);
        if !is_declared && self.mrtr.tasks().tell_once() {
            tracing::error!(
                "calls of this server become no tasks, since clients could not ask after them: put `.enable_tasks()` into the capabilities of its `get_info`"
            );
        }
        is_declared
    }
}

type Body<S> = for<'s> fn(Flow, ToolCallContext<'s, S>) -> Running<'s, Output>;

/// As `serve_tool`, for a tool with a `become_task!()`: `body` finds the server in the context, since it
/// runs on a clone of it in a task.
#[doc(hidden)]
pub fn serve_task_tool<'s, S>(
    served: ServedForTasks<'s, S>,
    call: ToolCall,
    function: &'static Function,
    body: Body<S>,
) -> Running<'s, ToolReply>
where
    S: Send + Sync + 'static,
{
    Box::pin(serve(served, call, function, body))
}

async fn serve<S>(
    served: ServedForTasks<'_, S>,
    mut call: ToolCall,
    function: &'static Function,
    body: Body<S>,
) -> ToolReply
where
    S: Send + Sync + 'static,
{
    let retry = call.retry();
    let declared = || served.is_declared();
    let ServedForTasks {
        server,
        mrtr,
        clone,
        ..
    } = served;
    let opened = Call::open_for_tasks(mrtr, call.context(), function, retry, declared, || {
        call.request()
    });
    let served = match opened {
        Ok(served) => served,
        Err(error) => return ToolReply(Err(error)),
    };
    let again = call.clone();
    let launch = move |start: TaskStart| {
        let job = Job {
            server: clone(server),
            call: again.clone().for_task(),
            body,
        };
        Ok(launch(start, job))
    };
    let body = |flow, call: ToolCall| {
        let run = body(flow, call.into_context(server));
        async { run.await.and_then(|output| output) }
    };
    ToolReply(respond(
        served.serve_task(function, call, launch, body).await,
    ))
}

/// What runs in a task.
struct Job<S> {
    server: S,
    call: ToolCall,
    body: Body<S>,
}

fn launch<S>(start: TaskStart, job: Job<S>) -> CallToolResponse
where
    S: Send + Sync + 'static,
{
    let mrtr = start.mrtr().clone();
    let owner = start.principal().digest();
    let mut options = TaskOptions::new().with_ttl_ms(saturating_millis(start.ttl()));
    if let Some(poll) = start.poll() {
        options = options.with_poll_interval_ms(saturating_millis(poll));
    }
    if let Some(status) = start.status() {
        options = options.with_status_message(status);
    }
    let manager = TaskManager::new();
    let task = Task {
        manager: manager.clone(),
        questions: Arc::default(),
        owner,
        ttl: start.ttl(),
    };
    let begun = Instant::now();
    let created = manager.spawn(options, |context| {
        let (id, questions) = (context.task_id().to_owned(), Arc::clone(&task.questions));
        mrtr.tasks().begin(&id, task);
        let ending = Ending::of(&start, &id, begun);
        run(start, job, context, questions, ending)
    });
    CallToolResponse::Task(CreateTaskResult::new(created))
}

fn run<S>(
    start: TaskStart,
    job: Job<S>,
    context: TaskContext,
    questions: Arc<Questions>,
    ending: Ending,
) -> TaskFuture
where
    S: Send + Sync + 'static,
{
    Box::pin(async move {
        let mut ending = ending;
        let Job { server, call, body } = job;
        let until = context.clone();
        let cancelled = Box::pin(async move { until.cancelled().await });
        let dialog = TaskDialog::new(context.clone(), questions);
        let body = |flow| {
            let run = body(flow, call.clone().into_context(&server));
            async { run.await.and_then(|output| output) }
        };
        let reply = start.run(&dialog, cancelled, body).await;
        let end = end(settle(reply), &context);
        ending.note(&end);
        end
    })
}

fn end(
    outcome: Outcome<CallToolResponse>,
    context: &TaskContext,
) -> Result<CallToolResult, TaskExit> {
    match outcome {
        Outcome::Complete {
            value: CallToolResponse::Complete(result),
            ..
        } => Ok(result),
        Outcome::Complete { .. } | Outcome::InputRequired(_) => {
            Err(TaskExit::Error(foreign_input_required()))
        }
        Outcome::Tool(text) => Ok(CallToolResult::error(vec![ContentBlock::text(text)])),
        Outcome::Rpc(error) if error == internal_error() && context.is_cancel_requested() => {
            Err(TaskExit::Cancelled)
        }
        Outcome::Rpc(error) => Err(TaskExit::Error(error)),
    }
}
