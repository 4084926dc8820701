use mrtr_runtime::prelude::*;

struct Ticket {
    id: u32,
}

#[mrtr_tool]
async fn close(tickets: Vec<Ticket>) -> Result<u32, Refused> {
    let ticket = ask_pick!(tickets, "Which ticket?").await?;
    Ok(ticket.id)
}

fn main() {}
