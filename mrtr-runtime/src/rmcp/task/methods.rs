//! The methods that clients look after tasks with.

use ::rmcp::ErrorData;
use ::rmcp::model::{
    CancelTaskParams, DetailedTask, ElicitRequestParams, GetTaskParams, GetTaskResult,
    InputRequest as SdkRequest, InputRequests, TaskPayload, UpdateTaskParams,
};
use serde_json::{Map, Value};

use super::kept::Task;
use crate::rmcp::{Context, call::refusal};
use crate::state::Kind;
use crate::wire::{Shape, check_limits, check_shape};
use crate::{Mrtr, texts};

/// A request that looks after a task.
struct Visit<'m> {
    mrtr: &'m Mrtr,
    method: &'static str,
    id: &'m str,
}

impl Visit<'_> {
    /// The task. To everybody but its owner there is none.
    fn task(&self, context: &Context) -> Result<Task, ErrorData> {
        let principal = self.mrtr.identify(context).map_err(refusal)?;
        let task = self.mrtr.tasks().of(self.id, &principal.digest());
        task.ok_or_else(|| self.unknown())
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
    let (method, id) = ("tasks/get", &*request.task_id);
    let visit = Visit { mrtr, method, id };
    let task = visit.task(context)?;
    let found = task.manager.get_task(id);
    let mut found = found.map_err(|_| visit.unknown())?;
    if let TaskPayload::InputRequired { input_requests } = &found.payload {
        task.questions
            .show(input_requests.keys(), mrtr.clock().now());
    }
    say_how_it_ended(&mut found);
    Ok(GetTaskResult::new(found))
}

/// What was shown while the task ran is no longer so when it has ended. What failed is told as the error tells it.
fn say_how_it_ended(task: &mut DetailedTask) {
    task.task.status_message = match &task.payload {
        TaskPayload::Completed { .. } | TaskPayload::Cancelled => None,
        TaskPayload::Failed { error } => match error.get("message") {
            Some(Value::String(message)) => Some(message.clone()),
            _ => None,
        },
        _ => return,
    };
}

/// `tasks/update`
#[doc(hidden)]
pub fn update_task(
    mrtr: &Mrtr,
    request: UpdateTaskParams,
    context: &Context,
) -> Result<(), ErrorData> {
    let (method, id) = ("tasks/update", &*request.task_id);
    let visit = Visit { mrtr, method, id };
    let mut answers = request.input_responses.into_iter().collect();
    // As in a round, what is cheap to see comes before the hook.
    check_limits(&answers, mrtr.limits()).map_err(|over| visit.refuse(over.limit, over.text))?;
    let task = visit.task(context)?;
    let found = task.manager.get_task(id).map_err(|_| visit.unknown())?;
    if let TaskPayload::InputRequired { input_requests } = found.payload {
        check_shapes(&mut answers, &input_requests)
            .map_err(|text| visit.refuse("wrong_kind", text))?;
        let answered = answers
            .keys()
            .filter(|key| input_requests.contains_key(*key));
        task.questions.answer(answered, mrtr.clock().now());
    }
    let updated = task.manager.update_task(id, answers);
    updated.map_err(|_| visit.unknown())
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
    let (method, id) = ("tasks/cancel", &*request.task_id);
    let visit = Visit { mrtr, method, id };
    let cancelled = visit.task(context)?.manager.cancel_task(id);
    cancelled.map_err(|_| visit.unknown())
}
