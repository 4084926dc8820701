use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    let sure = ask_confirm!("Delete?").await?;
    if sure {
        return Ok(String::from("deleted"));
    }
    Ok(String::new())
}

fn main() {}
