#![deny(unused_must_use)]

use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn handler() -> Result<u32, Refused> {
    let q0 = ask_elicit!(u32, "0?").await?;
    let q1 = ask_elicit!(u32, "1?").await?;
    let q2 = ask_elicit!(u32, "2?").await?;
    let q3 = ask_elicit!(u32, "3?").await?;
    let q4 = ask_elicit!(u32, "4?").await?;
    let q5 = ask_elicit!(u32, "5?").await?;
    let q6 = ask_elicit!(u32, "6?").await?;
    let q7 = ask_elicit!(u32, "7?").await?;
    Ok(q0 + q1 + q2 + q3 + q4 + q5 + q6 + q7)
}

fn main() {}
