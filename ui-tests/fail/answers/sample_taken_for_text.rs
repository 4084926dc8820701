use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn one() -> Result<String, Refused> {
    let text: String = ask_sample!("Say hello.").await;
    Ok(text)
}

fn main() {}
