//! The client of a task, as somebody to ask.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use ::rmcp::task_manager::{TaskContext, TaskExit};
use futures_util::future::try_join_all;

use super::questions::Questions;
use crate::rmcp::convert;
use crate::{Answering, Dialog, DialogAnswer, DialogError, InputRequest};

/// The client of a task: it finds the questions when it looks after the task.
pub(super) struct TaskDialog {
    context: TaskContext,
    questions: Arc<Questions>,
    /// How often each key was asked under: a task never has a key twice.
    asked: Mutex<HashMap<String, u32>>,
}

impl TaskDialog {
    pub(super) fn new(context: TaskContext, questions: Arc<Questions>) -> Self {
        Self {
            context,
            questions,
            asked: Mutex::default(),
        }
    }

    async fn ask_one(
        &self,
        key: String,
        request: InputRequest,
    ) -> Result<DialogAnswer, DialogError> {
        let request = convert::input_request(&key, request)
            .map_err(|_| DialogError::Client { key: key.clone() })?;
        let own = self.unused(&key);
        let answer = match self.context.request_input(own.clone(), request).await {
            Ok(answer) => DialogAnswer::new(key, answer),
            // Whoever waits for the answer learns it by the task's signal.
            Err(TaskExit::Cancelled) => return std::future::pending().await,
            Err(TaskExit::Error(_)) => return Err(DialogError::Closed),
        };
        Ok(match self.questions.read_for(&own) {
            Some(time) => answer.after(time),
            None => answer,
        })
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

    fn status(&self, message: String) {
        self.context.set_status_message(message);
    }
}
