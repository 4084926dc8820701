//! Tools whose calls become tasks (SEP-2663), and the three methods that clients look after them with.

use std::collections::HashMap;
use std::fmt;
use std::future::pending;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use ::rmcp::ErrorData;
use ::rmcp::handler::server::tool::ToolCallContext;
use ::rmcp::model::{
    CallToolResponse, CallToolResult, CancelTaskParams, ContentBlock, CreateTaskResult,
    ElicitRequestParams, GetTaskParams, GetTaskResult, InputRequest as SdkRequest, InputRequests,
    TaskPayload, UpdateTaskParams,
};
use ::rmcp::task_manager::{TaskContext, TaskExit, TaskFuture, TaskManager, TaskOptions};
use futures_util::future::try_join_all;
use serde_json::{Map, Value};

use super::call::{Call, Running, refusal};
use super::reply::{Outcome, foreign_input_required, internal_error, settle};
use super::tool::{Output, ToolReply, ToolsAreCalledAsParts as ToolCall, respond};
use super::{Context, convert};
use crate::__private::{Function, TaskStart};
use crate::clock::saturating_millis;
use crate::state::{Digest, Kind};
use crate::wire::{Shape, check_limits, check_shape};
use crate::{
    Answering, Dialog, DialogAnswer, DialogError, Flow, InputRequest, Mrtr, MrtrServer, texts,
};

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
}

impl<S> fmt::Debug for ServedForTasks<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServedForTasks").finish_non_exhaustive()
    }
}

#[diagnostic::do_not_recommend]
impl<S: HandlesTasks + MrtrServer + Clone> ServesTasks for S {
    fn for_tasks(&self) -> ServedForTasks<'_, Self> {
        ServedForTasks {
            server: self,
            mrtr: self.mrtr(),
            clone: Self::clone,
        }
    }
}

/// The tasks of a server, each with the person who began it.
#[derive(Default)]
pub(crate) struct Tasks {
    manager: TaskManager,
    owners: Mutex<Owners>,
}

/// Who began which task.
#[derive(Default)]
struct Owners {
    of: HashMap<String, Digest>,
    /// From how many on those of tasks that are gone are looked for: each look takes as long as there are tasks.
    sweep_at: usize,
}

/// The least of them that are looked through.
const SWEEP: usize = 64;

impl Tasks {
    fn own(&self, task: &str, owner: Digest) {
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        if owners.of.len() >= owners.sweep_at.max(SWEEP) {
            owners
                .of
                .retain(|task, _| self.manager.get_task(task).is_ok());
            owners.sweep_at = owners.of.len().saturating_mul(2);
        }
        owners.of.insert(task.to_owned(), owner);
    }

    fn is_owned_by(&self, task: &str, owner: &Digest) -> bool {
        let owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        owners.of.get(task) == Some(owner)
    }
}

impl fmt::Debug for Tasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tasks").finish_non_exhaustive()
    }
}

/// A request that looks after a task.
struct Visit<'m> {
    mrtr: &'m Mrtr,
    method: &'static str,
    task: &'m str,
}

impl<'m> Visit<'m> {
    /// To everybody but its owner there is no such task.
    fn of_owner(self, context: &Context) -> Result<Self, ErrorData> {
        let principal = self.mrtr.identify(context).map_err(refusal)?;
        if self
            .mrtr
            .tasks()
            .is_owned_by(self.task, &principal.digest())
        {
            return Ok(self);
        }
        Err(self.unknown())
    }

    /// What the manager does with the task. It keeps one that has ended for a while only.
    fn run<T>(
        &self,
        act: impl FnOnce(&TaskManager) -> Result<T, ErrorData>,
    ) -> Result<T, ErrorData> {
        act(&self.mrtr.tasks().manager).map_err(|_| self.unknown())
    }

    fn unknown(&self) -> ErrorData {
        self.refuse("unknown_task", texts::rmcp::UNKNOWN_TASK.to_owned())
    }

    fn refuse(&self, reason: &'static str, text: String) -> ErrorData {
        refusal(self.mrtr.refuse(self.method, reason, text))
    }
}

/// `tasks/get`
#[doc(hidden)]
pub fn get_task(
    mrtr: &Mrtr,
    request: &GetTaskParams,
    context: &Context,
) -> Result<GetTaskResult, ErrorData> {
    let (method, task) = ("tasks/get", &*request.task_id);
    let visit = Visit { mrtr, method, task }.of_owner(context)?;
    visit
        .run(|tasks| tasks.get_task(task))
        .map(GetTaskResult::new)
}

/// `tasks/update`
#[doc(hidden)]
pub fn update_task(
    mrtr: &Mrtr,
    request: UpdateTaskParams,
    context: &Context,
) -> Result<(), ErrorData> {
    let (method, task) = ("tasks/update", &*request.task_id);
    let visit = Visit { mrtr, method, task };
    let mut answers = request.input_responses.into_iter().collect();
    // As in a round, what is cheap to see comes before the hook.
    check_limits(&answers, mrtr.limits()).map_err(|over| visit.refuse(over.limit, over.text))?;
    let visit = visit.of_owner(context)?;
    let open = visit.run(|tasks| tasks.get_task(task))?;
    if let TaskPayload::InputRequired { input_requests } = open.payload {
        check_shapes(&mut answers, &input_requests)
            .map_err(|text| visit.refuse("wrong_kind", text))?;
    }
    visit.run(|tasks| tasks.update_task(task, answers))
}

/// A malformed answer is refused while its question is open, as in a round; what answers nothing is left out.
fn check_shapes(answers: &mut Map<String, Value>, open: &InputRequests) -> Result<(), String> {
    let mut unanswered = Vec::new();
    for (key, answer) in answers.iter() {
        let Some(kind) = open.get(key).and_then(kind_of) else {
            continue;
        };
        match check_shape(kind, answer) {
            Shape::Answer => {}
            Shape::Unanswered => unanswered.push(key.clone()),
            Shape::Wrong => return Err(texts::wrong_kind(key, kind.method())),
        }
    }
    answers.retain(|key, _| !unanswered.contains(key));
    Ok(())
}

fn kind_of(request: &SdkRequest) -> Option<Kind> {
    match request {
        SdkRequest::Elicitation(request) => Some(match request.params {
            ElicitRequestParams::UrlElicitationParams { .. } => Kind::Url,
            _ => Kind::Form,
        }),
        SdkRequest::CreateMessage(_) => Some(Kind::Sample),
        SdkRequest::ListRoots(_) => Some(Kind::Roots),
        _ => None,
    }
}

/// `tasks/cancel`
#[doc(hidden)]
pub fn cancel_task(
    mrtr: &Mrtr,
    request: &CancelTaskParams,
    context: &Context,
) -> Result<(), ErrorData> {
    let (method, task) = ("tasks/cancel", &*request.task_id);
    let visit = Visit { mrtr, method, task }.of_owner(context)?;
    visit.run(|tasks| tasks.cancel_task(task))
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
    let ServedForTasks {
        server,
        mrtr,
        clone,
    } = served;
    let served = match Call::open_for_tasks(mrtr, call.context(), retry, || call.request()) {
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
    let tasks = mrtr.tasks();
    let task = tasks
        .manager
        .spawn(options, |context| run(start, job, context));
    tasks.own(&task.task_id, owner);
    CallToolResponse::Task(CreateTaskResult::new(task))
}

fn run<S>(start: TaskStart, job: Job<S>, context: TaskContext) -> TaskFuture
where
    S: Send + Sync + 'static,
{
    Box::pin(async move {
        let Job { server, call, body } = job;
        let until = context.clone();
        let cancelled = Box::pin(async move { until.cancelled().await });
        let dialog = TaskDialog::new(context.clone());
        let body = |flow| {
            let run = body(flow, call.clone().into_context(&server));
            async { run.await.and_then(|output| output) }
        };
        let reply = start.run(&dialog, cancelled, body).await;
        end(settle(reply), &context)
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

/// The client of a task, as somebody to ask: it finds the questions when it looks after the task.
struct TaskDialog {
    context: TaskContext,
    /// How often each key was asked under: a task never has a key twice.
    asked: Mutex<HashMap<String, u32>>,
}

impl TaskDialog {
    fn new(context: TaskContext) -> Self {
        Self {
            context,
            asked: Mutex::default(),
        }
    }

    async fn ask_one(
        &self,
        key: String,
        request: InputRequest,
    ) -> Result<DialogAnswer, DialogError> {
        let request = convert::input_request(request)
            .map_err(|_| DialogError::Client { key: key.clone() })?;
        let sent = Instant::now();
        let answer = self.context.request_input(self.unused(&key), request);
        match answer.await {
            Ok(answer) => Ok(DialogAnswer::new(key, answer).after(sent.elapsed())),
            // The flow learns of it by itself, and counts it under that name.
            Err(TaskExit::Cancelled) => pending().await,
            Err(TaskExit::Error(_)) => Err(DialogError::Closed),
        }
    }

    /// `sure`, `sure.2`, …: no key of an author's has a dot ahead of a digit.
    fn unused(&self, key: &str) -> String {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let times = asked.entry(key.to_owned()).or_default();
        *times = times.saturating_add(1);
        match *times {
            1 => key.to_owned(),
            times => format!("{key}.{times}"),
        }
    }
}

impl Dialog for TaskDialog {
    fn ask(&self, requests: Vec<(String, InputRequest)>) -> Answering<'_> {
        let questions = requests
            .into_iter()
            .map(|(key, request)| self.ask_one(key, request));
        Box::pin(try_join_all(questions))
    }
}
