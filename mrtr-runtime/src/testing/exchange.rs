//! What goes to and fro in one request, and what a client keeps of a call.

use std::fmt::Debug;

use serde_json::{Map, Value};

use super::transcript::End;
use super::{Question, Transcript};
use crate::replay::Note;
use crate::{Failure, Reply};

/// The retry fields of a request.
#[derive(Debug, Clone)]
pub(super) struct Sent {
    pub(super) answers: Option<Map<String, Value>>,
    pub(super) state: Option<String>,
}

impl Sent {
    /// The same retry without any answers.
    pub(super) fn with_nothing(&self) -> Option<Self> {
        let state = self.state.clone()?;
        Some(Self {
            answers: Some(Map::new()),
            state: Some(state),
        })
    }
}

/// The reply, and what is known of its round.
pub(super) struct Heard<R> {
    pub(super) said: Said<R>,
    pub(super) notes: Vec<Note>,
    /// What a look from outside found wrong with it.
    pub(super) flaw: Option<String>,
}

/// A reply.
pub(super) enum Said<R> {
    Asks {
        state: String,
        questions: Vec<(String, Question)>,
    },
    Returns {
        value: R,
        /// The value, for people.
        shown: String,
    },
    Fails(Failure),
}

impl<R> Said<R> {
    /// As a transcript has it.
    pub(super) fn end(&self) -> End {
        match self {
            Self::Asks { questions, .. } => End::Asks(questions.clone()),
            Self::Returns { shown, .. } => End::Returns(shown.clone()),
            Self::Fails(failure) => End::Fails(failure.clone()),
        }
    }

    /// What stands for a reply that did not come.
    #[cfg(feature = "rmcp")]
    pub(super) fn nothing() -> Self {
        Self::Fails(Failure::internal())
    }
}

impl<R: Debug> From<Reply<R>> for Said<R> {
    fn from(reply: Reply<R>) -> Self {
        match reply {
            Reply::InputRequired(open) => {
                let questions = open.requests.iter();
                let questions = questions.map(|(key, request)| (key.clone(), request.into()));
                Self::Asks {
                    questions: questions.collect(),
                    state: open.state,
                }
            }
            Reply::Complete { value, .. } => Self::Returns {
                shown: format!("{value:?}"),
                value,
            },
            Reply::Failed(failure) => Self::Fails(failure),
        }
    }
}

/// A server that takes requests.
pub(super) trait Rounds<R> {
    async fn send(&mut self, sent: Sent) -> Heard<R>;
}

/// A call as its client has it.
#[derive(Clone, Default)]
pub(super) struct Call {
    pub(super) state: Option<String>,
    /// The questions of the last reply.
    pub(super) open: Vec<(String, Question)>,
    pub(super) transcript: Transcript,
}
