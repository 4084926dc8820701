//! A run that has come to its end.

use super::Transcript;
use super::script::own;
use crate::InputRequest;
use crate::replay::Note;

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
    pub fn question(&self, key: &str) -> Option<&InputRequest> {
        self.questions(key).first().copied()
    }

    /// What the person read under a key, each time that it was asked.
    #[must_use]
    pub fn messages(&self, key: &str) -> Vec<&str> {
        let messages = self.questions(key).into_iter();
        let messages = messages.filter_map(|question| match question {
            InputRequest::Elicit { message, .. } | InputRequest::ElicitUrl { message, .. } => {
                Some(message.as_str())
            }
            InputRequest::Sample(_) | InputRequest::Roots => None,
        });
        messages.collect()
    }

    fn questions<'r>(&'r self, key: &str) -> Vec<&'r InputRequest> {
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

fn keys(questions: &[(String, InputRequest)]) -> Vec<&str> {
    questions.iter().map(|(key, _)| key.as_str()).collect()
}
