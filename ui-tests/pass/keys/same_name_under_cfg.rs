use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pick() -> Result<String, Refused> {
    #[cfg(unix)]
    let place = ask_elicit!(String, "Which path?").await?;
    #[cfg(not(unix))]
    let place = ask_elicit!(String, "Which drive?").await?;
    Ok(place)
}
