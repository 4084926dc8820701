//! A real Chromium without a window, from Debian's packages `chromium` and `chromium-driver`, for one test.

use std::io::Write as _;
use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;

use base64::Engine as _;
use serde_json::{Value, json};
use tokio::process::{Child, Command};

use crate::wait::Deadline as _;

/// A browser with cookies of its own, driven by WebDriver; it ends when this is dropped.
pub struct Chromium {
    http: reqwest::Client,
    session: String,
    _driver: Child,
}

impl Chromium {
    /// `None` where the program is missing: that fails a run under `CI` and is said everywhere else.
    pub async fn start() -> Option<Self> {
        let port = free_port();
        let driver = spawn(port)?;
        let http = reqwest::Client::new();
        let base = format!("http://127.0.0.1:{port}");
        // With a pipe the browser ends when its driver does.
        let arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--no-first-run",
            // It has no business with anybody but the page.
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--remote-debugging-pipe",
        ];
        let options = json!({"args": arguments, "binary": "/usr/bin/chromium"});
        let wanted = json!({"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}});
        let session = async {
            loop {
                let sent = http
                    .post(format!("{base}/session"))
                    .json(&wanted)
                    .send()
                    .await;
                if let Ok(answer) = sent {
                    return answer.json::<Value>().await.unwrap();
                }
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            }
        };
        let session = session.in_time().await;
        let id = session["value"]["sessionId"].as_str();
        let id = id.unwrap_or_else(|| panic!("chromium does not start: {session}"));
        Some(Self {
            session: format!("{base}/session/{id}"),
            http,
            _driver: driver,
        })
    }

    async fn command(&self, what: &str, body: Value) -> Value {
        let sent = self
            .http
            .post(format!("{}/{what}", self.session))
            .json(&body)
            .send();
        let answer: Value = sent.in_time().await.unwrap().json().await.unwrap();
        assert!(answer["value"]["error"].is_null(), "{what}: {answer}");
        answer["value"].clone()
    }

    async fn look(&self, what: &str) -> String {
        let sent = self.http.get(format!("{}/{what}", self.session)).send();
        let answer: Value = sent.in_time().await.unwrap().json().await.unwrap();
        answer["value"].as_str().unwrap_or_default().to_owned()
    }

    pub async fn open(&self, url: &str) {
        self.command("url", json!({ "url": url })).await;
    }

    async fn element(&self, xpath: &str) -> String {
        let found = self
            .command("element", json!({"using": "xpath", "value": xpath}))
            .await;
        let mut ids = found.as_object().unwrap().values();
        ids.next().unwrap().as_str().unwrap().to_owned()
    }

    /// Writes into the field of this name.
    pub async fn fill(&self, name: &str, text: &str) {
        let field = self.element(&format!("//input[@name='{name}']")).await;
        self.command(&format!("element/{field}/value"), json!({ "text": text }))
            .await;
    }

    /// Clicks a button by its text.
    pub async fn click(&self, text: &str) {
        let button = self.element(&format!("//button[.='{text}']")).await;
        self.command(&format!("element/{button}/click"), json!({}))
            .await;
    }

    /// The text of the page, as it is seen.
    pub async fn text(&self) -> String {
        let body = self.element("//body").await;
        self.look(&format!("element/{body}/text")).await
    }

    pub async fn url(&self) -> String {
        self.look("url").await
    }

    /// Writes a picture of the page into the folder that `MRTR_SCREENSHOTS` names, if it does.
    pub async fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("MRTR_SCREENSHOTS") else {
            return;
        };
        let png = self.look("screenshot").await;
        let png = base64::engine::general_purpose::STANDARD
            .decode(png)
            .unwrap();
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), png).unwrap();
    }

    /// Ends it in order.
    pub async fn quit(self) {
        let sent = self.http.delete(&self.session).send();
        sent.in_time().await.unwrap();
    }
}

fn spawn(port: u16) -> Option<Child> {
    let mut command = Command::new("chromedriver");
    command.arg(format!("--port={port}")).kill_on_drop(true);
    match command.stdout(Stdio::null()).stderr(Stdio::null()).spawn() {
        Ok(driver) => Some(driver),
        Err(error) => {
            let missing = format!(
                "NOT TESTED: chromedriver does not run ({error}). Install it: apt-get install chromium chromium-driver"
            );
            assert!(std::env::var_os("CI").is_none(), "{missing}");
            // Straight to the terminal: what `eprintln!` says in a test that passes, nobody sees.
            let _ = writeln!(std::io::stderr(), "{missing}");
            None
        }
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}
