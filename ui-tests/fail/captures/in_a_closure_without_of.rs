use mrtr_runtime::prelude::*;

fn load(_: &str) -> u32 {
    4
}

#[mrtr_tool]
async fn query(names: Vec<String>) -> u32 {
    names.iter().map(|name| capture!(load(name))).sum()
}

fn main() {}
