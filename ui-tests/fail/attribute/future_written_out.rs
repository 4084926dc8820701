use mrtr_runtime::prelude::*;

#[mrtr_tool]
fn delete(name: String) -> impl Future<Output = Result<String, Refused>> {
    async move {
        ask_confirm!("Delete {name}?").await?;
        Ok(name)
    }
}

fn main() {}
