use mrtr_runtime::prelude::*;

#[mrtr_part]
async fn sure() -> Result<(), Refused> {
    ask_confirm!("Sure?").await
}

async fn delete() -> Result<(), Refused> {
    part!(sure()).await
}

fn main() {}
