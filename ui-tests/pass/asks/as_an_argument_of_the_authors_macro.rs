use mrtr_runtime::prelude::*;

macro_rules! sure {
    ($ask:expr) => {
        $ask.await?
    };
}

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    sure!(ask_confirm!("Delete?"));
    Ok(String::new())
}
