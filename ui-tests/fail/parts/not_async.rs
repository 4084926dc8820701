use mrtr_runtime::prelude::*;

#[mrtr_part]
fn sure() -> Result<(), Refused> {
    ask_confirm!("Sure?").await
}

fn main() {}
