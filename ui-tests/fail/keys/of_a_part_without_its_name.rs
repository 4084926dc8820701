use mrtr_runtime::prelude::*;

#[mrtr_part]
async fn pick(town: &str) -> Result<String, Refused> {
    ask_elicit!(String, "Where in {town}?").await
}

#[mrtr_tool]
async fn travel(town: &str) -> Result<String, Refused> {
    part!("from", pick(town)).await
}

fn main() {}
