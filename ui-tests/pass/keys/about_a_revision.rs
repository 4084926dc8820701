use mrtr_runtime::prelude::*;

#[derive(serde::Serialize)]
struct Page {
    revision: u64,
}

#[mrtr_tool]
async fn publish(page: Page) -> Result<u64, Refused> {
    ask_confirm!(about = page, "Publish {}?", page.revision).await?;
    ask_confirm!(key = "again", about = (&page, "again"), "Really?").await?;
    Ok(page.revision)
}
