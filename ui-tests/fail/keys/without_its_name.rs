use mrtr_runtime::prelude::*;

#[mrtr_part]
async fn pick(town: &str) -> Result<String, Refused> {
    ask_confirm!("sure", "Is it {town}?").await?; // mistake
    ask_elicit!(String, "name", "What is it?").await // mistake
}

#[mrtr_tool]
async fn travel(town: &str) -> Result<String, Refused> {
    part!("from", pick(town)).await // mistake
}

fn main() {}
