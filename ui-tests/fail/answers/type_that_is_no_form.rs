use mrtr_runtime::prelude::*;

struct Order {
    id: u32,
}

#[mrtr_tool]
async fn pick() -> Result<u32, Refused> {
    let order = ask_elicit!(Order, "Which?").await?;
    Ok(order.id)
}

fn main() {}
