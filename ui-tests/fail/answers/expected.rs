use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    ask_confirm!("Delete?").await.expect("they agree");
    Ok(String::new())
}

fn main() {}
