use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn print(files: &[String]) -> Result<String, Refused> {
    let copies = ask_elicit!(u8, or = "one", "How many copies?").await?; // mistake
    let file = ask_pick!(files, or = 0, "Which file?").await?; // mistake
    Ok(format!("{copies} of {file}"))
}

fn main() {}
