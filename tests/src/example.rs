//! The example servers, as processes.

use std::process::Stdio;

use rmcp::transport::TokioChildProcess;
use tokio::process::Child;
use tokio::process::Command;

use crate::client::Client;
use crate::person::Person;
use crate::raw::Raw;
use crate::serve::over_http;
use crate::wait::{Deadline as _, line_with};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    Stdio,
    Http,
}

/// How an example is started.
#[derive(Debug, Clone)]
pub struct Example {
    program: &'static str,
    options: Vec<String>,
    keys: Option<String>,
}

/// A program of this package, which cargo has built before the tests.
#[macro_export]
macro_rules! example {
    ($name:literal) => {
        $crate::Example::at(env!(concat!("CARGO_BIN_EXE_tested-", $name)))
    };
}

impl Example {
    pub fn at(program: &'static str) -> Self {
        Self {
            program,
            options: Vec::new(),
            keys: Some(keys(&[1])),
        }
    }

    pub fn option(mut self, name: &str, value: &str) -> Self {
        self.options.extend([name.to_owned(), value.to_owned()]);
        self
    }

    /// The key ring, each key named by a number.
    pub fn keys(mut self, ring: &[u8]) -> Self {
        self.keys = Some(keys(ring));
        self
    }

    /// Lets each process make up a key of its own.
    pub fn without_keys(mut self) -> Self {
        self.keys = None;
        self
    }

    fn command(&self) -> Command {
        let mut command = Command::new(self.program);
        command.args(&self.options);
        match &self.keys {
            Some(keys) => command.env("MRTR_KEYS", keys),
            None => command.env_remove("MRTR_KEYS"),
        };
        command.kill_on_drop(true).stderr(Stdio::null());
        command
    }

    /// Starts a server. Over stdio, each client starts its own.
    pub async fn start(&self, transport: Transport) -> Process {
        match transport {
            Transport::Stdio => Process {
                example: self.clone(),
                http: None,
            },
            Transport::Http => self.start_http().await,
        }
    }

    async fn start_http(&self) -> Process {
        let mut command = self.command();
        command
            .args(["--http", "127.0.0.1:0"])
            .stdout(Stdio::piped());
        let mut child = command.spawn().expect("the example starts");
        let line = line_with(&mut child, "listening on ").await;
        let (_, url) = line
            .split_once("listening on ")
            .expect("the example says where it listens");
        Process {
            example: self.clone(),
            http: Some((url.to_owned(), child)),
        }
    }
}

/// `MRTR_KEYS` of made-up keys.
fn keys(ring: &[u8]) -> String {
    use base64::Engine as _;
    let encode = |key: &u8| base64::engine::general_purpose::STANDARD.encode([*key; 32]);
    let ring: Vec<String> = ring.iter().map(encode).collect();
    ring.join(",")
}

/// A running example; it ends when this is dropped.
pub struct Process {
    example: Example,
    http: Option<(String, Child)>,
}

impl Process {
    pub async fn connect(&self, person: &Person) -> Client {
        match &self.http {
            Some((url, _)) => over_http(url, person).await,
            None => {
                let mut command = self.example.command();
                command.arg("--stdio");
                let builder = TokioChildProcess::builder(command).stderr(Stdio::null());
                let (transport, _) = builder.spawn().expect("the example starts");
                Client::over(person, transport).await
            }
        }
    }

    pub async fn modern(&self) -> Client {
        self.connect(&Person::modern()).await
    }

    /// For raw requests over HTTP.
    pub fn raw(&self) -> Raw {
        Raw::new(self.url())
    }

    /// Where it listens.
    pub fn url(&self) -> &str {
        let (url, _) = self.http.as_ref().expect("it listens over HTTP");
        url
    }

    /// Ends it as `kill -9` does: at once, whatever it is doing.
    pub async fn kill(mut self) {
        let (_, child) = self.http.as_mut().expect("it runs by itself");
        child.kill().in_time().await.unwrap();
    }

    /// Ends it as Ctrl-C does: it serves what it has begun.
    pub async fn stop(mut self) {
        let (_, child) = self.http.as_mut().expect("it runs by itself");
        let id = child.id().expect("it is running");
        let interrupt = format!("kill -INT {id}");
        let mut sent = Command::new("sh");
        let sent = sent.args(["-c", &interrupt]).status().await.unwrap();
        assert!(sent.success(), "{interrupt}");
        child.wait().in_time().await.unwrap();
    }
}
