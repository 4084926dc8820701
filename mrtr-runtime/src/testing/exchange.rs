//! What goes to and fro in one request, and what a client keeps of a call.

use serde_json::{Map, Value};

use super::Transcript;
use crate::replay::Note;
use crate::{InputRequest, Reply};

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
    pub(super) reply: Reply<R>,
    pub(super) notes: Vec<Note>,
    /// What a look from outside found wrong with it.
    pub(super) flaw: Option<String>,
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
    pub(super) open: Vec<(String, InputRequest)>,
    pub(super) transcript: Transcript,
}
