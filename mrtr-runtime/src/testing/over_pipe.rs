//! Requests of a client of MCP 2026-07-28 to a whole server.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::exchange::{Heard, Rounds, Said, Sent};
use super::in_memory::with_reasons;
use super::pipe::{Pipe, result};
use super::served::{Operation, TestServer};
use super::{Question, TestClient};
use crate::Capabilities;
use crate::replay::Notes;

/// A server, and the client that calls it.
pub(super) struct OverPipe<'c, S> {
    client: &'c TestClient,
    server: S,
    operation: Operation,
}

const ID: u32 = 1;
const CLIENT: &str = "a client of 2026-07-28";

impl<'c, S: TestServer> OverPipe<'c, S> {
    pub(super) fn new(client: &'c TestClient, server: S, operation: Operation) -> Self {
        Self {
            client,
            server,
            operation,
        }
    }

    fn message(&self, sent: Sent) -> Value {
        let mut params = self.operation.params.clone();
        if let Some(params) = params.as_object_mut() {
            params.insert("_meta".to_owned(), self.meta());
            let answers = sent.answers.map(Value::Object);
            let state = sent.state.map(Value::String);
            params.extend(answers.map(|answers| ("inputResponses".to_owned(), answers)));
            params.extend(state.map(|state| ("requestState".to_owned(), state)));
        }
        let method = self.operation.method.as_str();
        json!({"jsonrpc": "2.0", "id": ID, "method": method, "params": params})
    }

    fn meta(&self) -> Value {
        let (name, number) = self.client.caller();
        let mut meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "mrtr-testing", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": declared(&self.client.capabilities),
        });
        if let Some(meta) = meta.as_object_mut() {
            meta.insert(name.to_owned(), json!(number));
        }
        meta
    }
}

impl<S: TestServer, R: DeserializeOwned> Rounds<R> for OverPipe<'_, S> {
    async fn send(&mut self, sent: Sent) -> Heard<R> {
        let mrtr = self.server.mrtr().clone();
        let (notes, before) = (Notes::default(), mrtr.counters());
        let watching = mrtr.watch().by(notes.clone());
        let mut pipe = Pipe::to(self.server.clone());
        let response = match pipe.send(&self.message(sent)).await {
            Ok(()) => pipe.response(ID, CLIENT).await,
            Err(gone) => Err(gone),
        };
        drop(watching);
        let (said, flaw) = match response.map(said) {
            Ok(Ok(said)) => (said, None),
            Ok(Err(flaw)) | Err(flaw) => (Said::nothing(), Some(flaw)),
        };
        let notes = with_reasons(notes.take(), &said, &before, &mrtr);
        Heard { said, notes, flaw }
    }
}

/// What a response says.
fn said<R: DeserializeOwned>(response: Value) -> Result<Said<R>, String> {
    let result = match result(response) {
        Ok(result) => result,
        Err(failure) => return Ok(Said::Fails(failure)),
    };
    if result.get("resultType").and_then(Value::as_str) != Some("input_required") {
        return returned(result);
    }
    let requests = result.get("inputRequests").and_then(Value::as_object);
    let requests = requests.into_iter().flatten();
    let questions = requests.map(|(key, request)| (key.clone(), Question::of_wire(request)));
    let state = result.get("requestState").and_then(Value::as_str);
    Ok(Said::Asks {
        state: state.unwrap_or_default().to_owned(),
        questions: questions.collect(),
    })
}

pub(super) fn returned<R: DeserializeOwned>(result: Value) -> Result<Said<R>, String> {
    let shown = result.to_string();
    let value = serde_json::from_value(result);
    let value = value.map_err(|error| format!("the result is not what rmcp reads: {error}"))?;
    Ok(Said::Returns { value, shown })
}

/// Capabilities as a client declares them.
pub(super) fn declared(capabilities: &Capabilities) -> Value {
    let parts = |parts: &[(&str, bool)]| {
        let parts = parts.iter().filter(|(_, is_declared)| *is_declared);
        let parts: Map<_, _> = parts
            .map(|(name, _)| ((*name).to_owned(), json!({})))
            .collect();
        Value::Object(parts)
    };
    let Capabilities {
        form,
        url,
        sampling,
        sampling_tools,
        sampling_context,
        roots,
        tasks,
        // Told by the version.
        older_forms: _,
    } = *capabilities;
    let mut all = Map::new();
    let mut declare = |name: &str, is_declared: bool, value: Value| {
        if is_declared {
            all.insert(name.to_owned(), value);
        }
    };
    let elicitation = parts(&[("form", form), ("url", url)]);
    declare("elicitation", form || url, elicitation);
    let sampled = parts(&[("tools", sampling_tools), ("context", sampling_context)]);
    declare("sampling", sampling, sampled);
    declare("roots", roots, json!({}));
    declare(
        "extensions",
        tasks,
        json!({"io.modelcontextprotocol/tasks": {}}),
    );
    Value::Object(all)
}
