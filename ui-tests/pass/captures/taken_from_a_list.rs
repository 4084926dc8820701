use mrtr_runtime::prelude::*;

use std::collections::BTreeMap;

struct Cache {
    names: Vec<String>,
}

impl Cache {
    fn get(&self, id: usize) -> Option<String> {
        self.names.get(id).cloned()
    }

    fn first(&self) -> usize {
        self.names.len()
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
    let names = Cache { names };
    let kept = capture!(names.get(7));
    let other = capture!(cache.get(7));
    let seven = capture!(cache.first());
    Ok(format!(
        "{first:?} {cheapest:?} {tea} {length:?} {kept:?} {other:?} {seven}"
    ))
}
