use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    if ask_confirm!("Delete?").await? {
        return Ok(String::from("deleted"));
    }
    Ok(String::new())
}

fn main() {}
