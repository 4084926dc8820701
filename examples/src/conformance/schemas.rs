//! The tools of `json-schema-2020-12` and `http-custom-header-server-validation`: what stands in their schemas.

use std::sync::Arc;

use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, JsonObject};
use rmcp::schemars::{self, JsonSchema};
use rmcp::{tool, tool_router};
use serde::Deserialize;
use serde_json::json;

use crate::server::{Conformance, text};

#[derive(Debug, Deserialize, JsonSchema)]
struct Regional {
    /// Where to run; a gateway reads it from a header.
    #[schemars(extend("x-mcp-header" = "Region"))]
    region: String,
}

#[tool_router(router = schema_tools, vis = "pub(crate)")]
impl Conformance {
    /// Its schema has more than types: definitions, alternatives and conditions.
    #[tool(input_schema = contact_schema())]
    async fn json_schema_2020_12_tool(&self) -> CallToolResult {
        text("noted")
    }

    /// Runs in a region that a header names as well.
    #[tool]
    async fn run_in_region(&self, Parameters(args): Parameters<Regional>) -> CallToolResult {
        text(format!("ran in {}", args.region))
    }
}

fn contact_schema() -> Arc<JsonObject> {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": { "street": { "type": "string" }, "city": { "type": "string" } },
            },
        },
        "properties": {
            "name": { "type": "string" },
            "address": { "$ref": "#/$defs/address" },
            "contactMethod": { "type": "string", "enum": ["phone", "email"] },
            "phone": { "type": "string" },
            "email": { "type": "string" },
        },
        "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
        "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] },
        "additionalProperties": false,
    });
    Arc::new(schema.as_object().cloned().unwrap_or_default())
}
