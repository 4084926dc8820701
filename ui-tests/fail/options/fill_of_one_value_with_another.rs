use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn hours(now: u64) -> Result<u32, Refused> {
    ask_elicit!(u32, fill = now, "How many hours?").await
}

fn main() {}
