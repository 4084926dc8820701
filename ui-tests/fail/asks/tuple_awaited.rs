use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn one() -> Result<String, Refused> {
    let (a, b) = (ask_confirm!("A?"), ask_confirm!("B?")).await;
    Ok("x".into())
}

fn main() {}
