use mrtr_runtime::prelude::*;

async fn sure() -> Result<(), Refused> {
    Ok(())
}

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    part!(sure()).await?;
    Ok(String::new())
}

fn main() {}
