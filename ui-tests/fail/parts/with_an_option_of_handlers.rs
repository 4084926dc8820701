use mrtr_runtime::prelude::*;

#[mrtr_part(single_use)]
async fn sure() -> Result<(), Refused> {
    ask_confirm!("Sure?").await
}

fn main() {}
