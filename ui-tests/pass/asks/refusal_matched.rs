use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    match ask_confirm!("Delete?").await {
        Ok(()) => Ok(String::from("deleted")),
        Err(Refused::Declined { key, .. }) => Ok(format!("declined {key}")),
        Err(refused) => Err(refused),
    }
}
