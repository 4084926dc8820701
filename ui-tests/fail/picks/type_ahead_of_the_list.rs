use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn close(tickets: Vec<String>) -> Result<usize, Refused> {
    let ticket = ask_pick!(String, &tickets, "Which of {}?", tickets.len()).await?; // mistake
    Ok(ticket.len())
}

fn main() {}
