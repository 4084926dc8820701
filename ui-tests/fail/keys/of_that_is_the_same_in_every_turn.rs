use mrtr_runtime::prelude::*;

struct Order {
    id: u32,
    lines: Vec<String>,
}

#[mrtr_part]
async fn pack(line: &str) -> Result<(), Refused> {
    ask_confirm!("Pack {line}?").await
}

#[mrtr_tool]
async fn ship(order: u32) -> Result<u32, Refused> {
    let order = Order { id: order, lines: Vec::new() };
    let mut weight = 0;
    for line in &order.lines {
        ask_confirm!(of = "{line}", "Ship it?").await?; // mistake
        ask_confirm!(key = "sure", of = 1, "Sure?").await?; // mistake
        weight += capture!(of = order.id, line.len() as u32); // mistake
        part!(of = &order.id, pack(line)).await?; // mistake
    }
    for _ in 0..2 {
        ask_confirm!(key = "twice", of = "again", "Once more?").await?; // mistake
    }
    Ok(weight)
}

fn main() {}
