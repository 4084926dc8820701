#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

mod fastrand {
    pub fn u64(_: std::ops::RangeFull) -> u64 {
        4
    }
}

#[mrtr_tool]
async fn delete(files: Vec<String>) -> Result<usize, Refused> {
    for file in &files {
        ask_confirm!(of = fastrand::u64(..), "Delete {file}?").await?;
    }
    Ok(files.len())
}

fn main() {}
