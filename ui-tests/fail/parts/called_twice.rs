use mrtr_runtime::prelude::*;

#[mrtr_part]
async fn sure(name: &str) -> Result<(), Refused> {
    ask_confirm!("Delete {name}?").await
}

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    part!(sure("a.txt")).await?;
    part!(sure("b.txt")).await?;
    Ok(String::new())
}

fn main() {}
