use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn ship(name: Option<String>) -> String {
    let name = capture!(name.as_ref().map(|name| name.trim()));
    name.unwrap_or_default().to_owned()
}

fn main() {}
