use mrtr_runtime::prelude::*;

#[derive(Elicit)]
#[elicit(fill)]
struct Edit {
    title: String,
}

struct Ticket {
    title: String,
}

#[mrtr_tool]
async fn edit(ticket: Ticket) -> Result<String, Refused> {
    let new = ask_elicit!(Edit, fill = &ticket, "What shall change?").await?;
    Ok(format!("{} is now {}", ticket.title, new.title))
}

fn main() {}
