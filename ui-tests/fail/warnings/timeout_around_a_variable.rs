#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;
use std::time::Duration;

#[mrtr_tool]
async fn delete() -> Result<String, Refused> {
    let sure = ask_confirm!("Sure?");
    let answer = tokio::time::timeout(Duration::from_secs(60), sure).await;
    answer.map_or(Ok(()), |sure| sure)?;
    Ok(String::new())
}

fn main() {}
