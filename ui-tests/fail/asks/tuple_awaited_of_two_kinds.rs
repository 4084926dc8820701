use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn one() -> Result<String, Refused> {
    let (name, sure) = (ask_elicit!(String, "A?"), ask_confirm!("Sure?")).await;
    sure?;
    Ok(name?)
}

fn main() {}
