use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(name: String) -> Result<String, Refused> {
    part!(async || Ok::<(), Refused>(())).await?;
    Ok(name)
}

fn main() {}
