use mrtr_runtime::prelude::*;

async fn mail() {}

#[mrtr_tool]
async fn notify() -> bool {
    let mut sent = false;
    capture!({
        mail().await;
        sent = true;
    });
    sent
}

fn main() {}
