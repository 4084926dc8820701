use mrtr_runtime::prelude::*;

#[mrtr_tool(
    single_use,
    preflight = off,
    version = 2,
    accept = [1],
    ttl = "10m",
    max_requests = 8,
    crate = mrtr_runtime
)]
async fn delete() -> Result<String, Refused> {
    ask_confirm!("Delete?").await?;
    Ok(String::new())
}
