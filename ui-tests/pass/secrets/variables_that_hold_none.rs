use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn count() -> Result<String, Refused> {
    let max_tokens = ask_elicit!(u32, "At most?").await?;
    let pin = ask_elicit!(bool, "Pin it?").await?;
    let password_hint = ask_elicit!(String, "What reminds you of it?").await?;
    let page_token = ask_elicit!(String, "From which page on?").await?;
    let passenger = ask_elicit!(String, "Who?").await?;
    Ok(format!(
        "{max_tokens} {pin} {password_hint} {page_token} {passenger}"
    ))
}
