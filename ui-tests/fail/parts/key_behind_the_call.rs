use mrtr_runtime::prelude::*;

#[mrtr_part]
async fn sure(name: &str) -> Result<(), Refused> {
    ask_confirm!("Delete {name}?").await
}

#[mrtr_tool]
async fn delete(name: String) -> Result<String, Refused> {
    part!(sure(&name), key = "certain").await?;
    Ok(name)
}

fn main() {}
