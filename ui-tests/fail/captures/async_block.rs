use mrtr_runtime::prelude::*;

async fn price(item: &str) -> u32 {
    item.len() as u32
}

#[mrtr_tool]
async fn buy(items: Vec<String>) -> Result<u32, Refused> {
    let total = capture!(async {
        let mut total = 0;
        for item in &items {
            total += price(item).await;
        }
        total
    });
    ask_confirm!("Pay {total}?").await?;
    Ok(total.pow(1))
}

fn main() {}
