use mrtr_runtime::prelude::*;

struct Order {
    name: String,
}

#[mrtr_tool]
async fn ship(order: Order) -> String {
    let name = capture!(order.name.as_str());
    name.to_owned()
}

fn main() {}
