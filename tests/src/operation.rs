//! The three methods that may ask, alike.

use rmcp::model::{
    CallToolRequestParams, GetPromptRequestParams, InputResponses, JsonObject,
    ReadResourceRequestParams,
};
use serde_json::{Value, json};

/// What is asked of a server.
#[derive(Debug, Clone)]
pub enum Operation {
    Tool(String, Option<JsonObject>),
    Prompt(String, Option<JsonObject>),
    Resource(String),
    /// A method that looks after a task, and its id.
    Task(&'static str, String),
}

pub fn tool(name: &str, arguments: Value) -> Operation {
    Operation::Tool(name.to_owned(), arguments.as_object().cloned())
}

pub fn prompt(name: &str, arguments: Value) -> Operation {
    Operation::Prompt(name.to_owned(), arguments.as_object().cloned())
}

pub fn resource(uri: &str) -> Operation {
    Operation::Resource(uri.to_owned())
}

pub fn task(method: &'static str, id: &str) -> Operation {
    Operation::Task(method, id.to_owned())
}

/// The retry fields of a request.
#[derive(Debug, Clone, Default)]
pub(crate) struct Retry {
    pub(crate) answers: Option<InputResponses>,
    pub(crate) state: Option<String>,
}

impl Operation {
    pub fn method(&self) -> &'static str {
        match self {
            Self::Tool(..) => "tools/call",
            Self::Prompt(..) => "prompts/get",
            Self::Resource(_) => "resources/read",
            Self::Task(method, _) => method,
        }
    }

    /// The name of the tool or prompt, or the uri.
    pub fn target(&self) -> &str {
        match self {
            Self::Tool(target, _)
            | Self::Prompt(target, _)
            | Self::Resource(target)
            | Self::Task(_, target) => target,
        }
    }

    /// The params without retry fields, as JSON.
    pub fn params(&self) -> Value {
        match self {
            Self::Tool(name, arguments) | Self::Prompt(name, arguments) => match arguments {
                Some(arguments) => json!({"name": name, "arguments": arguments}),
                None => json!({"name": name}),
            },
            Self::Resource(uri) => json!({ "uri": uri }),
            Self::Task(_, id) => json!({ "taskId": id }),
        }
    }

    pub(crate) fn call_tool(&self, retry: Retry) -> CallToolRequestParams {
        let mut params = CallToolRequestParams::new(self.target().to_owned());
        if let Self::Tool(_, arguments) = self {
            params.arguments.clone_from(arguments);
        }
        params.input_responses = retry.answers;
        params.request_state = retry.state;
        params
    }

    pub(crate) fn get_prompt(&self, retry: Retry) -> GetPromptRequestParams {
        let mut params = GetPromptRequestParams::new(self.target());
        if let Self::Prompt(_, arguments) = self {
            params.arguments.clone_from(arguments);
        }
        params.input_responses = retry.answers;
        params.request_state = retry.state;
        params
    }

    pub(crate) fn read_resource(&self, retry: Retry) -> ReadResourceRequestParams {
        let mut params = ReadResourceRequestParams::new(self.target());
        params.input_responses = retry.answers;
        params.request_state = retry.state;
        params
    }
}
