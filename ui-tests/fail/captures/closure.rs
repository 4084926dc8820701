use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn count(files: &[String]) -> Result<String, Refused> {
    let all = capture!(|| files.len());
    ask_confirm!("Delete {all}?").await?;
    Ok(all.to_string())
}

fn main() {}
