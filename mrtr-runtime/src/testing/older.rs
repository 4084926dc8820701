//! A client of MCP 2025-11-25, or 2025-06-18 where it has no lists, which is asked by requests of the server while its call waits.

use std::collections::VecDeque;
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::drive::{failed, returned};
use super::exchange::Said;
use super::in_memory::with_reasons;
use super::over_pipe::{self, declared};
use super::pipe::{Pipe, asked, is_response, result};
use super::script::Reading;
use super::served::{Operation, TestServer};
use super::transcript::{End, Exchange};
use super::{Question, Run, RunError, Script, TestClient, Transcript};
use crate::replay::{Note, Notes};
use crate::{Counters, InputRequest};

const VERSION: &str = "2025-11-25";
const VERSION_WITHOUT_LISTS: &str = "2025-06-18";

/// One call of an old client.
pub(super) struct Older<'c, S> {
    client: &'c TestClient,
    script: Reading<'c>,
    server: S,
    operation: Operation,
    notes: Notes,
    before: Counters,
    transcript: Transcript,
    /// The questions of the round that have not come yet.
    open: VecDeque<(String, InputRequest)>,
    /// What the round before was answered.
    answers: Map<String, Value>,
}

impl<'c, S: TestServer> Older<'c, S> {
    pub(super) fn new(
        client: &'c TestClient,
        script: &'c Script,
        server: S,
        operation: Operation,
    ) -> Self {
        let before = server.mrtr().counters();
        Self {
            client,
            script: Reading::of(script),
            server,
            operation,
            notes: Notes::default(),
            before,
            transcript: Transcript::default(),
            open: VecDeque::new(),
            answers: Map::new(),
        }
    }

    pub(super) async fn run<R: Debug + DeserializeOwned>(mut self) -> Result<Run<R>, RunError> {
        let mrtr = self.server.mrtr().clone();
        let watching = mrtr.watch().by(self.notes.clone());
        let response = self.call().await;
        drop(watching);
        let said = match response?.map(over_pipe::returned) {
            Ok(Ok(said)) => said,
            Ok(Err(flaw)) => return Err(RunError::new(flaw, self.transcript)),
            Err(failure) => Said::Fails(failure),
        };
        let notes = with_reasons(self.notes.take(), &said, &self.before, &mrtr);
        self.note_round(notes.clone(), said.end());
        match said {
            Said::Returns { value, .. } => {
                returned(self.client, &self.script, value, &notes, self.transcript)
            }
            Said::Fails(failure) => Err(failed(failure, notes, self.transcript)),
            Said::Asks { .. } => Err(RunError::new("the run has no end", self.transcript)),
        }
    }

    /// The whole call, and what came of it.
    async fn call(&mut self) -> Result<Result<Value, crate::Failure>, RunError> {
        let mut pipe = Pipe::to(self.server.clone());
        self.shake_hands(&mut pipe).await?;
        let (name, number) = self.client.caller();
        let mut params = self.operation.params.clone();
        if let Some(params) = params.as_object_mut() {
            params.insert("_meta".to_owned(), json!({ name: number }));
        }
        let method = self.operation.method.as_str();
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let sent = pipe.send(&request).await;
        self.or_gone(sent)?;
        loop {
            let message = pipe.receive().await;
            let message = self.or_gone(message)?;
            if is_response(&message, 1) {
                return Ok(result(message));
            }
            if asked(&message).is_some() {
                let answer = self.answer(&message)?;
                let sent = pipe.send(&answer).await;
                self.or_gone(sent)?;
            }
        }
    }

    fn version(&self) -> &'static str {
        if self.client.capabilities.older_forms {
            VERSION_WITHOUT_LISTS
        } else {
            VERSION
        }
    }

    async fn shake_hands(&self, pipe: &mut Pipe) -> Result<(), RunError> {
        let params = json!({
            "protocolVersion": self.version(),
            "capabilities": declared(&self.client.capabilities),
            "clientInfo": {"name": "mrtr-testing", "version": "1"},
        });
        let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
        let sent = pipe.send(&hello).await;
        self.or_gone(sent)?;
        let welcome = pipe.response(0, "a client that shakes hands").await;
        self.or_gone(welcome)?;
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let sent = pipe.send(&ready).await;
        self.or_gone(sent)
    }

    fn or_gone<T>(&self, done: Result<T, String>) -> Result<T, RunError> {
        done.map_err(|gone| RunError::new(gone, self.transcript.clone()))
    }

    /// The answer to a request of the server.
    fn answer(&mut self, request: &Value) -> Result<Value, RunError> {
        let id = request.get("id").cloned().unwrap_or_default();
        if self.open.is_empty() {
            self.next_round();
        }
        let Some(key) = self.key_of(request) else {
            let error = json!({"code": -32601, "message": "Method not found"});
            return Ok(json!({"jsonrpc": "2.0", "id": id, "error": error}));
        };
        let answer = self
            .script
            .answer(&key)
            .map_err(|none| RunError::no_answer(&none, &self.script, self.transcript.clone()))?;
        let (part, answer) = match answer {
            Some(answer) => ("result", answer.clone()),
            None => unanswered(request),
        };
        self.answers.insert(key, answer.clone());
        Ok(json!({"jsonrpc": "2.0", "id": id, part: answer}))
    }

    /// The server has come to its next questions.
    fn next_round(&mut self) {
        let mut notes = self.notes.take();
        let Some(at) = notes.iter().position(|note| matches!(note, Note::Asked(_))) else {
            return;
        };
        let later = notes.split_off(at.saturating_add(1));
        if let Some(Note::Asked(asked)) = notes.pop() {
            let questions = asked.iter();
            let questions = questions.map(|(key, request)| (key.clone(), Question::from(request)));
            self.note_round(notes, End::Asks(questions.collect()));
            self.open = asked.into();
        }
        for note in later {
            self.notes.add(|| note);
        }
        self.client.clock().advance(self.client.takes);
    }

    /// An exchange of the transcript: as if the questions were those of a reply.
    fn note_round(&mut self, notes: Vec<Note>, end: End) {
        self.transcript.exchanges.push(Exchange {
            answers: std::mem::take(&mut self.answers),
            notes,
            end,
        });
    }

    /// Under which key it is asked: the request has none.
    fn key_of(&mut self, request: &Value) -> Option<String> {
        let asked = Question::of_wire(request);
        let mut open = self.open.iter();
        let at = open.position(|(_, known)| is_same(&Question::from(known), &asked))?;
        self.open.remove(at).map(|(key, _)| key)
    }
}

/// How a client says that it leaves a request unanswered: in a result where MCP has one for that, else by an error.
fn unanswered(request: &Value) -> (&'static str, Value) {
    if asked(request) == Some("elicitation/create") {
        ("result", json!({"action": "cancel"}))
    } else {
        (
            "error",
            json!({"code": -1, "message": "User rejected the request"}),
        )
    }
}

/// Whether a question of the round is the one that came; its form may be reworded for an older version.
fn is_same(known: &Question, asked: &Question) -> bool {
    let said = blocks(known.params().get("messages"));
    known.method() == asked.method()
        && known.message() == asked.message()
        && said == blocks(asked.params().get("messages"))
}

/// What messages to a model say, in one or in several of one block each: 2025-06-18 has no others.
fn blocks(messages: Option<&Value>) -> Vec<(Option<&Value>, Option<&Value>)> {
    let messages = messages.and_then(Value::as_array).into_iter().flatten();
    let each = messages.flat_map(|message| {
        let content = message.get("content");
        let blocks: Vec<_> = match content.and_then(Value::as_array) {
            Some(blocks) => blocks.iter().map(Some).collect(),
            None => vec![content],
        };
        blocks.into_iter().map(|block| (message.get("role"), block))
    });
    each.collect()
}
