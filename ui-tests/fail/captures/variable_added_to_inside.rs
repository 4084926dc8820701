use mrtr_runtime::prelude::*;

async fn mail() {}

#[mrtr_tool]
async fn notify() -> u32 {
    let mut sent = 0;
    capture!({
        mail().await;
        sent += 1;
    });
    sent
}

fn main() {}
