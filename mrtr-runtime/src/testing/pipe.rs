//! A connection to a server in memory: lines of JSON, as over stdio.

use ::rmcp::{ServerHandler, ServiceExt as _};
use serde_json::Value;
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};

use crate::{Failure, RpcError};

/// The client's end.
pub(super) struct Pipe {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
}

impl Pipe {
    /// To a server that runs until the client goes away.
    pub(super) fn to<S: ServerHandler>(server: S) -> Self {
        let (near, far) = tokio::io::duplex(64 * 1024);
        tokio::spawn(async move {
            if let Ok(running) = server.serve(far).await {
                let _ = running.waiting().await;
            }
        });
        Self::of(near)
    }

    fn of(near: DuplexStream) -> Self {
        let (reader, writer) = tokio::io::split(near);
        Self {
            lines: BufReader::new(reader).lines(),
            writer,
        }
    }

    pub(super) async fn send(&mut self, message: &Value) -> Result<(), String> {
        let line = format!("{message}\n");
        let sent = self.writer.write_all(line.as_bytes()).await;
        sent.map_err(|error| format!("the server is gone: {error}"))
    }

    pub(super) async fn receive(&mut self) -> Result<Value, String> {
        match self.lines.next_line().await {
            Ok(Some(line)) => serde_json::from_str(&line)
                .map_err(|error| format!("the server did not send JSON ({error}): {line}")),
            Ok(None) => Err("the server closed the connection".to_owned()),
            Err(error) => Err(format!("the server is gone: {error}")),
        }
    }

    /// The response to the request of this id. Notifications go by; a request would wait for an answer that `client` does not
    /// give.
    pub(super) async fn response(&mut self, id: u32, client: &str) -> Result<Value, String> {
        loop {
            let message = self.receive().await?;
            if is_response(&message, id) {
                return Ok(message);
            }
            if let Some(method) = asked(&message) {
                return Err(format!(
                    "the server sent a request (`{method}`), which {client} does not answer"
                ));
            }
        }
    }
}

pub(super) fn is_response(message: &Value, id: u32) -> bool {
    message.get("method").is_none() && message.get("id").and_then(Value::as_u64) == Some(id.into())
}

/// The method of a request.
pub(super) fn asked(message: &Value) -> Option<&str> {
    message.get("id")?;
    message.get("method")?.as_str()
}

/// The result of a response, or its error.
pub(super) fn result(mut response: Value) -> Result<Value, Failure> {
    let mut part = |name: &str| response.get_mut(name).map(Value::take);
    if let Some(result) = part("result") {
        return Ok(result);
    }
    let error = part("error").unwrap_or_default();
    let code = error.get("code").and_then(Value::as_i64);
    let code = code.and_then(|code| i32::try_from(code).ok());
    let message = error.get("message").and_then(Value::as_str);
    Err(Failure::Rpc(RpcError {
        code: code.unwrap_or_default(),
        message: message.unwrap_or_default().to_owned(),
        data: error.get("data").cloned(),
    }))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;

    use super::*;

    /// rmcp sends none to a client of 2026-07-28, but this must not hang on a version that does.
    #[tokio::test]
    async fn a_request_of_the_server_that_nobody_answers_is_an_error() {
        let (near, far) = tokio::io::duplex(1024);
        let (mut client, mut server) = (Pipe::of(near), Pipe::of(far));
        let notification = json!({"jsonrpc": "2.0", "method": "notifications/message"});
        server.send(&notification).await.unwrap();
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": "roots/list"});
        server.send(&request).await.unwrap();
        let error = client.response(1, "a client").await.unwrap_err();
        let what = "the server sent a request (`roots/list`), which a client does not answer";
        assert_eq!(error, what);
    }
}
