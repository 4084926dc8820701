use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn ship(order: String) -> String {
    let name = order.trim();
    let name = capture!(name);
    name.to_owned()
}

fn main() {}
