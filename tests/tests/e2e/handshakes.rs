//! Handshakes that no client of an SDK would make, in raw messages.

use mrtr_tests::answers::yes;
use mrtr_tests::{Deadline as _, Lab};
use rmcp::ServiceExt as _;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream};

/// A client at a pipe that sends whatever it is told.
struct Pipe {
    stream: BufReader<DuplexStream>,
    sent: u64,
}

impl Pipe {
    fn to(lab: Lab) -> Self {
        let (server, client) = tokio::io::duplex(64 * 1024);
        tokio::spawn(async move { lab.serve(server).await.unwrap().waiting().await });
        let stream = BufReader::new(client);
        Self { stream, sent: 0 }
    }

    async fn write(&mut self, message: Value) {
        let line = format!("{message}\n");
        self.stream.write_all(line.as_bytes()).await.unwrap();
    }

    /// What the server sends next.
    async fn read(&mut self) -> Value {
        let mut line = String::new();
        self.stream.read_line(&mut line).in_time().await.unwrap();
        serde_json::from_str(&line).unwrap()
    }

    /// Sends a request and gives what comes next, be it the answer or a question.
    async fn send(&mut self, method: &str, params: Value) -> Value {
        self.sent += 1;
        let id = self.sent;
        self.write(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
            .await;
        self.read().await
    }

    /// The version that the server answers with.
    async fn initialize(&mut self, version: &str) -> Value {
        self.declare(version, json!({"elicitation": {}})).await
    }

    async fn declare(&mut self, version: &str, capabilities: Value) -> Value {
        let params = json!({
            "protocolVersion": version,
            "capabilities": capabilities,
            "clientInfo": {"name": "raw", "version": "1"},
        });
        let answer = self.send("initialize", params).await;
        answer["result"]["protocolVersion"].clone()
    }
}

#[tokio::test]
async fn a29_an_old_client_stays_one_whatever_a_second_handshake_asks_for() {
    for asked in ["2025-11-25", "2026-07-28", "2099-01-01"] {
        let mut pipe = Pipe::to(Lab::default());
        assert_eq!(pipe.initialize("2025-11-25").await, "2025-11-25");
        pipe.write(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;
        assert_eq!(pipe.initialize(asked).await, "2025-11-25", "{asked}");
        let call = json!({"name": "guarded", "arguments": {}});
        let question = pipe.send("tools/call", call).await;
        assert_eq!(
            question["method"], "elicitation/create",
            "{asked}: {question}"
        );
        pipe.write(json!({"jsonrpc": "2.0", "id": question["id"], "result": yes()}))
            .await;
        let done = pipe.read().await;
        assert!(done["result"]["content"].is_array(), "{asked}: {done}");
    }
}

#[tokio::test]
async fn a_request_that_has_its_version_is_served_by_it_on_an_old_connection_too() {
    let mut pipe = Pipe::to(Lab::default());
    pipe.initialize("2025-11-25").await;
    let call = json!({
        "name": "guarded",
        "arguments": {},
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
        },
    });
    let asked = pipe.send("tools/call", call).await;
    assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
}

/// A client of 2025-06-18 that has called a tool, and what comes then.
async fn older(tool: &str) -> (Pipe, Value) {
    let mut pipe = Pipe::to(Lab::default());
    assert_eq!(pipe.initialize("2025-06-18").await, "2025-06-18");
    pipe.write(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
        .await;
    let call = json!({"name": tool, "arguments": {}});
    let next = pipe.send("tools/call", call).await;
    (pipe, next)
}

#[tokio::test]
async fn a29_a_client_of_2025_06_18_is_asked_in_forms_of_its_own() {
    let (mut pipe, question) = older("one_tongue").await;
    assert_eq!(
        question["params"]["requestedSchema"],
        json!({
            "type": "object",
            "properties": {
                "word": {"type": "string"},
                "tongue": {"type": "string", "enum": ["Ja", "De"], "enumNames": ["Japanese", "German"]},
            },
            "required": ["word", "tongue"],
        })
    );
    let content = json!({"word": "hai", "tongue": "Ja"});
    let answer = json!({"action": "accept", "content": content});
    pipe.write(json!({"jsonrpc": "2.0", "id": question["id"], "result": answer}))
        .await;
    let done = pipe.read().await;
    assert_eq!(done["result"]["content"][0]["text"], "hai Ja", "{done}");
}

#[tokio::test]
async fn a29_a_client_of_2025_06_18_is_not_asked_for_a_list() {
    let (_, refused) = older("many_tongues").await;
    assert_eq!(refused["result"]["isError"], true, "{refused}");
    let text = refused["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("older than MCP 2025-11-25"), "{text}");
}

#[tokio::test]
async fn a29_a_client_of_2025_03_26_cannot_be_asked() {
    let mut pipe = Pipe::to(Lab::default());
    let params = json!({
        "protocolVersion": "2025-03-26",
        "capabilities": {},
        "clientInfo": {"name": "raw", "version": "1"},
    });
    let answer = pipe.send("initialize", params).await;
    assert_eq!(answer["result"]["protocolVersion"], "2025-03-26");
    pipe.write(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
        .await;
    let call = json!({"name": "one_tongue", "arguments": {}});
    let refused = pipe.send("tools/call", call).await;
    let required = json!({"requiredCapabilities": {"elicitation": {"form": {}}}});
    assert_eq!(refused["error"]["data"], required, "{refused}");
}

#[tokio::test]
async fn a29_the_context_of_a_sample_goes_with_sampling_before_2025_11_25() {
    for (version, is_asked) in [("2025-06-18", true), ("2025-11-25", false)] {
        let mut pipe = Pipe::to(Lab::default());
        let sampling = json!({"sampling": {}});
        assert_eq!(pipe.declare(version, sampling).await, version);
        pipe.write(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;
        let call = json!({"name": "in_context", "arguments": {}});
        let next = pipe.send("tools/call", call).await;
        if is_asked {
            assert_eq!(next["method"], "sampling/createMessage", "{next}");
            assert_eq!(next["params"]["includeContext"], "thisServer");
        } else {
            let required = json!({"requiredCapabilities": {"sampling": {"context": {}}}});
            assert_eq!(next["error"]["data"], required, "{next}");
        }
    }
}
