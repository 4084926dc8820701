use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pick(is_local: bool) -> Result<String, Refused> {
    if is_local {
        let place = ask_elicit!(String, "Which path?").await?;
        Ok(place)
    } else {
        let place = ask_elicit!(String, "Which address?").await?;
        Ok(place)
    }
}
