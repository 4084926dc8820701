use mrtr_runtime::prelude::*;

struct Incident {
    id: u32,
}

#[mrtr_tool]
async fn summarize(incident: Incident) -> Result<u32, Refused> {
    ask_confirm!("Summarize {incident.id}?").await?;
    Ok(incident.id)
}

fn main() {}
