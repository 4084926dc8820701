//! A real Chromium without a window, from Debian's packages `chromium` and `chromium-driver`, for one test.

use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use base64::Engine as _;
use serde_json::{Value, json};
use tokio::process::{Child, Command};

use crate::wait::{Deadline as _, PATIENCE, line_with};

/// A browser with cookies of its own, driven by WebDriver; it ends when this is dropped.
///
/// A click returns before the page it leads to is there. So whatever looks at a page looks again until it finds what it
/// looks for.
pub struct Chromium {
    http: reqwest::Client,
    session: String,
    _driver: Child,
}

impl Chromium {
    /// `None` where the program is missing: that fails a run under `CI` and is said everywhere else.
    pub async fn start() -> Option<Self> {
        let mut driver = spawn()?;
        // It takes a free port itself: one that was looked for before could be another's by now.
        let started = line_with(&mut driver, "started successfully on port").await;
        let port = started.rsplit(' ').next().unwrap().trim_end_matches('.');
        let base = format!("http://127.0.0.1:{port}");
        let http = reqwest::Client::new();
        let id = session(&http, &base).await;
        Some(Self {
            session: format!("{base}/session/{id}"),
            http,
            _driver: driver,
        })
    }

    async fn command(&self, what: &str, body: Value) -> Result<Value, Value> {
        let sent = self.http.post(format!("{}/{what}", self.session));
        done(sent.json(&body)).await
    }

    async fn look(&self, what: &str) -> Result<Value, Value> {
        done(self.http.get(format!("{}/{what}", self.session))).await
    }

    pub async fn open(&self, url: &str) {
        let opened = self.command("url", json!({ "url": url })).await;
        opened.unwrap();
    }

    async fn element(&self, xpath: &str) -> Result<String, Value> {
        let how = json!({"using": "xpath", "value": xpath});
        let found = self.command("element", how).await?;
        let mut ids = found.as_object().unwrap().values();
        Ok(ids.next().unwrap().as_str().unwrap().to_owned())
    }

    /// Does it with the first such element, once there is one on the page that is shown.
    async fn on(&self, xpath: &str, what: &str, body: Value) {
        let mut said = Value::Null;
        let done = async {
            loop {
                let done = async {
                    let element = self.element(xpath).await?;
                    let what = format!("element/{element}/{what}");
                    self.command(&what, body.clone()).await
                };
                match done.await {
                    Ok(_) => return,
                    Err(error) => said = error,
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let ended = tokio::time::timeout(PATIENCE, done).await;
        assert!(ended.is_ok(), "{what} on {xpath}: {said}");
    }

    /// Writes into the field of this name.
    pub async fn fill(&self, name: &str, text: &str) {
        let field = format!("//input[@name='{name}']");
        self.on(&field, "value", json!({ "text": text })).await;
    }

    /// Clicks a button by its text.
    pub async fn click(&self, text: &str) {
        let button = format!("//button[.='{text}']");
        self.on(&button, "click", json!({})).await;
    }

    /// Waits until this stands on the page.
    pub async fn shows(&self, text: &str) {
        let shown = async || {
            let body = self.element("//body").await?;
            self.look(&format!("element/{body}/text")).await
        };
        self.until(shown, |seen| seen.contains(text)).await;
    }

    /// Waits until this is the address of the page.
    pub async fn is_at(&self, url: &str) {
        self.until(async || self.look("url").await, |seen| seen == url)
            .await;
    }

    async fn until(
        &self,
        look: impl AsyncFn() -> Result<Value, Value>,
        holds: impl Fn(&str) -> bool,
    ) {
        let mut seen = Value::Null;
        let wait = async {
            loop {
                seen = look().await.unwrap_or_else(|error| error);
                if seen.as_str().is_some_and(&holds) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let ended = tokio::time::timeout(PATIENCE, wait).await;
        assert!(ended.is_ok(), "the page is {seen}");
    }

    /// Writes a picture of the page into the folder that `MRTR_SCREENSHOTS` names, if it does.
    pub async fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("MRTR_SCREENSHOTS") else {
            return;
        };
        let png = self.look("screenshot").await.unwrap();
        let png = base64::engine::general_purpose::STANDARD
            .decode(png.as_str().unwrap())
            .unwrap();
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), png).unwrap();
    }

    /// Ends it in order.
    pub async fn quit(self) {
        let sent = self.http.delete(&self.session).send();
        sent.in_time().await.unwrap();
    }
}

/// The id of a new session. A browser that crashes while it starts, as it may on a machine without a moment to spare, is
/// started again.
async fn session(http: &reqwest::Client, base: &str) -> String {
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
    let mut said = Value::Null;
    for _ in 0..5 {
        let asked = http.post(format!("{base}/session")).json(&wanted);
        match done(asked).await {
            Ok(session) => return session["sessionId"].as_str().unwrap().to_owned(),
            Err(error) => said = error,
        }
    }
    panic!("chromium does not start: {said}");
}

/// What a command gives: its value, or its error.
async fn done(command: reqwest::RequestBuilder) -> Result<Value, Value> {
    let answer = async { command.send().await.unwrap().json::<Value>().await };
    let mut answer = answer.in_time().await.unwrap();
    let value = answer["value"].take();
    if value["error"].is_null() {
        Ok(value)
    } else {
        Err(value)
    }
}

fn spawn() -> Option<Child> {
    let mut command = Command::new("chromedriver");
    command.arg("--port=0").kill_on_drop(true);
    match command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn() {
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
