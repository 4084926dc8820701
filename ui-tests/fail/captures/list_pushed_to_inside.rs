use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn notify() -> Vec<u32> {
    let mut sent = Vec::new();
    capture!({
        sent.push(1);
    });
    sent
}

fn main() {}
