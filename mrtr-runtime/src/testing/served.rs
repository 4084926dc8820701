//! Whole servers of rmcp, which a client calls over a pipe in memory.

use std::fmt::Debug;
use std::future::Future;

use ::rmcp::ServerHandler;
use ::rmcp::model::{CallToolResult, GetPromptResult, ReadResourceResult};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::drive::{Ended, drive};
use super::exchange::Call;
use super::older::Older;
use super::over_pipe::OverPipe;
use super::{Run, RunError, Script, TestClient, Transcript};
use crate::{Method, MrtrServer};

/// A server that a test can call. `Clone` is one more handle of it; put what its handlers share into an `Arc`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be called by a test",
    label = "a server is `ServerHandler`, `MrtrServer` and `Clone`"
)]
pub trait TestServer: ServerHandler + MrtrServer + Clone {}

impl<S: ServerHandler + MrtrServer + Clone> TestServer for S {}

/// What is called.
#[derive(Debug, Clone)]
pub(super) struct Operation {
    pub(super) method: Method,
    pub(super) params: Value,
}

const ALWAYS_LISTS: &str =
    "a client of 2026-07-28 always has lists: one without them is `.old()`, of 2025-06-18";

impl TestClient {
    /// Calls a tool of a server, as a client does: by JSON over a pipe, each request on a connection of its own. A server that is
    /// made with this client's [`mrtr`](Self::mrtr) has its clock, its keys and its caller; one that has its own has those.
    ///
    /// One call at a time: what happens in the server is told by its settings.
    ///
    /// ```
    /// use mrtr_runtime::prelude::*;
    /// use mrtr_runtime::testing::{Script, TestClient};
    /// use rmcp::{ServerHandler, tool, tool_handler, tool_router};
    /// use serde_json::json;
    ///
    /// #[derive(Clone)]
    /// struct Files {
    ///     mrtr: Mrtr,
    /// }
    ///
    /// impl MrtrServer for Files {
    ///     fn mrtr(&self) -> &Mrtr {
    ///         &self.mrtr
    ///     }
    /// }
    ///
    /// #[tool_router]
    /// impl Files {
    ///     #[mrtr_tool]
    ///     #[tool]
    ///     async fn clean(&self) -> Result<String, ToolError> {
    ///         ask_confirm!(key = "sure", "Delete all files?").await?;
    ///         Ok("Deleted.".to_owned())
    ///     }
    /// }
    ///
    /// #[mrtr_handler]
    /// #[tool_handler]
    /// impl ServerHandler for Files {}
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let client = TestClient::new();
    /// let files = Files { mrtr: client.mrtr().clone() };
    /// let script = Script::new().confirm("sure");
    /// let run = client.call_tool(&script, &files, "clean", json!({})).await.unwrap();
    /// assert_eq!(run.text(), "Deleted.");
    ///
    /// let run = client.old().call_tool(&script, &files, "clean", json!({})).await.unwrap();
    /// assert_eq!(run.text(), "Deleted.");
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As of [`run`](Self::run). A tool result with `isError: true` is a result.
    pub fn call_tool<S: TestServer>(
        &self,
        script: &Script,
        server: &S,
        name: &str,
        arguments: Value,
    ) -> impl Future<Output = Result<Run<CallToolResult>, RunError>> + use<S> {
        let params = json!({"name": name, "arguments": arguments});
        self.call(script, server, Method::CallTool, params)
    }

    /// Gets a prompt of a server; as [`call_tool`](Self::call_tool).
    ///
    /// # Errors
    ///
    /// As of [`run`](Self::run).
    pub fn get_prompt<S: TestServer>(
        &self,
        script: &Script,
        server: &S,
        name: &str,
        arguments: Value,
    ) -> impl Future<Output = Result<Run<GetPromptResult>, RunError>> + use<S> {
        let params = json!({"name": name, "arguments": arguments});
        self.call(script, server, Method::GetPrompt, params)
    }

    /// Reads a resource of a server; as [`call_tool`](Self::call_tool).
    ///
    /// # Errors
    ///
    /// As of [`run`](Self::run).
    pub fn read_resource<S: TestServer>(
        &self,
        script: &Script,
        server: &S,
        uri: &str,
    ) -> impl Future<Output = Result<Run<ReadResourceResult>, RunError>> + use<S> {
        self.call(script, server, Method::ReadResource, json!({ "uri": uri }))
    }

    fn call<S: TestServer, R: Debug + DeserializeOwned>(
        &self,
        script: &Script,
        server: &S,
        method: Method,
        params: Value,
    ) -> impl Future<Output = Result<Run<R>, RunError>> + use<S, R> {
        let (client, script, server) = (self.clone(), script.clone(), server.clone());
        let operation = Operation { method, params };
        async move {
            if client.is_old {
                return Older::new(&client, &script, server, operation).run().await;
            }
            if client.capabilities.older_forms {
                return Err(RunError::new(ALWAYS_LISTS, Transcript::default()));
            }
            let mut rounds = OverPipe::new(&client, server, operation);
            match drive(&client, &mut rounds, &script, Call::default(), None).await? {
                Ended::Returned(run) => Ok(run),
                Ended::At(call) => Err(RunError::new("the run has no end", call.transcript)),
            }
        }
    }
}

impl Run<CallToolResult> {
    /// The texts of the result, each in a line, whether it is an error or not.
    #[must_use]
    pub fn text(&self) -> String {
        let content = self.result().content.iter();
        let texts = content.filter_map(|block| block.as_text());
        let texts: Vec<&str> = texts.map(|text| &*text.text).collect();
        texts.join("\n")
    }

    /// Whether it is one with `isError: true`: a refusal, a limit, an error of the tool.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.result().is_error == Some(true)
    }
}
