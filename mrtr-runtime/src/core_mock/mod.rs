//! Stand-ins for the core while it is written elsewhere; dropped on integration.
#![allow(
    missing_docs,
    clippy::module_name_repetitions,
    unused_variables,
    dead_code
)]

use std::{future::Future, pin::Pin, sync::Arc};

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::{Map, Value};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    CallTool,
    GetPrompt,
    ReadResource,
}

impl Method {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::CallTool => "tools/call",
            Self::GetPrompt => "prompts/get",
            Self::ReadResource => "resources/read",
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Capabilities {
    pub form: bool,
    pub url: bool,
    pub sampling: bool,
    pub sampling_tools: bool,
    pub sampling_context: bool,
    pub roots: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Principal(pub String);

pub struct Request {
    pub(crate) method: Method,
    pub(crate) target: String,
    pub(crate) input_responses: Option<Map<String, Value>>,
    pub(crate) request_state: Option<String>,
    pub(crate) capabilities: Capabilities,
    pub(crate) principal: Option<Principal>,
}

impl Request {
    pub fn new(
        method: Method,
        target: impl Into<String>,
        arguments: Option<&Map<String, Value>>,
    ) -> Self {
        Self {
            method,
            target: target.into(),
            input_responses: None,
            request_state: None,
            capabilities: Capabilities::default(),
            principal: None,
        }
    }
    pub fn input_responses(mut self, answers: Option<Map<String, Value>>) -> Self {
        self.input_responses = answers;
        self
    }
    pub fn request_state(mut self, state: Option<String>) -> Self {
        self.request_state = state;
        self
    }
    pub fn capabilities(mut self, capabilities: Capabilities) -> Self {
        self.capabilities = capabilities;
        self
    }
    pub fn principal(mut self, principal: Principal) -> Self {
        self.principal = Some(principal);
        self
    }
    pub fn cancelled(self, signal: impl Future<Output = ()> + Send + 'static) -> Self {
        self
    }
}

#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum InputRequest {
    Elicit { message: String, form: form::Form },
    ElicitUrl { message: String, url: String },
    Sample(SampleRequest),
    Roots,
}

#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct SampleRequest {
    pub messages: Vec<Value>,
    pub max_tokens: u32,
    pub system_prompt: Option<String>,
    pub temperature: Option<f64>,
    pub stop_sequences: Vec<String>,
}

impl Serialize for SampleRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("messages", &self.messages)?;
        map.serialize_entry("maxTokens", &self.max_tokens)?;
        if let Some(system) = &self.system_prompt {
            map.serialize_entry("systemPrompt", system)?;
        }
        if let Some(temperature) = self.temperature {
            map.serialize_entry("temperature", &temperature)?;
        }
        map.end()
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum Reply<R> {
    Complete { value: R, retried: bool },
    InputRequired(InputRequired),
    Failed(Failure),
}

#[derive(Debug, Clone, PartialEq)]
pub struct InputRequired {
    pub requests: Vec<(String, InputRequest)>,
    pub state: String,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Failure {
    Rpc(RpcError),
    Tool(String),
}

#[derive(Debug, Clone, PartialEq)]
pub struct RpcError {
    pub code: i32,
    pub message: String,
    pub data: Option<Value>,
}

#[derive(Clone)]
pub struct Flow;

pub struct Function;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Legacy {
    Live,
    Refuse,
}

#[derive(Clone)]
pub struct Mrtr(Arc<Legacy>);

impl Mrtr {
    pub fn mock(legacy: Legacy) -> Self {
        Self(Arc::new(legacy))
    }
    pub fn identify<C: 'static>(&self, context: &C) -> Result<Principal, Failure> {
        Ok(Principal("local".into()))
    }
    pub fn legacy(&self) -> Legacy {
        *self.0
    }
    pub async fn serve<B, F, R>(
        &self,
        request: Request,
        function: &'static Function,
        body: B,
    ) -> Reply<R>
    where
        B: FnOnce(Flow) -> F,
        F: Future<Output = R>,
    {
        let retried = request.input_responses.is_some() || request.request_state.is_some();
        Reply::Complete {
            value: body(Flow).await,
            retried,
        }
    }
    pub async fn serve_live<B, F, R>(
        &self,
        request: Request,
        function: &'static Function,
        dialog: &dyn Dialog,
        mut body: B,
    ) -> Reply<R>
    where
        B: FnMut(Flow) -> F,
        F: Future<Output = R>,
    {
        body(Flow).await;
        Reply::Complete {
            value: body(Flow).await,
            retried: false,
        }
    }
}

pub type Asking<'a> =
    Pin<Box<dyn Future<Output = Result<Vec<(String, Value)>, DialogError>> + Send + 'a>>;

pub trait Dialog: Send + Sync {
    fn ask<'a>(&'a self, requests: Vec<(String, InputRequest)>) -> Asking<'a>;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DialogError {
    TimedOut,
    Closed,
    Client(String),
}

#[diagnostic::on_unimplemented(
    message = "`{Self}` serves multi round-trip handlers and has no `Mrtr`",
    note = "implement `MrtrServer` for it: `fn mrtr(&self) -> &Mrtr {{ &self.mrtr }}`"
)]
pub trait MrtrServer {
    fn mrtr(&self) -> &Mrtr;
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("The user declined `{key}`.")]
    Declined { key: String },
    #[error("The user dismissed `{key}` without an answer.")]
    Cancelled { key: String },
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the sample holds no text")]
pub struct SampleError;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a root has no usable uri")]
pub struct RootError;

pub mod form;

pub mod __private {
    pub use super::Function;
}
