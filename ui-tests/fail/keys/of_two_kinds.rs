use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pay() -> Result<u32, Refused> {
    let amount = capture!(40);
    ask_confirm!(key = "amount", "Pay {amount}?").await?;
    Ok(amount)
}

fn main() {}
