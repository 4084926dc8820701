use mrtr_runtime::prelude::*;

struct Revision(u64);

#[mrtr_tool]
async fn publish(revision: Revision) -> Result<u64, Refused> {
    ask_confirm!(about = revision, "Publish?").await?;
    Ok(revision.0)
}

fn main() {}
