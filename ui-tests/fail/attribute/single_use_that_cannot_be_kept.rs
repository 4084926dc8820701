//! A store keeps the output of a plain `single_use` function for repeats.

use mrtr_runtime::prelude::*;

struct Receipt;

#[mrtr_tool(single_use)]
async fn pay(invoice: &str) -> Receipt {
    let _ = ask_confirm!("Pay {invoice}?").await.is_ok();
    Receipt
}

fn main() {
    let _ = pay;
}
