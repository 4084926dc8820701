use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    let _ = ask_confirm!("Delete?");
    Ok(String::new())
}

fn main() {}
