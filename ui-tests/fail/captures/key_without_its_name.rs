use mrtr_runtime::prelude::*;

async fn reserve() -> u32 {
    7
}

#[mrtr_tool]
async fn travel() -> Result<String, Refused> {
    let seat = capture!("seat", reserve().await);
    ask_confirm!("Take seat {seat}?").await?;
    Ok(seat.to_string())
}

fn main() {}
