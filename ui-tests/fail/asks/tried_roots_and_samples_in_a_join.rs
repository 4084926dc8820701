use mrtr_runtime::prelude::*;
use rmcp::schemars;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Plan {
    steps: Vec<String>,
}

#[mrtr_tool]
async fn plan() -> Result<String, ToolError> {
    let (folders, name) = tokio::join!(ask_roots!()?, ask_elicit!(String, "Name?")); // mistake
    let (poem, town) = tokio::join!(
        ask_sample!(max_tokens = 60, "A poem").await?, // mistake
        ask_elicit!(String, "Town?"),
    );
    let (song, street) = tokio::join!(
        ask_sample!(max_tokens = 60, "A song").await, // mistake
        ask_elicit!(String, "Street?"),
    );
    let count = folders.iter().count();
    let (poem, song) = (poem.text()?.to_owned(), song.text()?.to_owned());
    Ok(format!("{} {} {} {count} {poem} {song}", name?, town?, street?))
}

#[mrtr_tool]
async fn typed() -> Result<String, ToolError> {
    let (plan, name) = tokio::join!(
        ask_sample!(Plan, max_tokens = 60, "A plan")?, // mistake
        ask_elicit!(String, "Name?"),
    );
    let (next, town) = tokio::join!(
        ask_sample!(Plan, max_tokens = 60, "Another plan").await?, // mistake
        ask_elicit!(String, "Town?"),
    );
    Ok(format!("{} {} {} {}", plan.steps.len(), next.steps.len(), name?, town?))
}

fn main() {}
