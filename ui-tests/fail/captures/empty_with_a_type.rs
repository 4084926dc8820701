use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn buy() -> Result<String, Refused> {
    let price: u32 = capture!();
    ask_confirm!("Pay {price}?").await?;
    Ok(price.to_string())
}

fn main() {}
