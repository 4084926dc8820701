use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn ship(name: &str) -> String {
    let name = capture!(name);
    name.to_owned()
}

fn main() {}
