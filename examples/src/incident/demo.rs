//! The demo: the server and rmcp's client in one process, round by round.

mod client;
mod person;
mod show;

use std::time::Duration;

use mrtr_runtime::{Keys, Limits, Mrtr};
use rmcp::model::ClientCapabilities;

use crate::data::Incidents;
use crate::server::IncidentServer;
use client::Client;
use person::Person;

/// How long a client may take for a round, where the demo does not wait for that to pass.
const TTL: Duration = Duration::from_secs(600);

/// Shows a flow of three requests, then how flows end early.
pub(crate) async fn run() -> anyhow::Result<()> {
    let incidents = Incidents::embedded();
    let client = connect(&incidents, TTL, everything()).await?;

    show::title("summarize_incident INC-104: one async fn, three requests");
    client.call("summarize_incident", Person::here()).await?;

    show::title("close_incident INC-104, and the user declines");
    client.call("close_incident", Person::Declines).await?;
    show::note(if incidents.get("INC-104")?.open {
        "INC-104 is still open."
    } else {
        "INC-104 is closed."
    });

    without_elicitation(&incidents).await?;
    tampered(&client).await?;
    expired(&incidents).await
}

async fn without_elicitation(incidents: &Incidents) -> anyhow::Result<()> {
    show::title("A client that cannot show forms");
    let nothing = ClientCapabilities::default();
    let client = connect(incidents, TTL, nothing).await?;
    client.call("close_incident", Person::Script).await
}

async fn tampered(client: &Client) -> anyhow::Result<()> {
    show::title("A state that somebody changed on its way");
    let open = client.first_round("close_incident").await?;
    let changed = change_one_character(&open.state);
    client.answer(open.with_state(changed)).await?;
    show::note("The client is not told why; the server's log says \"integrity\".");
    Ok(())
}

async fn expired(incidents: &Incidents) -> anyhow::Result<()> {
    show::title("An answer that comes too late");
    let client = connect(incidents, Duration::from_millis(20), everything()).await?;
    let open = client.first_round("close_incident").await?;
    tokio::time::sleep(Duration::from_millis(60)).await;
    client.answer(open).await?;
    show::note("The same answer; the server's log says \"expired\".");
    Ok(())
}

/// A server with these incidents, and a client of it that declares these capabilities.
async fn connect(
    incidents: &Incidents,
    ttl: Duration,
    capabilities: ClientCapabilities,
) -> anyhow::Result<Client> {
    let mrtr = Mrtr::builder()
        .keys(Keys::ephemeral()?)
        .audience("incident")
        .single_user()
        .limits(Limits {
            ttl,
            // The user of the demo answers faster than people read.
            reading_time: Duration::ZERO,
            ..Limits::default()
        })
        .build()?;
    let server = IncidentServer::new(incidents.clone(), mrtr);
    Client::connect(server, capabilities).await
}

#[allow(
    deprecated,
    reason = "sampling is deprecated by SEP-2577 and part of 2026-07-28"
)]
fn everything() -> ClientCapabilities {
    ClientCapabilities::builder()
        .enable_elicitation()
        .enable_sampling()
        .build()
}

/// Another letter in the middle, where the sealed payload is.
fn change_one_character(state: &str) -> String {
    let middle = state.chars().count() / 2;
    let change = |(place, letter)| match letter {
        'A' if place == middle => 'B',
        _ if place == middle => 'A',
        letter => letter,
    };
    state.chars().enumerate().map(change).collect()
}
