use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(names: Vec<String>) -> Result<usize, Refused> {
    let asks: Vec<_> = names
        .iter()
        .map(|name| ask_confirm!(of = name, "Delete {name}?"))
        .collect();
    for ask in asks {
        ask.await?;
    }
    Ok(names.len())
}
