use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pay() -> Result<u128, Refused> {
    let amount = ask_elicit!(u128, "How much?").await?;
    Ok(amount)
}

fn main() {}
