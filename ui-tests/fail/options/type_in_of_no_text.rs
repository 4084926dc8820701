use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(name: String) -> Result<String, Refused> {
    ask_confirm!(type_in = true, "Delete {name}?").await?; // mistake
    ask_confirm!(type_in = 3, "Really?").await?; // mistake
    Ok(name)
}

fn main() {}
