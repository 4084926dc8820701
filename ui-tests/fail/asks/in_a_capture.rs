use mrtr_runtime::prelude::*;

fn plan(_: &str) -> u32 {
    4
}

#[mrtr_tool]
async fn make() -> Result<u32, Refused> {
    let plan = capture!({
        let answer = ask_elicit!(String, "Which?").await?;
        plan(&answer)
    });
    Ok(plan)
}

fn main() {}
