//! A real Redis, started by a test.

use std::io::Write as _;
use std::net::TcpListener;
use std::process::Stdio;

use tokio::process::{Child, Command};

use crate::wait::line_with;

/// How often another port is tried: a free one may be taken before Redis binds it.
const TRIES: usize = 5;

/// A `redis-server` of its own, which keeps nothing on disk and ends when this is dropped.
pub struct Redis {
    /// Where: `redis://HOST:PORT/0`.
    pub url: String,
    _child: Child,
}

impl Redis {
    /// Starts one. `None`, and a word that capturing of output does not hide, where there is none to
    /// start.
    ///
    /// # Panics
    ///
    /// Where there is none and `CI` is set.
    pub async fn start(test: &str) -> Option<Self> {
        if !is_installed().await {
            let missing = "redis-server is missing: apt-get install redis-server";
            assert!(std::env::var_os("CI").is_none(), "{missing}");
            let mut stderr = std::io::stderr();
            let _ = writeln!(stderr, "\nSKIPPED {test}: {missing}\n");
            return None;
        }
        for _ in 0..TRIES {
            if let Some(redis) = Self::start_once().await {
                return Some(redis);
            }
        }
        panic!("redis-server does not start");
    }

    async fn start_once() -> Option<Self> {
        let port = free_port().to_string();
        let mut command = Command::new("redis-server");
        command
            .args(["--port", &port, "--bind", "127.0.0.1"])
            .args(["--save", "", "--appendonly", "no"])
            .args(["--maxmemory-policy", "noeviction"])
            .stdout(Stdio::piped())
            .kill_on_drop(true);
        let mut child = command.spawn().expect("redis-server starts");
        let ready = line_with(&mut child, "Ready to accept connections").await;
        (!ready.is_empty()).then(|| Self {
            url: format!("redis://127.0.0.1:{port}/0"),
            _child: child,
        })
    }
}

async fn is_installed() -> bool {
    let mut asked = Command::new("redis-server");
    asked.arg("--version").stdout(Stdio::null());
    asked.status().await.is_ok_and(|status| status.success())
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}
