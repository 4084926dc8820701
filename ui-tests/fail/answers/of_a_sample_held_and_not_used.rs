#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn one() -> Result<String, Refused> {
    let s = ask_sample!("Say hello.");
    s.await;
    Ok("x".into())
}

fn main() {}
