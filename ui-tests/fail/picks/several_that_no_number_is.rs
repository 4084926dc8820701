use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn close(tickets: Vec<String>) -> Result<usize, Refused> {
    let some = ask_pick!(&tickets, several = 3..=2, "Which?").await?; // mistake
    let most = ask_pick!(&tickets, several = 2..2, "Which at last?").await?; // mistake
    Ok(some.len() + most.len())
}

fn main() {}
