use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    Ok(ask_elicit!(String, key = "the_name_of_the_person_that_this_tool_should_greet", "Name?").await?)
}

fn main() {}
