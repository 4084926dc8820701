use mrtr_runtime::prelude::*;

#[mrtr_part]
async fn pay(amount: u32) -> Result<u32, Refused> {
    ask_confirm!("Pay {amount}?").await?;
    Ok(amount)
}

#[mrtr_tool]
async fn ship(is_express: bool) -> Result<u32, Refused> {
    if is_express {
        let hold = capture!(reserve(99));
        ask_confirm!(key = "sure", "Send express for 99?").await?;
        Ok(hold + part!(pay(99)).await?)
    } else {
        let hold = capture!(reserve(5));
        ask_confirm!(key = "sure", "Send standard for 5?").await?;
        Ok(hold + part!(pay(5)).await?)
    }
}

fn reserve(amount: u32) -> u32 {
    amount
}
