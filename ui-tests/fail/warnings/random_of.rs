#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

mod rand {
    pub fn random() -> u32 {
        4
    }
}

#[mrtr_tool]
async fn handler(files: Vec<String>) -> Result<(), Refused> {
    for file in &files {
        ask_confirm!(of = rand::random(), "Delete {file}?").await?;
    }
    Ok(())
}

fn main() {}
