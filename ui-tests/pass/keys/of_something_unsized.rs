use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(names: &[&str]) -> Result<usize, Refused> {
    for name in names {
        ask_confirm!(of = *name, "Delete {name}?").await?;
    }
    ask_confirm!(about = names, "Empty the bin?").await?;
    Ok(names.len())
}
