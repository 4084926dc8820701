use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn ship(line: &str) -> String {
    let parts = capture!(line.split_once(' '));
    format!("{parts:?}")
}

fn main() {}
