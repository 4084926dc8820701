use mrtr_runtime::prelude::*;

async fn mail() -> u32 {
    4
}

#[mrtr_tool]
async fn notify() -> Option<u32> {
    let mut receipt = None;
    capture!({
        receipt = Some(mail().await);
    });
    receipt
}

fn main() {}
