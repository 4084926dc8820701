use mrtr_runtime::prelude::*;

struct Order {
    name: &'static str,
}

#[mrtr_tool]
async fn ship(order: Order) -> String {
    let name = capture!(order.name);
    name.to_owned()
}

fn main() {}
