use mrtr_runtime::prelude::*;

#[mrtr_tool(unsolicited)]
async fn greet() -> Result<String, Refused> {
    ask_elicit!(String, "Who?").await
}
