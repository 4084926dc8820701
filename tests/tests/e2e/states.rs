//! What clients make of states: the one of the tests, which stands for others, and rmcp's own.

use std::sync::{Arc, Mutex};

use mrtr_tests::answers::yes;
use mrtr_tests::{Hosted, Operation, Person, Wire, tool};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, InputRequiredResult,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::json;

/// Asks twice, and gives a state with its first question alone. It writes down what states come.
#[derive(Clone, Default)]
struct Forgets(Arc<Mutex<Vec<Option<String>>>>);

impl ServerHandler for Forgets {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let mut came = self.0.lock().unwrap();
        came.push(request.request_state);
        let form = json!({"type": "object", "properties": {"confirm": {"type": "boolean"}}});
        let params = json!({"mode": "form", "message": "Sure?", "requestedSchema": form});
        let question = json!({"sure": {"method": "elicitation/create", "params": params}});
        let questions = Some(serde_json::from_value(question).unwrap());
        let state = (came.len() == 1).then(|| "of the first round".to_owned());
        Ok(match came.len() {
            1 | 2 => InputRequiredResult::new(questions, state).into(),
            _ => CallToolResult::success(vec![ContentBlock::text("done")]).into(),
        })
    }
}

fn call() -> Operation {
    tool("any", json!({}))
}

over_wires! {
    async fn a82_a_round_without_a_state_is_retried_without_one(wire: Wire) {
        let states = [None, Some("of the first round".to_owned()), None];
        let server = Forgets::default();
        let hosted = Hosted::start(server.clone(), wire).await;
        let client = hosted.modern().await;
        let mut talk = client.start(call()).await;
        talk.answer(json!({"sure": yes()})).await;
        assert_eq!(talk.answer(json!({"sure": yes()})).await.text(), "done");
        assert_eq!(*server.0.lock().unwrap(), states);

        let server = Forgets::default();
        let hosted = Hosted::start(server.clone(), wire).await;
        let client = hosted.connect(&Person::modern().answering(|_| Some(yes()))).await;
        let done = client.drive(&call()).await.unwrap();
        assert_eq!(done["content"][0]["text"], "done");
        assert_eq!(*server.0.lock().unwrap(), states);
    }
}
