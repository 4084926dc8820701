use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(items: Vec<String>) -> Vec<Result<(), Refused>> {
    let mut sure = Vec::new();
    for ask in items.iter().map(|_| ask_confirm!(key = "sure", "Delete it?")) {
        sure.push(ask.await);
    }
    sure
}

fn main() {}
