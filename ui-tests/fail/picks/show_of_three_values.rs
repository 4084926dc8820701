use mrtr_runtime::prelude::*;

struct Ticket {
    id: u32,
    subject: String,
    owner: String,
}

#[mrtr_tool]
async fn close(tickets: Vec<Ticket>) -> Result<u32, Refused> {
    let ticket = ask_pick!(tickets, show = |t| (t.id, &t.subject, &t.owner), "Which?").await?;
    Ok(ticket.id)
}

fn main() {}
