use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pay(id: u32) -> Result<String, Refused> {
    let paid = || async { Some(id) };
    let paid = ask_url!("https://pay.example/{}", id, until = paid().await, "Pay {id}").await?;
    Ok(format!("{paid} is paid"))
}

fn main() {}
