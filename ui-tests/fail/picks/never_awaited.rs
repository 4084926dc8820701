use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn open(files: Vec<String>) -> Result<String, Refused> {
    ask_pick!(&files, "Which file?");
    Ok(String::new())
}

fn main() {}
