use mrtr_runtime::prelude::*;

struct Ticket {
    id: u32,
}

#[mrtr_tool]
async fn close(tickets: Vec<Ticket>) -> Result<String, Refused> {
    let ticket = ask_pick!(tickets, "Which ticket?").await?;
    Ok(format!("closed {}", ticket.id))
}

fn main() {}
