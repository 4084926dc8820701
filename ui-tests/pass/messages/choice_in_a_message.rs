use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Language {
    English,
    #[choice(title = "日本語")]
    Japanese,
}

#[mrtr_tool]
async fn summarize() -> Result<String, Refused> {
    let language = ask_elicit!(Language, "Which language?").await?;
    let summary = ask_sample!(max_tokens = 400, "Summarize in {}", language).await;
    Ok(summary.text().unwrap_or_default())
}
