use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(name: String) -> Result<String, Refused> {
    if flow.can(Capability::Form) {
        ask_confirm!("Delete {name}?").await?;
    }
    Ok(flow.key("delete", &name))
}

fn main() {}
