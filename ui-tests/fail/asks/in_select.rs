use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    tokio::select! {
        sure = ask_confirm!("Sure?") => sure?,
        () = tokio::time::sleep(std::time::Duration::from_secs(60)) => {}
    }
    Ok(String::new())
}

fn main() {}
