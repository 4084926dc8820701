use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pay() -> Result<String, Refused> {
    ask_confirm!(until = Some(()), "Paid?").await?;
    Ok(String::new())
}

fn main() {}
