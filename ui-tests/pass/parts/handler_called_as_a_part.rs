use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn sure(name: &str) -> Result<(), Refused> {
    ask_confirm!("Delete {name}?").await
}

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    part!(sure_part("a.txt")).await?;
    Ok(String::new())
}
