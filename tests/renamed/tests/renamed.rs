//! The macros find the crate under its other name.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use mrtr::prelude::*;
use mrtr_tests_renamed::Bakery;
use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, Implementation, ProtocolVersion,
};
use rmcp::service::{ClientLifecycleMode, RequestContext};
use rmcp::{ClientHandler, ClientServiceExt as _, ErrorData, RoleClient, ServiceExt as _};
use serde_json::{Value, from_value, json};

/// Answers every question.
struct Customer;

#[allow(deprecated)]
impl ClientHandler for Customer {
    fn get_info(&self) -> ClientConfig {
        let declared = json!({"elicitation": {}, "sampling": {}});
        let capabilities: ClientCapabilities = from_value(declared).unwrap();
        ClientConfig::new(capabilities, Implementation::new("test", "1"))
    }

    async fn create_elicitation(
        &self,
        params: rmcp::model::ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<rmcp::model::ElicitResult, ErrorData> {
        let asked = serde_json::to_value(params).unwrap();
        let content = match asked["message"].as_str().unwrap() {
            "How shall the tart be?" => json!({"size": "Large", "writing": "Hi"}),
            "For which cake?" => json!({"value": "tart"}),
            "Of which size?" => json!({"value": "Small"}),
            _ => json!({"confirm": true}),
        };
        Ok(from_value(json!({"action": "accept", "content": content})).unwrap())
    }

    async fn create_message(
        &self,
        _params: rmcp::model::CreateMessageRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<rmcp::model::CreateMessageResult, ErrorData> {
        let content = json!({"type": "text", "text": "O tart"});
        Ok(from_value(json!({"role": "assistant", "content": content, "model": "m"})).unwrap())
    }
}

#[tokio::test]
async fn every_macro_works_under_another_name() {
    let keys = Keys::new([[1; 32]]).unwrap();
    let mrtr = Mrtr::builder()
        .keys(keys)
        .audience("bakery")
        .single_user()
        .build()
        .unwrap();
    let (server_end, client_end) = tokio::io::duplex(4096);
    tokio::spawn(async move {
        Bakery::new(mrtr)
            .serve(server_end)
            .await
            .unwrap()
            .waiting()
            .await
    });
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    let lifecycle = ClientLifecycleMode::Discover { preferred_versions };
    let client = Customer
        .serve_with_lifecycle(client_end, lifecycle)
        .await
        .unwrap();

    let mut bake = CallToolRequestParams::new("bake");
    bake.arguments = json!({"kind": "tart"}).as_object().cloned();
    let baked: Value = serde_json::to_value(client.call_tool(bake).await.unwrap()).unwrap();
    assert_eq!(
        baked["content"][0]["text"],
        "7 Large tart Some(\"Hi\") O tart"
    );

    let recipe = rmcp::model::GetPromptRequestParams::new("recipe");
    let recipe: Value = serde_json::to_value(client.get_prompt(recipe).await.unwrap()).unwrap();
    assert_eq!(recipe["messages"][0]["content"]["text"], "tart");

    let read = rmcp::model::ReadResourceRequestParams::new("cake://1");
    let read: Value = serde_json::to_value(client.read_resource(read).await.unwrap()).unwrap();
    assert_eq!(read["contents"][0]["text"], "Small");
}
