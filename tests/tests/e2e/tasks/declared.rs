//! A server whose `get_info` declares no tasks: rmcp would answer nobody who asks after one.

use std::io::Write;
use std::sync::{Arc, Mutex};

use mrtr_runtime::prelude::*;
use rmcp::model::{ServerCapabilities, ServerConfig};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};

use super::*;

#[derive(Clone)]
struct Undeclared {
    mrtr: Mrtr,
}

impl MrtrServer for Undeclared {
    fn mrtr(&self) -> &Mrtr {
        &self.mrtr
    }
}

#[tool_router]
impl Undeclared {
    #[mrtr_tool]
    #[tool]
    async fn migrate(&self) -> Result<String, ToolError> {
        let is_task = become_task!().await;
        Ok(is_task.to_string())
    }

    #[mrtr_tool]
    #[tool]
    async fn must_migrate(&self) -> Result<String, ToolError> {
        become_task!(required = true).await;
        Ok(String::new())
    }
}

#[mrtr_handler(tasks)]
#[tool_handler]
impl ServerHandler for Undeclared {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn calls_of_a_server_that_declares_no_tasks_go_on_as_calls_and_the_log_says_why_once() {
    let lines = Lines::default();
    let writer = lines.clone();
    let log = tracing_subscriber::fmt().with_writer(move || writer.clone());
    // The server runs on this thread.
    let _log = tracing::subscriber::set_default(log.finish());
    let mrtr = mrtr_tests::lab_mrtr(&[1]);
    let hosted = Hosted::start(Undeclared { mrtr }, Wire::Http).await;
    let capabilities = json!({"elicitation": {}, "extensions": {TASKS: {}}});
    let client = hosted.raw().declaring(capabilities);
    for _ in 0..2 {
        let done = client.send(&call("migrate"), json!({})).await;
        assert_eq!(text(&json!({"result": done.result()})), "false");
    }
    let refused = client.send(&call("must_migrate"), json!({})).await;
    assert_eq!(refused.code(), -32021);
    let log = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    let told = log.matches("put `.enable_tasks()` into the capabilities");
    assert_eq!(told.count(), 1, "{log}");
}
