//! What is answered, by the keys that are asked.

use serde_json::{Map, Value, json};

use super::Question;

/// The answers of a person, a model and a client, by the keys under which they are asked.
///
/// Several answers for one key are used one after another: for a question that is asked again, and for the next ones of a
/// loop (`name`, `name#2`). An answer under the whole key as it stands on the wire (`name#2`, `sure:3f2a9c`) comes first; one
/// under `sure` is for any `sure:..`.
///
/// ```
/// use mrtr_runtime::testing::Script;
/// use serde_json::json;
///
/// let script = Script::new()
///     .accept("plan", json!({"language": "English", "title": "Plan"}))
///     .value("name", "plan.txt")
///     .confirm("sure")
///     .sample("summary", "In short: a plan.")
///     .roots("folders", ["file:///work"])
///     .decline("newsletter");
/// # let _ = script;
/// ```
#[derive(Debug, Clone, Default)]
pub struct Script {
    lines: Vec<(String, Line)>,
}

/// What is sent for one question.
#[derive(Debug, Clone)]
enum Line {
    Answer(Value),
    Nothing,
}

impl Script {
    /// A script without answers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A form that is filled in.
    #[must_use]
    pub fn accept(self, key: impl Into<String>, content: Value) -> Self {
        self.answer(key, json!({"action": "accept", "content": content}))
    }

    /// A form of one value that is filled in, and a pick: the value or, of several, the list of them.
    #[must_use]
    pub fn value(self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.accept(key, json!({"value": value.into()}))
    }

    /// "Yes" to `ask_confirm!`.
    #[must_use]
    pub fn confirm(self, key: impl Into<String>) -> Self {
        self.accept(key, json!({"confirm": true}))
    }

    /// `ask_confirm!` sent off with its box left empty, which is a "no".
    #[must_use]
    pub fn deny(self, key: impl Into<String>) -> Self {
        self.accept(key, json!({"confirm": false}))
    }

    /// What is typed in for `ask_confirm!(type_in = ..)`.
    #[must_use]
    pub fn type_in(self, key: impl Into<String>, text: impl Into<String>) -> Self {
        self.accept(key, json!({"confirm": text.into()}))
    }

    /// A person who declines.
    #[must_use]
    pub fn decline(self, key: impl Into<String>) -> Self {
        self.answer(key, json!({"action": "decline"}))
    }

    /// A person who closes the dialog.
    #[must_use]
    pub fn cancel(self, key: impl Into<String>) -> Self {
        self.answer(key, json!({"action": "cancel"}))
    }

    /// A person who agrees to open the page of `ask_url!`. Whether it is done is for its `until` to say.
    #[must_use]
    pub fn opens(self, key: impl Into<String>) -> Self {
        self.answer(key, json!({"action": "accept"}))
    }

    /// A text that a model writes.
    #[must_use]
    pub fn sample(self, key: impl Into<String>, text: impl Into<String>) -> Self {
        let message = json!({
            "role": "assistant",
            "content": {"type": "text", "text": text.into()},
            "model": "test-model",
            "stopReason": "endTurn",
        });
        self.sample_message(key, message)
    }

    /// What a model writes, as a whole (MCP 2026-07-28, `CreateMessageResult`): calls of tools, for one.
    #[must_use]
    pub fn sample_message(self, key: impl Into<String>, message: Value) -> Self {
        self.answer(key, message)
    }

    /// The folders of a client, by their uris.
    #[must_use]
    pub fn roots<U: Into<String>>(
        self,
        key: impl Into<String>,
        uris: impl IntoIterator<Item = U>,
    ) -> Self {
        let roots = uris.into_iter().map(|uri| json!({"uri": uri.into()}));
        let roots: Vec<Value> = roots.collect();
        self.answer(key, json!({ "roots": roots }))
    }

    /// An answer as it stands in `inputResponses`, whatever it is.
    #[must_use]
    pub fn answer(self, key: impl Into<String>, answer: Value) -> Self {
        self.line(key.into(), Line::Answer(answer))
    }

    /// A client that sends no answer to this question, which is then asked again. One that is `old` cannot be silent: it cancels
    /// what a person is asked, and sends an error for a sample and roots.
    #[must_use]
    pub fn skip(self, key: impl Into<String>) -> Self {
        self.line(key.into(), Line::Nothing)
    }

    fn line(mut self, key: String, line: Line) -> Self {
        self.lines.push((key, line));
        self
    }
}

/// Why there is no answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoAnswer {
    /// The script has nothing under this key.
    Unknown(String),
    /// What it has was used.
    UsedUp(String),
}

/// Where a run is in its script.
#[derive(Debug, Clone)]
pub(super) struct Reading<'s> {
    lines: &'s [(String, Line)],
    used: Vec<bool>,
}

impl<'s> Reading<'s> {
    pub(super) fn of(script: &'s Script) -> Self {
        let lines = &*script.lines;
        Self {
            lines,
            used: vec![false; lines.len()],
        }
    }

    /// The answers to these questions.
    pub(super) fn answers(
        &mut self,
        questions: &[(String, Question)],
    ) -> Result<Map<String, Value>, NoAnswer> {
        let mut answers = Map::new();
        for (key, _) in questions {
            if let Some(answer) = self.answer(key)? {
                answers.insert(key.clone(), answer.clone());
            }
        }
        Ok(answers)
    }

    /// The answer to the question of a key, if it gets one.
    pub(super) fn answer(&mut self, key: &str) -> Result<Option<&'s Value>, NoAnswer> {
        Ok(match self.next(key)? {
            Line::Answer(answer) => Some(answer),
            Line::Nothing => None,
        })
    }

    fn next(&mut self, key: &str) -> Result<&'s Line, NoAnswer> {
        let whole = self.free(key);
        let Some(place) = whole.or_else(|| self.free(own(key))) else {
            let knows = |name| self.lines.iter().any(|(known, _)| known == name);
            return Err(match knows(key) || knows(own(key)) {
                true => NoAnswer::UsedUp(key.to_owned()),
                false => NoAnswer::Unknown(key.to_owned()),
            });
        };
        if let Some(used) = self.used.get_mut(place) {
            *used = true;
        }
        let line = self.lines.get(place).map(|(_, line)| line);
        line.ok_or_else(|| NoAnswer::Unknown(key.to_owned()))
    }

    fn free(&self, key: &str) -> Option<usize> {
        let mut lines = self.lines.iter().zip(&self.used);
        lines.position(|((known, _), used)| known == key && !used)
    }

    /// The keys of answers that nobody asked for, each once.
    pub(super) fn left(&self) -> Vec<&'s str> {
        let lines = self.lines.iter().zip(&self.used);
        let mut left = Vec::new();
        for ((key, _), used) in lines {
            if !used && !left.contains(&&**key) {
                left.push(&**key);
            }
        }
        left
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = &'s str> {
        self.lines.iter().map(|(key, _)| &**key)
    }
}

/// The author's part of a key: without `of` and the number of its turn.
pub(super) fn own(key: &str) -> &str {
    let end = key.find([':', '#']);
    end.and_then(|end| key.get(..end)).unwrap_or(key)
}
