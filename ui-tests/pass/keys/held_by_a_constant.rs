use mrtr_runtime::prelude::*;

const NAME: &str = "user_name";

struct Keys;

impl Keys {
    const AGE: &str = "user_age";
}

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    let name = ask_elicit!(String, key = NAME, "Who?").await?;
    let age = ask_elicit!(u8, key = Keys::AGE, "How old?").await?;
    ask_confirm!(key = "sure", "Sure?").await?;
    Ok(format!("{name} {age}"))
}
