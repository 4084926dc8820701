use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn one() -> Result<String, Refused> {
    Ok(ask_sample!("Say hello.").await?)
}

fn main() {}
