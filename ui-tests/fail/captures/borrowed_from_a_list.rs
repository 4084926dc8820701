use mrtr_runtime::prelude::*;

use std::collections::BTreeMap;

#[mrtr_tool]
async fn ship(names: Vec<String>, prices: BTreeMap<String, u32>) -> Result<String, ToolError> {
    let first = capture!(names.first()); // mistake
    let cheapest = capture!(prices.iter().min_by_key(|(_, price)| **price)); // mistake
    let tea = capture!(prices.get("tea").ok_or("no tea")?); // mistake
    Ok(format!("{first:?} {cheapest:?} {tea}"))
}

fn main() {}
