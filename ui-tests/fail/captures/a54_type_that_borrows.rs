use mrtr_runtime::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Row<'a> {
    name: &'a str,
}

#[mrtr_tool]
async fn ship(order: String) -> String {
    let row = capture!(Row { name: &order });
    row.name.to_owned()
}

fn main() {}
