#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn delete(size: u32) -> Result<String, Refused> {
    match size {
        n if ask_confirm!("Really {n}?").await.is_ok() => Ok(String::from("deleted")),
        _ => Ok(String::new()),
    }
}

fn main() {}
