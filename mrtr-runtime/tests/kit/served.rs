//! Whole servers: the same script and the same transcript as in memory, by the three methods, for clients of both versions.

use mrtr_runtime::prelude::*;
use mrtr_runtime::testing::{Script, TestClient};
use mrtr_runtime::{Failure, Method};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    GetPromptResult, PromptMessage, ReadResourceRequestParams, ReadResourceResult,
    ResourceContents, Role, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{
    ErrorData, RoleServer, ServerHandler, prompt, prompt_handler, prompt_router, schemars, tool,
    tool_handler, tool_router,
};
use serde_json::json;

#[derive(Clone)]
struct Files {
    mrtr: Mrtr,
}

impl MrtrServer for Files {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Delete {
    path: String,
}

#[tool_router]
impl Files {
    #[mrtr_tool]
    #[tool]
    async fn delete(
        &self,
        flow: Flow,
        Parameters(args): Parameters<Delete>,
    ) -> Result<String, ToolError> {
        let owner = capture!(flow.principal().subject().unwrap_or("nobody").to_owned());
        let (reason, sure) = tokio::join!(
            ask_elicit!(String, "Why?"),
            ask_confirm!("Delete {}?", args.path)
        );
        let reason = reason?;
        sure?;
        let words = ask_sample!("Say that {} is gone.", args.path);
        let words = words.await.text()?.to_owned();
        Ok(format!("{words} ({owner}: {reason})"))
    }
}

#[prompt_router]
impl Files {
    #[mrtr_prompt]
    #[prompt]
    async fn brief(&self) -> Result<Vec<PromptMessage>, ErrorData> {
        let tone = ask_elicit!(String, "Which tone?").await?;
        Ok(vec![PromptMessage::new_text(Role::User, tone)])
    }
}

#[mrtr_handler]
#[tool_handler]
#[prompt_handler]
impl ServerHandler for Files {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder();
        let capabilities = capabilities.enable_tools().enable_prompts();
        ServerConfig::new(capabilities.enable_resources().build())
    }

    #[mrtr_resource]
    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResult, ErrorData> {
        let part = ask_elicit!(String, "Which part of {}?", request.uri).await?;
        let contents = ResourceContents::text(part, request.uri);
        Ok(ReadResourceResult::new(vec![contents]))
    }
}

fn files() -> (TestClient, Files) {
    let client = TestClient::new();
    let mrtr = client.mrtr().clone();
    (client, Files { mrtr })
}

fn script() -> Script {
    let script = Script::new().value("reason", "old").confirm("sure");
    script.sample("words", "Gone.")
}

const DELETE: &str = "delete";

/// But for the end, a result of rmcp's.
const TRANSCRIPT: &str = r#"request 1
  evaluates owner
  asks reason (form): Why?
    value: {"type":"string"}
  asks sure (form): Delete a?
    confirm: {"type":"boolean","title":"Confirm"}
request 2
  answers reason: accept {"value":"old"}
  answers sure: accept {"confirm":true}
  replays owner
  asks words (sample)
    user: Say that a is gone.
request 3
  answers words: Gone.
  replays owner
"#;

#[tokio::test]
async fn a_tool_runs_to_its_end_for_clients_of_both_versions() {
    let (client, files) = files();
    for client in [client.clone(), client.old()] {
        let run = client.call_tool(&script(), &files, DELETE, json!({"path": "a"}));
        let run = run.await.unwrap();
        assert_eq!(run.text(), "Gone. (nobody: old)");
        assert!(!run.is_error());
        let transcript = run.transcript().to_string();
        let (asked, end) = transcript.split_once("  returns ").unwrap();
        assert_eq!(asked, TRANSCRIPT);
        assert!(end.contains("Gone. (nobody: old)"), "{end}");
        assert_eq!((run.evaluated("owner"), run.replayed("owner")), (1, 2));
    }
}

#[tokio::test]
async fn a_refusal_is_a_result_for_clients_of_both_versions() {
    let (client, files) = files();
    let script = Script::new().value("reason", "old").decline("sure");
    for client in [client.clone(), client.old()] {
        let run = client.call_tool(&script, &files, DELETE, json!({"path": "a"}));
        let run = run.await.unwrap();
        assert!(run.is_error());
        assert!(run.text().contains("declined `sure`"), "{}", run.text());
    }
}

#[tokio::test]
async fn prompts_and_resources_are_driven_as_well() {
    let (client, files) = files();
    for client in [client.clone(), client.old()] {
        let script = Script::new().value("tone", "dry");
        let run = client.get_prompt(&script, &files, "brief", json!({}));
        let result: GetPromptResult = run.await.unwrap().into_result();
        assert_eq!(result.messages.len(), 1);
        let script = Script::new().value("part", "end");
        let run = client.read_resource(&script, &files, "file:///a").await;
        let run = run.unwrap();
        assert_eq!(run.messages("part"), ["Which part of file:///a?"]);
        assert_eq!(run.result().contents.len(), 1);
    }
}

#[tokio::test]
async fn the_caller_is_the_clients() {
    let (client, files) = files();
    let bob = client.principal(Principal::new("idp", "bob"));
    for client in [bob.clone(), bob.old()] {
        let run = client.call_tool(&script(), &files, DELETE, json!({"path": "a"}));
        assert_eq!(run.await.unwrap().text(), "Gone. (bob: old)");
    }
}

#[tokio::test]
async fn mistakes_are_told_as_in_memory() {
    let (client, files) = files();
    for client in [client.clone(), client.old()] {
        let call = |script: Script| client.call_tool(&script, &files, DELETE, json!({"path": "a"}));
        let error = call(Script::new().value("raeson", "old").confirm("sure")).await;
        let error = error.unwrap_err().to_string();
        assert!(
            error.starts_with("`reason` was asked, and the script has no answer for it"),
            "{error}"
        );
        assert!(error.contains("`raeson`"), "{error}");
        let error = call(script().confirm("more"))
            .await
            .unwrap_err()
            .to_string();
        assert!(error.contains("not asked for: `more`"), "{error}");
        let without = client.clone().without(Capability::Form);
        let run = without.call_tool(&Script::new(), &files, DELETE, json!({"path": "a"}));
        let error = run.await.unwrap_err();
        assert!(matches!(error.failure(), Some(Failure::Rpc(_))), "{error}");
        assert!(error.to_string().contains("missing_capability"), "{error}");
        let run = client.call_tool(&Script::new(), &files, "none", json!({}));
        assert!(run.await.unwrap_err().failure().is_some());
    }
}

#[tokio::test]
async fn replies_are_lost_over_a_pipe_too() {
    let (client, files) = files();
    let client = client.losing_replies();
    let run = client.call_tool(&script(), &files, DELETE, json!({"path": "a"}));
    let run = run.await.unwrap();
    assert_eq!((run.requests(), run.evaluated("owner")), (6, 2));
    assert_eq!(run.text(), "Gone. (nobody: old)");
}

/// A server whose settings are its own.
#[tokio::test]
async fn a_server_with_settings_of_its_own_is_called_by_its_own_caller() {
    let keys = Keys::new([[7; 32]]).unwrap();
    let mrtr = Mrtr::builder().keys(keys).audience("own").single_user();
    let files = Files {
        mrtr: mrtr.build().unwrap(),
    };
    let bob = TestClient::new().principal(Principal::new("idp", "bob"));
    let bob = bob.calling(Method::CallTool, "ignored", None);
    let run = bob.call_tool(&script(), &files, DELETE, json!({"path": "a"}));
    assert_eq!(run.await.unwrap().text(), "Gone. (nobody: old)");
}
