use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn print() -> Result<String, Refused> {
    let copies = ask_elicit!(u8, or = 1, or = 2, "How many copies?").await?;
    Ok(copies.to_string())
}

fn main() {}
