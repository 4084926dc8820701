use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(files: &[String]) -> Result<String, Refused> {
    let sure: bool = ask_confirm!("Delete?").await?; // mistake
    let really = ask_confirm!("Really?").await?; // mistake
    if !really || files.is_empty() {
        return Ok(String::new());
    }
    if !files.is_empty() && ask_confirm!("All of them?").await? { // mistake
        return Ok(sure.to_string());
    }
    Ok((ask_confirm!("The first?").await? == true).to_string()) // mistake
}

fn main() {}
