//! Questions to old clients that stay open: bounded in number and in time, and taken back.

use std::time::Duration;

use mrtr_runtime::prelude::*;
use mrtr_runtime::{Counter, Limits};
use mrtr_tests::answers::yes;
use mrtr_tests::{Deadline as _, Hosted, Lab, Person, Wire, tool, until};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

fn lab(limits: Limits) -> Lab {
    let keys = Keys::new([[1; 32]]).unwrap();
    let builder = Mrtr::builder().keys(keys).audience("lab").single_user();
    Lab::new(builder.limits(limits).build().unwrap())
}

fn guarded() -> mrtr_tests::Operation {
    tool("guarded", json!({}))
}

fn one_dialog() -> Lab {
    lab(Limits {
        open_dialogs: 1,
        ..Limits::default()
    })
}

over_wires! {
    async fn a67_a_question_that_is_never_answered_ends_with_its_time(wire: Wire) {
        let lab = lab(Limits { ttl: Duration::from_millis(100), ..Limits::default() });
        let effects = lab.effects.clone();
        let server = Hosted::start(lab, wire).await;
        let person = Person::old().silent();
        let client = server.connect(&person).await;
        let told = client.once(guarded()).await;
        assert_eq!(told.tool_error(), "`sure` was not answered in time (`ttl`).");
        assert_eq!((effects.count("taken"), effects.count("released")), (1, 1));
        until("the question is taken back", || person.withdrawn() == 1).await;
    }
}

over_wires! {
    async fn only_so_many_dialogs_are_open_at_once(wire: Wire) {
        let server = Hosted::start(one_dialog(), wire).await;
        let person = Person::old().silent();
        let waiting = server.connect(&person).await;
        let late = server.connect(&Person::old().answering(|_| Some(yes()))).await;
        let meanwhile = async {
            until("the question is open", || !person.asked().is_empty()).await;
            let told = late.once(guarded()).await;
            assert!(told.tool_error().contains("too many answers"), "{}", told.tool_error());
            assert_eq!(late.once(tool("plain", json!({}))).await.text(), "Hello");
        };
        tokio::select! {
            _ = waiting.start(guarded()) => panic!("nobody answers"),
            () = meanwhile => {}
        }
    }
}

over_wires! {
    async fn a81_an_old_client_that_gives_up_gives_its_place_back(wire: Wire) {
        let server = Hosted::start(one_dialog(), wire).await;
        let person = Person::old().silent();
        let leaving = server.connect(&person).await;
        tokio::select! {
            _ = leaving.start(guarded()) => panic!("nobody answers"),
            () = until("the question is open", || !person.asked().is_empty()) => {}
        }
        until("the question is taken back", || person.withdrawn() == 1).await;
        let next = server.connect(&Person::old().answering(|_| Some(yes()))).await;
        assert_eq!(next.once(guarded()).await.text(), "done");
    }
}

/// A client of 2025-11-25 over HTTP, byte by byte: the stream of its call, once the question stands in it.
async fn call_by_hand(address: &str) -> TcpStream {
    let initialize = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {"elicitation": {}},
            "clientInfo": {"name": "by hand", "version": "1"},
        },
    });
    let (_, head) = post(address, "", &initialize, "serverInfo").await;
    let session = head.lines().find(|line| line.starts_with("mcp-session-id"));
    let session = format!(
        "{}\r\nmcp-protocol-version: 2025-11-25\r\n",
        session.unwrap()
    );
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    post(address, &session, &initialized, "202").await;
    let params = json!({"name": "guarded", "arguments": {}});
    let call = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params});
    post(address, &session, &call, "elicitation/create").await.0
}

/// Sends a message, and reads until this comes.
async fn post(address: &str, headers: &str, message: &Value, until: &str) -> (TcpStream, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let body = message.to_string();
    let request = format!(
        "POST /mcp HTTP/1.1\r\nhost: {address}\r\naccept: application/json, text/event-stream\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n{headers}\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut seen = String::new();
    while !seen.contains(until) {
        let mut bytes = [0; 4096];
        let read = stream.read(&mut bytes).in_time().await.unwrap();
        assert_ne!(read, 0, "{seen}");
        seen.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
    (stream, seen)
}

/// Nothing tells rmcp's session that its client is gone: the question ends with its time.
#[tokio::test]
async fn a81_an_old_client_whose_connection_ends_without_a_word_frees_its_place_in_time() {
    let lab = lab(Limits {
        open_dialogs: 1,
        ttl: Duration::from_secs(2),
        ..Limits::default()
    });
    let (effects, mrtr) = (lab.effects.clone(), lab.mrtr().clone());
    let server = Hosted::start(lab, Wire::Http).await;
    drop(call_by_hand(server.address()).await);
    let ended = || mrtr.counters().get(Counter::Failed, "not_answered") == 1;
    until("the question ends", ended).await;
    assert_eq!((effects.count("taken"), effects.count("released")), (1, 1));
    let next = server
        .connect(&Person::old().answering(|_| Some(yes())))
        .await;
    assert_eq!(next.once(guarded()).await.text(), "done");
}

over_wires! {
    async fn modern_clients_do_not_count_as_open_dialogs(wire: Wire) {
        let server = Hosted::start(one_dialog(), wire).await;
        let client = server.modern().await;
        for _ in 0..10 {
            assert_eq!(client.start(guarded()).await.round.asked(), ["sure"]);
        }
        let old = server.connect(&Person::old().answering(|_| Some(yes()))).await;
        assert_eq!(old.once(guarded()).await.text(), "done");
    }
}
