use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn pick(kind: u8) -> Result<String, Refused> {
    match kind {
        0 => ask_elicit!(String, key = "place", "Which path?").await,
        1 => ask_elicit!(String, key = "place", "Which address?").await,
        _ => Ok(String::new()),
    }
}
