//! The methods that clients look after tasks with.

use ::rmcp::ErrorData;
use ::rmcp::model::{
    CancelTaskParams, DetailedTask, ElicitRequestParams, GetTaskParams, GetTaskResult,
    InputRequest as SdkRequest, InputRequests, TaskPayload, UpdateTaskParams,
};
use serde_json::{Map, Value};

use super::kept::unknown;
use crate::rmcp::Context;
use crate::state::Kind;
use crate::wire::{Shape, check_limits, check_shape};
use crate::{Mrtr, texts};

/// `tasks/get`
#[doc(hidden)]
pub fn get_task(
    mrtr: &Mrtr,
    request: &GetTaskParams,
    context: &Context,
) -> Result<GetTaskResult, ErrorData> {
    let id = &request.task_id;
    let task = mrtr.tasks().of_caller(id, mrtr, context)?;
    let mut found = task.manager.get_task(id).map_err(|_| unknown())?;
    if let TaskPayload::InputRequired { input_requests } = &found.payload {
        task.questions
            .show(input_requests.keys(), mrtr.clock().now());
    }
    say_what_failed(&mut found);
    Ok(GetTaskResult::new(found))
}

/// What failed is told as the error tells it: what was shown while the task ran is no longer so.
fn say_what_failed(task: &mut DetailedTask) {
    let TaskPayload::Failed { error } = &task.payload else {
        return;
    };
    if let Some(Value::String(message)) = error.get("message") {
        task.task.status_message = Some(message.clone());
    }
}

/// `tasks/update`
#[doc(hidden)]
pub fn update_task(
    mrtr: &Mrtr,
    request: UpdateTaskParams,
    context: &Context,
) -> Result<(), ErrorData> {
    let id = &request.task_id;
    let task = mrtr.tasks().of_caller(id, mrtr, context)?;
    let invalid = |text| ErrorData::invalid_params(text, None);
    let mut answers = request.input_responses.into_iter().collect();
    check_limits(&answers, mrtr.limits()).map_err(|over| invalid(over.text))?;
    let found = task.manager.get_task(id).map_err(|_| unknown())?;
    if let TaskPayload::InputRequired { input_requests } = found.payload {
        check_shapes(&mut answers, &input_requests).map_err(invalid)?;
        let answered = answers
            .keys()
            .filter(|key| input_requests.contains_key(*key));
        task.questions.answer(answered, mrtr.clock().now());
    }
    let updated = task.manager.update_task(id, answers);
    updated.map_err(|_| unknown())
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
    let id = &request.task_id;
    let task = mrtr.tasks().of_caller(id, mrtr, context)?;
    task.manager.cancel_task(id).map_err(|_| unknown())
}
