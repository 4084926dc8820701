use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    if ask_elicit!(bool, "Delete the copies too?").await? {
        return Ok(String::from("deleted"));
    }
    Ok(String::new())
}
