//! The resources, which ask nothing.

use rmcp::ErrorData;
use rmcp::model::{ReadResourceResult, Resource, ResourceContents, ResourceTemplate};

use crate::content::PNG;

const TEXT: &str = "test://static-text";
const BINARY: &str = "test://static-binary";

/// The resources with a uri of their own.
pub(crate) fn all() -> Vec<Resource> {
    vec![
        Resource::new(TEXT, "static-text")
            .with_description("A text")
            .with_mime_type("text/plain"),
        Resource::new(BINARY, "static-binary")
            .with_description("An image")
            .with_mime_type("image/png"),
    ]
}

/// The resources with an id in their uri.
pub(crate) fn template() -> ResourceTemplate {
    ResourceTemplate::new("test://template/{id}/data", "template")
        .with_description("The data of an id")
        .with_mime_type("application/json")
}

/// Reads one of them.
pub(crate) fn read(uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let contents = match (uri, template_id(uri)) {
        (TEXT, _) => {
            ResourceContents::text("This is the content of the static text resource.", uri)
        }
        (BINARY, _) => ResourceContents::blob(PNG, uri).with_mime_type("image/png"),
        (_, Some(id)) => {
            let data = serde_json::json!({ "id": id, "data": format!("Data for ID: {id}") });
            ResourceContents::text(data.to_string(), uri).with_mime_type("application/json")
        }
        _ => return Err(not_found(uri)),
    };
    Ok(ReadResourceResult::new(vec![contents]))
}

fn template_id(uri: &str) -> Option<&str> {
    uri.strip_prefix("test://template/")?.strip_suffix("/data")
}

fn not_found(uri: &str) -> ErrorData {
    let data = serde_json::json!({ "uri": uri });
    ErrorData::resource_not_found("There is no such resource", Some(data))
}
