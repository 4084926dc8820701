#![deny(warnings)]
use std::collections::HashMap;

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn open(files: HashMap<String, u64>) -> Result<String, Refused> {
    let file = ask_pick!(files.keys(), "Which file?").await?;
    Ok(file.clone())
}


fn main() {}
