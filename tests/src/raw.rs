//! Requests over HTTP as they stand in the specification, for what rmcp's client would not send.

use serde_json::{Value, json};

use crate::operation::Operation;
use crate::wait::Deadline as _;

const OLD: &str = "2025-11-25";

/// A client of 2026-07-28 that sends whatever it is told.
#[derive(Debug, Clone)]
pub struct Raw {
    url: String,
    version: &'static str,
    authorization: Vec<String>,
    capabilities: Value,
    name: Option<String>,
    client: reqwest::Client,
}

#[derive(Debug, Clone, PartialEq)]
pub struct RawAnswer {
    pub status: u16,
    pub body: Value,
    /// The bytes of the body.
    pub text: String,
}

impl RawAnswer {
    /// What came over HTTP.
    pub fn read(status: u16, text: &str) -> Self {
        let body = json_of(text).unwrap_or_else(|| panic!("not JSON: {text}"));
        let text = text.to_owned();
        Self { status, body, text }
    }

    pub fn code(&self) -> i64 {
        self.body["error"]["code"]
            .as_i64()
            .unwrap_or_else(|| panic!("no error: {self:?}"))
    }

    pub fn result(&self) -> &Value {
        let result = &self.body["result"];
        assert!(result.is_object(), "no result: {self:?}");
        result
    }
}

impl Raw {
    pub fn new(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            version: "2026-07-28",
            authorization: Vec::new(),
            capabilities: json!({"elicitation": {}, "sampling": {}, "roots": {}}),
            name: None,
            client: reqwest::Client::new(),
        }
    }

    /// A client of 2025-11-25 that sends no metadata, and has no session.
    pub fn old(mut self) -> Self {
        self.version = OLD;
        self
    }

    pub fn declaring(mut self, capabilities: Value) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// A header `Authorization`, as it stands; given twice, there are two.
    pub fn authorization(mut self, header: &str) -> Self {
        self.authorization.push(header.to_owned());
        self
    }

    /// What `Mcp-Name` says in place of the operation's target.
    pub fn name_header(mut self, name: &str) -> Self {
        self.name = Some(name.to_owned());
        self
    }

    /// Sends an operation with more params.
    pub async fn send(&self, operation: &Operation, more: Value) -> RawAnswer {
        let answer = self.try_send(operation, more, &[]).in_time().await;
        answer.expect("an answer comes")
    }

    /// Sends an operation with more params and headers, to a server that may not answer.
    pub async fn try_send(
        &self,
        operation: &Operation,
        more: Value,
        headers: &[(&str, &str)],
    ) -> reqwest::Result<RawAnswer> {
        let mut request = self.post(operation, &self.message(operation, &more));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request.send().await?;
        let status = response.status().as_u16();
        Ok(RawAnswer::read(status, &response.text().await?))
    }

    /// Sends an operation with more params. Everything that comes until the stream ends, the answer last.
    pub async fn stream(&self, operation: &Operation, more: Value) -> Vec<Value> {
        let request = self.post(operation, &self.message(operation, &more));
        let response = request.send().in_time().await.unwrap();
        let text = response.text().in_time().await.unwrap();
        let events = text.lines().filter_map(|line| line.strip_prefix("data:"));
        let events = events.map(str::trim).filter(|data| !data.is_empty());
        events
            .map(|data| serde_json::from_str(data).unwrap())
            .collect()
    }

    fn message(&self, operation: &Operation, more: &Value) -> Value {
        let mut params = operation.params();
        if self.version != OLD {
            params["_meta"] = self.meta();
        }
        for (name, value) in more.as_object().unwrap() {
            match (name.as_str(), value.as_object()) {
                ("_meta", Some(meta)) => meta.iter().for_each(|(name, value)| {
                    params["_meta"][name.as_str()] = value.clone();
                }),
                _ => params[name.as_str()] = value.clone(),
            }
        }
        json!({"jsonrpc": "2.0", "id": 7, "method": operation.method(), "params": params})
    }

    fn meta(&self) -> Value {
        json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": self.capabilities,
        })
    }

    fn post(&self, operation: &Operation, body: &Value) -> reqwest::RequestBuilder {
        let mut request = self
            .client
            .post(&self.url)
            .header("Accept", "application/json, text/event-stream")
            .header("MCP-Protocol-Version", self.version)
            .header("Mcp-Method", operation.method())
            .header(
                "Mcp-Name",
                self.name.as_deref().unwrap_or(operation.target()),
            )
            .json(body);
        for header in &self.authorization {
            request = request.header("Authorization", header);
        }
        request
    }
}

/// A body of JSON, or the last event of a stream.
fn json_of(text: &str) -> Option<Value> {
    let mut events = text.lines().filter_map(|line| line.strip_prefix("data:"));
    let last = events.rfind(|data| !data.trim().is_empty());
    serde_json::from_str(last.unwrap_or(text).trim()).ok()
}
