//! The demo: the server, rmcp's client and a browser in one process.

use std::time::Duration;

use mrtr_runtime::{Keys, Mrtr};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ClientConfig,
    ElicitationCapability, Implementation, InputRequiredResult, ProtocolVersion,
    UrlElicitationCapability,
};
use rmcp::service::{ClientLifecycleMode, RunningService};
use rmcp::{ClientHandler, ClientServiceExt as _, RoleClient, ServiceExt as _};
use serde_json::{Value, json};

use crate::accounts::Accounts;
use crate::pages::{Pages, Visitors};
use crate::server::CalendarServer;

/// How long the user looks at the page before they connect.
const LOOKS: Duration = Duration::from_secs(1);

/// A client that opens pages.
#[derive(Debug, Clone, Default)]
struct Client;

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        let url = UrlElicitationCapability::default();
        capabilities.elicitation = Some(ElicitationCapability::new().with_url(url));
        ClientConfig::new(capabilities, Implementation::new("demo", "1"))
    }
}

/// Shows one flow: the question, the page, and the answer that is held open until the page is done.
pub(crate) async fn run() -> anyhow::Result<()> {
    let client = connect().await?;
    println!("-> tools/call next_meeting");
    let CallToolResponse::InputRequired(open) = call(&client, None, None).await? else {
        anyhow::bail!("no question came");
    };
    let (key, url) = question(&open)?;
    println!("<- input_required: `{key}` asks to open\n     {url}");
    println!("-> `{key}`: accept, and the request is held open");
    let answers = json!({ (key): {"action": "accept"} });
    let state = open.request_state.clone();
    let (done, seen) = tokio::join!(call(&client, Some(answers), state), browse(&url));
    seen?;
    let CallToolResponse::Complete(done) = done? else {
        anyhow::bail!("it was asked again");
    };
    println!("<- {}", text(&done)?);
    Ok(())
}

async fn connect() -> anyhow::Result<RunningService<RoleClient, Client>> {
    let mrtr = Mrtr::builder()
        .keys(Keys::ephemeral()?)
        .audience("calendar")
        .single_user()
        .dev_urls()
        .build()?;
    let accounts = Accounts::default();
    let pages = Pages::new(mrtr.clone(), accounts.clone(), Visitors::TheUser);
    let pages = pages.serve(([127, 0, 0, 1], 0).into()).await?;
    let server = CalendarServer::new(accounts, pages, mrtr);
    let (server_end, client_end) = tokio::io::duplex(64 * 1024);
    tokio::spawn(async move {
        let running = server.serve(server_end).await?;
        running.waiting().await?;
        anyhow::Ok(())
    });
    let lifecycle = ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    };
    Ok(Client.serve_with_lifecycle(client_end, lifecycle).await?)
}

async fn call(
    client: &RunningService<RoleClient, Client>,
    answers: Option<Value>,
    state: Option<String>,
) -> anyhow::Result<CallToolResponse> {
    let mut params = CallToolRequestParams::new("next_meeting");
    params.input_responses = answers.map(serde_json::from_value).transpose()?;
    params.request_state = state;
    Ok(client.call_tool_once(params).await?)
}

/// The key and the address of the one question.
fn question(open: &InputRequiredResult) -> anyhow::Result<(String, String)> {
    let requests = serde_json::to_value(&open.input_requests)?;
    let first = requests
        .as_object()
        .and_then(|requests| requests.iter().next());
    let read = first.and_then(|(key, request)| {
        let url = request.pointer("/params/url")?.as_str()?;
        Some((key.clone(), url.to_owned()))
    });
    read.ok_or_else(|| anyhow::anyhow!("no page is asked for"))
}

/// What the user does in the browser.
async fn browse(url: &str) -> anyhow::Result<()> {
    let browser = reqwest::Client::new();
    browser.get(url).send().await?.error_for_status()?;
    println!("   [browser] the page is open");
    tokio::time::sleep(LOOKS).await;
    let (page, link) = url.split_once("?link=").unwrap_or((url, ""));
    let at_provider = browser
        .post(page)
        .body(format!("link={link}"))
        .send()
        .await?;
    println!("   [browser] Connect: at the provider's");
    let (authorize, state) = {
        let url = at_provider.url();
        let mut pairs = url.query_pairs();
        let state = pairs.find(|(name, _)| name == "state");
        (
            url.clone(),
            state.map_or_else(String::new, |(_, state)| state.into_owned()),
        )
    };
    let login = format!("owner=ann&state={state}&redirect_uri=/callback");
    let done = browser.post(authorize).body(login).send().await?;
    done.error_for_status()?;
    println!("   [browser] logged in and allowed: connected");
    Ok(())
}

fn text(result: &CallToolResult) -> anyhow::Result<String> {
    let result = serde_json::to_value(result)?;
    let text = result.pointer("/content/0/text").and_then(Value::as_str);
    text.map(str::to_owned)
        .ok_or_else(|| anyhow::anyhow!("no text came"))
}
