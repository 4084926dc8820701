//! What was sent to and fro, as a text that stays the same.

use std::fmt::{self, Write as _};

use serde_json::{Map, Value};

use super::Question;
use super::question::indented;
use crate::Failure;
use crate::replay::Note;

/// What a client and a handler said to each other, request by request.
///
/// It prints as a text that is the same in every run: without states, ids and tokens. Compare it, or hand it to
/// `insta::assert_snapshot!`.
///
/// ```text
/// request 1
///   asks name (form): What shall notes.txt be called?
///     value: {"type":"string"}
/// request 2
///   answers name: accept {"value":"plan.txt"}
///   asks sure (form): Rename notes.txt to plan.txt?
///     confirm: {"type":"boolean","title":"Confirm"}
/// request 3
///   answers sure: accept {"confirm":true}
///   returns Ok("notes.txt is now plan.txt")
/// ```
#[derive(Clone, Default)]
pub struct Transcript {
    pub(super) exchanges: Vec<Exchange>,
}

/// One request and its reply.
#[derive(Clone)]
pub(super) struct Exchange {
    pub(super) answers: Map<String, Value>,
    pub(super) notes: Vec<Note>,
    pub(super) end: End,
}

/// How a round ended.
#[derive(Clone)]
pub(super) enum End {
    Asks(Vec<(String, Question)>),
    Returns(String),
    Fails(Failure),
    /// The client did not get the reply.
    Lost,
}

impl Transcript {
    /// The questions of all rounds, in the order in which they were asked.
    pub(super) fn questions(&self) -> impl Iterator<Item = &(String, Question)> {
        self.rounds().flatten()
    }

    /// The questions of each round that asked any.
    pub(super) fn rounds(&self) -> impl Iterator<Item = &[(String, Question)]> {
        let ends = self.exchanges.iter().map(|exchange| &exchange.end);
        ends.filter_map(|end| match end {
            End::Asks(questions) => Some(&**questions),
            End::Returns(_) | End::Fails(_) | End::Lost => None,
        })
    }

    pub(super) fn notes(&self) -> impl Iterator<Item = &Note> {
        self.exchanges.iter().flat_map(|exchange| &exchange.notes)
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, exchange) in (1..).zip(&self.exchanges) {
            writeln!(f, "request {number}")?;
            let mut lines = String::new();
            exchange.write(&mut lines)?;
            for line in lines.lines() {
                writeln!(f, "  {}", line.trim_end())?;
            }
        }
        Ok(())
    }
}

/// As it displays, so that a test that fails shows it.
impl fmt::Debug for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Exchange {
    fn write(&self, out: &mut String) -> fmt::Result {
        for (key, answer) in &self.answers {
            writeln!(out, "answers {key}: {}", shown_answer(answer))?;
        }
        for note in &self.notes {
            match note {
                Note::Evaluated(key) => writeln!(out, "evaluates {key}")?,
                Note::Replayed(key) => writeln!(out, "replays {key}")?,
                Note::Asked(_) | Note::Unreached(_) | Note::Cause(_) => {}
            }
        }
        self.end.write(out)
    }
}

impl End {
    fn write(&self, out: &mut String) -> fmt::Result {
        match self {
            Self::Asks(questions) => questions
                .iter()
                .try_for_each(|(key, question)| question.write(out, key)),
            Self::Returns(value) => writeln!(out, "returns {}", indented(value)),
            Self::Fails(failure) => writeln!(out, "fails: {}", shown_failure(failure)),
            Self::Lost => writeln!(out, "the reply is lost"),
        }
    }
}

fn shown_answer(answer: &Value) -> String {
    let action = answer.get("action").and_then(Value::as_str);
    let content = answer.get("content");
    let text = content.and_then(|content| content.get("text")?.as_str());
    match (action, content, text) {
        (Some(action), None, _) => action.to_owned(),
        (Some(action), Some(content), _) => format!("{action} {content}"),
        (None, _, Some(text)) => indented(text),
        (None, ..) => answer.to_string(),
    }
}

fn shown_failure(failure: &Failure) -> String {
    let data = match failure {
        Failure::Rpc(error) => error.data.as_ref(),
        Failure::Tool(_) => None,
    };
    let failure = indented(&failure.to_string());
    match data {
        Some(data) => format!("{failure} {data}"),
        None => failure,
    }
}
