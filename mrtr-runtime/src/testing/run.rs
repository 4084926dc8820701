//! A run: what begins one, and what it has come to.

use std::fmt::Debug;
use std::future::Future;

use super::drive::{Ended, drive};
use super::exchange::Call;
use super::in_memory::InMemory;
use super::script::own;
use super::{Question, RunError, Script, TestClient, Transcript};
use crate::replay::Note;
use crate::{Flow, Reply};

impl TestClient {
    /// Runs a handler through all its rounds.
    ///
    /// `handler` runs once for each request, so what it needs it borrows: `async |flow| rename(flow, "notes.txt").await`.
    ///
    /// # Errors
    ///
    /// The script has no answer to a question, or answers that were not asked for; the flow failed; the handler returned and
    /// had not come by all that was recorded.
    pub fn run<R, H>(
        &self,
        script: &Script,
        handler: H,
    ) -> impl Future<Output = Result<Run<R>, RunError>> + use<R, H>
    where
        R: Debug,
        H: AsyncFnMut(&Flow) -> Reply<R>,
    {
        self.go_on(script, Call::default(), handler)
    }

    /// The same from where a call is. It borrows nothing but what the handler does, so client and script may be made in place.
    pub(super) fn go_on<R, H>(
        &self,
        script: &Script,
        call: Call,
        handler: H,
    ) -> impl Future<Output = Result<Run<R>, RunError>> + use<R, H>
    where
        R: Debug,
        H: AsyncFnMut(&Flow) -> Reply<R>,
    {
        let (client, script) = (self.clone(), script.clone());
        async move {
            let mut rounds = InMemory::new(&client, handler);
            match drive(&client, &mut rounds, &script, call, None).await? {
                Ended::Returned(run) => Ok(run),
                Ended::At(call) => Err(RunError::new("the run has no end", call.transcript)),
            }
        }
    }
}

/// A flow from its first request to the handler's return.
#[derive(Debug, Clone)]
pub struct Run<R> {
    pub(super) result: R,
    pub(super) transcript: Transcript,
}

impl<R> Run<R> {
    /// What the handler returned.
    #[must_use]
    pub fn result(&self) -> &R {
        &self.result
    }

    /// The same, to own it.
    #[must_use]
    pub fn into_result(self) -> R {
        self.result
    }

    /// The keys that were asked, of each round that asked any.
    #[must_use]
    pub fn asked(&self) -> Vec<Vec<&str>> {
        let rounds = self.transcript.rounds();
        rounds.map(keys).collect()
    }

    /// The question under a key, as it was first asked. The key is that of the wire or the author's own: `sure` for any
    /// `sure:3f2a9c` and `sure#2`.
    #[must_use]
    pub fn question(&self, key: &str) -> Option<&Question> {
        self.questions(key).first().copied()
    }

    /// What the person read under a key, each time that it was asked.
    #[must_use]
    pub fn messages(&self, key: &str) -> Vec<&str> {
        let questions = self.questions(key).into_iter();
        questions.filter_map(Question::message).collect()
    }

    fn questions<'r>(&'r self, key: &str) -> Vec<&'r Question> {
        let asked = self.transcript.questions();
        let under = asked.filter(|(asked, _)| asked == key || own(asked) == key);
        under.map(|(_, question)| question).collect()
    }

    /// How many requests the client sent.
    #[must_use]
    pub fn requests(&self) -> usize {
        self.transcript.exchanges.len()
    }

    /// How often the expression of a capture was evaluated: once, as a rule.
    #[must_use]
    pub fn evaluated(&self, key: &str) -> usize {
        let evaluated = |note: &&Note| matches!(note, Note::Evaluated(of) if of == key);
        self.transcript.notes().filter(evaluated).count()
    }

    /// How often a capture gave what was recorded.
    #[must_use]
    pub fn replayed(&self, key: &str) -> usize {
        let replayed = |note: &&Note| matches!(note, Note::Replayed(of) if of == key);
        self.transcript.notes().filter(replayed).count()
    }

    /// What was sent to and fro.
    #[must_use]
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }
}

fn keys(questions: &[(String, Question)]) -> Vec<&str> {
    questions.iter().map(|(key, _)| key.as_str()).collect()
}
