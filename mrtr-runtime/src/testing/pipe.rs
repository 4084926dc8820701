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

    /// The response to the request of this id; whatever else comes goes by.
    pub(super) async fn response(&mut self, id: u32) -> Result<Value, String> {
        loop {
            let message = self.receive().await?;
            if is_response(&message, id) {
                return Ok(message);
            }
        }
    }
}

pub(super) fn is_response(message: &Value, id: u32) -> bool {
    message.get("method").is_none() && message.get("id").and_then(Value::as_u64) == Some(id.into())
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
