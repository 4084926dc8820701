use mrtr_runtime::prelude::*;

use std::collections::BTreeMap;

struct Cache;

impl Cache {
    fn get(&self, id: u32) -> Option<String> {
        Some(id.to_string())
    }

    fn first(&self) -> u32 {
        7
    }
}

#[mrtr_tool]
async fn ship(
    names: Vec<String>,
    prices: BTreeMap<String, u32>,
    cache: Cache,
) -> Result<String, ToolError> {
    let first = capture!(names.first().cloned());
    let cheapest = capture!(prices.values().min().copied());
    let tea = capture!(*prices.get("tea").ok_or("no tea")?);
    let length = capture!(names.iter().map(String::len).max());
    let names = Cache;
    let kept = capture!(names.get(7));
    let other = capture!(cache.get(7));
    let seven = capture!(cache.first());
    Ok(format!(
        "{first:?} {cheapest:?} {tea} {length:?} {kept:?} {other:?} {seven}"
    ))
}
