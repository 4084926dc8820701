use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Form {
    name: String,
}

#[mrtr_tool]
async fn names() -> Result<String, Refused> {
    let Form { name } = ask_elicit!(Form, "Who?").await?;
    let Ok(other) = ask_elicit!(String, "And?").await else {
        return Ok(name);
    };
    Ok(name + &other)
}
