use mrtr_runtime::prelude::*;

fn fill(_: &mut Vec<u32>) {}

#[mrtr_tool]
async fn notify() -> Vec<u32> {
    let mut sent = Vec::new();
    capture!(fill(&mut sent));
    sent
}

fn main() {}
