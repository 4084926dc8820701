use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn names() -> Result<String, Refused> {
    let (first, last) = tokio::try_join!(
        ask_elicit!(String, "First name?"),
        ask_elicit!(String, "Last name?"),
    )?;
    Ok(first + &last)
}
