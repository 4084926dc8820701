use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn ship(order: String) -> String {
    let name = order.split(' ').next();
    let name = capture!(name);
    name.unwrap_or_default().to_owned()
}

fn main() {}
