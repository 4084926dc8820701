use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn ship(name: Option<&str>) -> String {
    let name = capture!(name);
    name.unwrap_or_default().to_owned()
}

fn main() {}
