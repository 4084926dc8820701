use mrtr_runtime::prelude::*;

struct Incident;

#[mrtr_tool]
async fn summarize(incident: Incident) -> Result<String, Refused> {
    ask_confirm!("Summarize {:?}?", incident).await?;
    Ok(String::new())
}

fn main() {}
