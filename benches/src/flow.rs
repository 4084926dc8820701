//! What is measured: requests, of which those that come later bring answers and a state.

use anyhow::{Context as _, bail};
use rmcp::model::{CallToolRequestParams, CallToolResponse, InputRequiredResult, JsonObject};
use serde_json::{Value, json};

use crate::caller::{Calls, Request};

/// All requests of a flow, the first one first, and the states that came between them.
#[derive(Debug)]
pub struct Flow {
    requests: Vec<CallToolRequestParams>,
    /// What was sent as `requestState`.
    pub states: Vec<String>,
    /// The text that it ended with.
    pub text: String,
    /// The questions, as they went to the client.
    pub questions: Vec<Value>,
}

impl Flow {
    /// Plays a flow to its end; `many` gets answers with a text of so many bytes.
    ///
    /// # Errors
    ///
    /// When it does not come to one.
    pub fn play(
        server: &dyn Calls,
        tool: &'static str,
        arguments: &Value,
        bytes: usize,
    ) -> anyhow::Result<Self> {
        let mut request = CallToolRequestParams::new(tool).with_arguments(object(arguments)?);
        let mut flow = Self {
            requests: Vec::new(),
            states: Vec::new(),
            text: String::new(),
            questions: Vec::new(),
        };
        loop {
            flow.requests.push(request.clone());
            match server.call(server.request(request.clone()))? {
                CallToolResponse::Complete(result) => {
                    flow.text = text(&serde_json::to_value(result)?)?;
                    return Ok(flow);
                }
                CallToolResponse::InputRequired(open) => {
                    request.input_responses = Some(flow.answers(&open, bytes)?);
                    request.request_state = open.request_state;
                    flow.states.extend(request.request_state.clone());
                }
                other => bail!("{other:?}"),
            }
        }
    }

    fn answers(
        &mut self,
        open: &InputRequiredResult,
        bytes: usize,
    ) -> anyhow::Result<rmcp::model::InputResponses> {
        let questions = open.input_requests.as_ref().context("no questions")?;
        self.questions.push(serde_json::to_value(questions)?);
        let answer = |key: &String| {
            (
                key.clone(),
                json!({"action": "accept", "content": content(key, bytes)}),
            )
        };
        Ok(questions.keys().map(answer).collect())
    }

    /// Whether the same was asked, and the end was the same.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.questions == other.questions && self.text == other.text
    }

    /// The requests again, so that they can be sent `times` times without being put together meanwhile.
    #[must_use]
    pub fn requests(&self, server: &dyn Calls, which: Which, times: usize) -> Vec<Request> {
        let chosen = || self.requests.iter().skip(which.skip).take(which.take);
        let all = (0..times).flat_map(|_| chosen());
        all.map(|params| server.request(params.clone())).collect()
    }
}

/// Which requests of a flow.
#[derive(Debug, Clone, Copy)]
pub struct Which {
    /// Those before are left out.
    pub skip: usize,
    /// So many.
    pub take: usize,
}

impl Which {
    /// All.
    pub const ALL: Self = Self {
        skip: 0,
        take: usize::MAX,
    };

    /// The one that is sent with so many recorded answers, and one more.
    #[must_use]
    pub const fn recorded(answers: usize) -> Self {
        Self {
            skip: answers + 1,
            take: 1,
        }
    }
}

fn content(key: &str, bytes: usize) -> Value {
    match key {
        "city" => json!({"city": "Lisbon"}),
        "date" => json!({"date": "2026-12-24"}),
        "confirm" => json!({"ok": true}),
        _ => json!({"v": "x".repeat(bytes)}),
    }
}

fn object(arguments: &Value) -> anyhow::Result<JsonObject> {
    arguments
        .as_object()
        .cloned()
        .context("arguments are an object")
}

fn text(result: &Value) -> anyhow::Result<String> {
    let text = result.pointer("/content/0/text").and_then(Value::as_str);
    Ok(text
        .with_context(|| format!("no text: {result}"))?
        .to_owned())
}
