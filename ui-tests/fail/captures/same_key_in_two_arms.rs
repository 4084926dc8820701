use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn tell(is_ann: bool) -> Result<(), Refused> {
    if is_ann {
        capture!(key = "sent", mail("Ann"));
    } else {
        capture!(key = "sent", mail("Bob"));
    }
    ask_confirm!("Done?").await
}

fn mail(_: &str) -> u32 {
    4
}

fn main() {}
