//! A real `redis-server`, from Debian's package of that name, for one test.

use std::io::Write as _;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use mrtr_runtime::RedisStore;

/// A server that is killed with its value.
pub struct Redis {
    child: Child,
    port: u16,
}

impl Redis {
    /// Starts a server on a free port, with these options more. `None` where the program is missing:
    /// that fails a run under `CI` and is said everywhere else.
    pub async fn start(options: &[&str]) -> Option<Self> {
        for _ in 0..5 {
            let mut server = spawn(free_port(), options)?;
            if server.answers().await {
                return Some(server);
            }
        }
        panic!("redis-server does not start");
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub async fn store(&self) -> RedisStore {
        RedisStore::connect(&self.url()).await.unwrap()
    }

    /// Runs a command of `redis-cli`.
    pub fn command(&self, words: &[&str]) -> String {
        let port = self.port.to_string();
        let mut cli = Command::new("redis-cli");
        let output = cli.args(["-p", &port]).args(words).output().unwrap();
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Takes nothing in any more, and drops nothing.
    pub fn fill(&self) {
        let full = self.command(&["CONFIG", "SET", "maxmemory", "1"]);
        assert_eq!(full, "OK");
    }

    /// Takes in what it is sent.
    pub fn make_room(&self) {
        let empty = self.command(&["CONFIG", "SET", "maxmemory", "0"]);
        assert_eq!(empty, "OK");
    }

    /// Hangs: connections stand, and nothing is answered.
    pub fn stop(&self) {
        self.signal("-STOP");
    }

    /// Goes on with what it was sent meanwhile.
    pub fn go_on(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status().unwrap();
        assert!(sent.success(), "kill {signal} {id}");
    }

    /// Waits until the server answers; false if it ended, as when another program took its port.
    async fn answers(&mut self) -> bool {
        for _ in 0..600 {
            if self.child.try_wait().unwrap().is_some() {
                return false;
            }
            // One with a password answers that it wants it.
            let answer = self.command(&["PING"]);
            if answer == "PONG" || answer.contains("NOAUTH") {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        false
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_port() -> u16 {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    free.local_addr().unwrap().port()
}

fn spawn(port: u16, options: &[&str]) -> Option<Redis> {
    let mut command = Command::new("redis-server");
    command.args(["--port", &port.to_string(), "--bind", "127.0.0.1"]);
    command.args(["--save", "", "--appendonly", "no", "--dir"]);
    command.arg(std::env::temp_dir()).args(options);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        Ok(child) => Some(Redis { child, port }),
        Err(error) => {
            let missing = format!(
                "NOT TESTED: redis-server does not run ({error}). Install it: apt-get install redis-server"
            );
            assert!(std::env::var_os("CI").is_none(), "{missing}");
            // Straight to the terminal: what `eprintln!` says in a test that passes, nobody sees.
            let _ = writeln!(std::io::stderr(), "{missing}");
            None
        }
    }
}
