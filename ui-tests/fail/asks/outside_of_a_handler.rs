use mrtr_runtime::prelude::*;

async fn pick() -> Result<(), Refused> {
    ask_confirm!("Go on?").await
}

fn main() {}
