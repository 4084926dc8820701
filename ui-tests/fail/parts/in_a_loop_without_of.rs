use mrtr_runtime::prelude::*;

#[mrtr_part]
async fn start(job: &str) -> Result<(), Refused> {
    ask_confirm!("Start {job}?").await
}

#[mrtr_tool]
async fn run(mut jobs: Vec<String>) -> Result<(), Refused> {
    while !jobs.is_empty() {
        let job = jobs.remove(0);
        part!(start(&job)).await?; // mistake
    }
    loop {
        let Some(job) = jobs.pop() else { break };
        part!(key = "late", start(&job)).await?; // mistake
    }
    Ok(())
}

fn main() {}
