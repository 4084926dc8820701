use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn summarize() -> Result<String, Refused> {
    tokio::spawn(async move {
        let sample = ask_sample!("Sum it up.").await?;
        Ok::<_, Refused>(format!("{sample:?}"))
    });
    Ok(String::new())
}

fn main() {}
