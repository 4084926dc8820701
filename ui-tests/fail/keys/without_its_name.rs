use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn travel(town: &str) -> Result<String, Refused> {
    ask_confirm!("sure", "Is it {town}?").await?; // mistake
    ask_elicit!(String, "name", "What is it?").await // mistake
}

fn main() {}
