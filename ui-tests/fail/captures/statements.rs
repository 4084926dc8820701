use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn count(files: &[String]) -> Result<String, Refused> {
    capture!(let all = files.len()); // mistake
    let some = capture!(println!("once"); files.len()); // mistake
    ask_confirm!("Delete {some}?").await?;
    Ok(some.to_string())
}

fn main() {}
