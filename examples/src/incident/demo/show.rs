//! What the demo prints.

use rmcp::ErrorData;
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ElicitRequestParams, InputRequest, InputRequests,
    InputResponses,
};
use serde_json::Value;

pub(super) fn title(text: &str) {
    println!("\n=== {text}");
}

pub(super) fn note(text: &str) {
    println!("   {text}");
}

/// A request of the client, and what it carries besides the call itself.
pub(super) fn request(request: &CallToolRequestParams) {
    let carried = match (&request.input_responses, &request.request_state) {
        (None, None) => "",
        _ => ", with the answers and the state",
    };
    println!("\n-> client   tools/call {}{carried}", request.name);
}

/// The questions of a round as the user would see them, and the state that goes with them.
pub(super) fn questions(requests: &InputRequests, state: &str) {
    println!("<- server   input_required");
    for (key, request) in requests {
        println!("   {key}");
        question(request);
    }
    let start: String = state.chars().take(24).collect();
    println!("   requestState, {} bytes: {start}…", state.len());
}

fn question(request: &InputRequest) {
    match request {
        InputRequest::Elicitation(request) => elicitation(&request.params),
        InputRequest::CreateMessage(request) => {
            let params = serde_json::to_value(&request.params).unwrap_or_default();
            println!(
                "     to the client's model, {} tokens:",
                member(&params, "maxTokens")
            );
            indented(&texts(member(&params, "messages")).join("\n"));
        }
        _ => println!("     the client's roots"),
    }
}

fn elicitation(params: &ElicitRequestParams) {
    match params {
        ElicitRequestParams::FormElicitationParams {
            message,
            requested_schema,
            ..
        } => {
            indented(message);
            let schema = serde_json::to_value(requested_schema).unwrap_or_default();
            let order = requested_schema
                .property_order
                .as_deref()
                .unwrap_or_default();
            for name in order {
                println!("       [ {} ]", field(name, &schema));
            }
        }
        ElicitRequestParams::UrlElicitationParams { message, url, .. } => {
            indented(message);
            indented(url);
        }
        _ => indented("another kind of question"),
    }
}

/// A field as a form would label it.
fn field(name: &str, schema: &Value) -> String {
    let field = member(member(schema, "properties"), name);
    let title = member(field, "title").as_str().unwrap_or(name);
    let options: Vec<&str> = options(field).into_iter().map(|(_, title)| title).collect();
    let kind = if options.is_empty() {
        member(field, "type")
            .as_str()
            .unwrap_or_default()
            .to_owned()
    } else {
        options.join(" / ")
    };
    let optional = if required(name, schema) {
        ""
    } else {
        ", optional"
    };
    format!("{title}: {kind}{optional}")
}

/// Whether an answer must hold the field.
pub(super) fn required(name: &str, schema: &Value) -> bool {
    let required = member(schema, "required").as_array();
    required.is_some_and(|names| names.iter().any(|required| required == name))
}

/// Values and titles of a choice; none for other fields.
pub(super) fn options(field: &Value) -> Vec<(&str, &str)> {
    let plain = member(field, "enum").as_array().into_iter().flatten();
    let titled = member(field, "oneOf").as_array().into_iter().flatten();
    let plain = plain.filter_map(Value::as_str).map(|value| (value, value));
    let titled =
        titled.filter_map(|o| member(o, "const").as_str().zip(member(o, "title").as_str()));
    plain.chain(titled).collect()
}

pub(super) fn answers(answers: &InputResponses) {
    for (key, answer) in answers {
        let content = match member(answer, "action").as_str() {
            Some("accept") => member(answer, "content").to_string(),
            Some(action) => action.to_owned(),
            None => texts(answer).join("\n"),
        };
        println!("   user     {key}: {content}");
    }
}

pub(super) fn result(result: &CallToolResult) {
    let kind = if result.is_error == Some(true) {
        "isError: true"
    } else {
        "complete"
    };
    println!("<- server   {kind}");
    let content = serde_json::to_value(&result.content).unwrap_or_default();
    indented(&texts(&content).join("\n"));
}

pub(super) fn error(error: &ErrorData) {
    println!("<- server   error {}: {}", error.code.0, error.message);
    if let Some(data) = &error.data {
        indented(&data.to_string());
    }
}

fn indented(text: &str) {
    for line in text.lines() {
        println!("     {line}");
    }
}

/// A member of an object, null where there is none.
pub(super) fn member<'v>(object: &'v Value, name: &str) -> &'v Value {
    object.get(name).unwrap_or(&Value::Null)
}

/// The texts in content blocks or messages, however deep.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::Object(object) => match object.get("text").and_then(Value::as_str) {
            Some(text) => vec![text],
            None => object.get("content").map(texts).unwrap_or_default(),
        },
        _ => Vec::new(),
    }
}
