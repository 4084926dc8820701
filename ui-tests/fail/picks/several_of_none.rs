use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn close(tickets: Vec<String>) -> Result<usize, Refused> {
    let none = ask_pick!(&tickets, several = 0..=0, "Which?").await?;
    Ok(none.len())
}

fn main() {}
