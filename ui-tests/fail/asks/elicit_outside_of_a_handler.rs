use mrtr_runtime::prelude::*;

async fn pick_language() -> Result<String, Refused> {
    ask_elicit!(String, "Which language?").await
}

fn main() {}
