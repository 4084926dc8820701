use mrtr_runtime::prelude::*;

#[mrtr_part]
async fn pick<T: Elicit + Unpin>(what: &str) -> Result<T, Refused> {
    let picked = ask_elicit!(T, "Which {what}?").await?;
    Ok(picked)
}

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    part!(pick::<String>("name")).await
}
