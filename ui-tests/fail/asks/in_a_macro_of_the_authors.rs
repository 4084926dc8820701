use mrtr_runtime::prelude::*;

macro_rules! sure {
    ($message:literal) => {
        ask_confirm!($message).await?
    };
}

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    sure!("Delete?");
    Ok(String::new())
}

fn main() {}
