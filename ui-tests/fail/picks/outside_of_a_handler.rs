use mrtr_runtime::prelude::*;

async fn open(files: Vec<String>) -> Result<String, Refused> {
    ask_pick!(files, "Which file?").await
}

fn main() {}
