use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn print(files: &[String]) -> Result<String, Refused> {
    let copies = ask_elicit!(u8, or = 1, or = 2, "How many copies?").await?; // mistake
    let file = ask_pick!(files, "Which file?", or = &files[0]).await?; // mistake
    Ok(format!("{copies} of {file}"))
}

fn main() {}
