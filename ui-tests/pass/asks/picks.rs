//! Lists of all kinds of items, and confirmations by typing.
use std::collections::BTreeMap;

use mrtr_runtime::prelude::*;

struct Ticket {
    id: u32,
    subject: String,
}

#[derive(Choice)]
enum Size {
    Small,
    Large,
}

#[mrtr_tool(max_requests = 20)]
async fn all(
    tickets: Vec<Ticket>,
    files: BTreeMap<u64, String>,
    path: std::path::PathBuf,
) -> Result<String, Refused> {
    let owned = ask_pick!(vec!["a".to_owned()], "Which?").await?;
    let by_ref: &Ticket = ask_pick!(&tickets, show = |t| (t.id, &t.subject), "Which?").await?;
    let (number, file) = ask_pick!(&files, key = "file", "Which of {}?", files.len()).await?;
    let many: Vec<&Ticket> = ask_pick!(
        &tickets,
        several = 1..=3,
        show = |t| t.id,
        title = "Tickets",
        "Which?"
    )
    .await?;
    let any = ask_pick!(
        0..9,
        show = |n| (n + 1, n * 2),
        several = ..,
        about = path,
        "Any?"
    )
    .await?;
    let part = ask_pick!("a,b".split(','), description = "Of two", "Which?",).await?;
    let size = ask_pick!([Size::Small, Size::Large], "How large?").await?;
    let (left, right) = tokio::join!(ask_pick!([1, 2], "Left?"), ask_pick!([1, 2], "Right?"));
    for ticket in &tickets {
        let why = ask_pick!(["done", "moot"], of = ticket.id, "Why {}?", ticket.subject).await?;
        ask_confirm!(
            type_in = ticket.id,
            of = ticket.id,
            "Close {}: {why}?",
            ticket.id
        )
        .await?;
    }
    let name: String = ask_elicit!(String, title = "Name", "Under {title}?", title = part).await?;
    let sum = left? + right?;
    let (id, count) = (by_ref.id, many.len());
    Ok(format!(
        "{owned}{id}{number}{file}{count}{any:?}{size}{sum}{name}"
    ))
}

/// What is shown may borrow from an item that the list owns.
#[mrtr_tool]
async fn owned(tickets: Vec<Ticket>) -> Result<Ticket, Refused> {
    ask_pick!(tickets, show = |t| (t.id, &t.subject), "Which?").await
}
