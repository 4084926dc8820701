use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn ship(items: Vec<u32>) -> usize {
    let items = capture!(&items[..]);
    items.len()
}

fn main() {}
