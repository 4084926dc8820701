use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn count() -> Result<u32, Refused> {
    let mut n = 0;
    while ask_confirm!("Go on from {n}?").await? {
        n += 1;
    }
    Ok(n)
}

fn main() {}
