use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    struct Asker;
    impl Asker {
        async fn sure() -> Result<(), Refused> {
            ask_confirm!("Sure?").await
        }
    }
    Asker::sure().await?;
    Ok(String::new())
}

fn main() {}
