use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(name: String) -> Result<String, Refused> {
    let _sure = ask_confirm!("Delete {name}?");
    Ok(name)
}

fn main() {}
