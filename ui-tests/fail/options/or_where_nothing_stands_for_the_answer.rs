use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn deploy(paid: bool) -> Result<String, Refused> {
    ask_confirm!(or = (), "Deploy it?").await?; // mistake
    ask_url!("https://pay.example.com", or = (), until = paid.then_some(()), "Pay").await?; // mistake
    let roots = ask_roots!(or = 7).await; // mistake
    let sample = ask_sample!(or = "none", "Summarize: {}", roots.all().len()).await; // mistake
    Ok(sample.text().unwrap_or_default())
}

fn main() {}
