use mrtr_runtime::prelude::*;

struct Invoice {
    amount: u32,
}

#[mrtr_tool]
async fn pay(flow: Flow, invoice: &Invoice) -> Result<String, Refused> {
    ask_confirm!("Pay {}?", invoice.amount).await?;
    Ok(flow.key("pay", invoice))
}

fn main() {}
