use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pay(flow: &mut Flow) -> Result<String, Refused> {
    ask_confirm!("Pay?").await?;
    Ok(flow.key("pay", &7))
}

fn main() {}
