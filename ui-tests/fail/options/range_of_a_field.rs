use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn order() -> Result<String, Refused> {
    let count = ask_elicit!(u32, min = 1, max = 5, "How many?").await?;
    Ok(count.to_string())
}

fn main() {}
