use mrtr_runtime::prelude::*;

struct Subject;

struct Ticket {
    id: u32,
    subject: Subject,
}

#[mrtr_tool]
async fn close(tickets: Vec<Ticket>) -> Result<String, Refused> {
    let ticket = ask_pick!(&tickets, show = |t| &t.subject, "Which ticket?").await?;
    Ok(format!("closed {}", ticket.id))
}

fn main() {}
