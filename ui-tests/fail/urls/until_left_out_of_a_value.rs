use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn connect(page: &str) -> Result<String, Refused> {
    let token = ask_url!(page, "Connect your calendar").await?;
    Ok(token.calendar)
}

fn main() {}
