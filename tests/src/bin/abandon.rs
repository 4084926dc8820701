//! What calls cost that nobody ever comes back to.
//!
//! `abandon [CALLS]` makes that many first calls (10 000 if not said) to a server in this process and
//! answers none of them. It prints the memory of the process after every tenth of them, and what
//! each call of the last tenth has left behind.
#![forbid(unsafe_code)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::time::Duration;

use mrtr_tests::{Client, Hosted, Lab, Wire, tool};
use serde_json::json;

#[tokio::main]
async fn main() {
    let calls: u64 = std::env::args()
        .nth(1)
        .map_or(10_000, |calls| calls.parse().unwrap());
    let step = (calls / 10).max(1);
    let server = Hosted::start(Lab::default(), Wire::Pipe).await;
    let client = server.modern().await;

    let mut memory = vec![resident()];
    println!("{:>8} calls {:>8} KiB", 0, memory[0] / 1024);
    for tenth in 1..=10 {
        abandon(&client, step).await;
        // rmcp's tasks end a little after their replies.
        tokio::time::sleep(Duration::from_millis(20)).await;
        memory.push(resident());
        println!(
            "{:>8} calls {:>8} KiB",
            tenth * step,
            memory[tenth as usize] / 1024
        );
    }
    let left = |of: usize| (memory[of] as f64 - memory[of - 1] as f64) / step as f64;
    println!("left by each call of the first tenth: {:.1} bytes", left(1));
    println!(
        "left by each call of the last tenth:  {:.1} bytes",
        left(10)
    );
    println!(
        "grown between the first and the last: {} KiB",
        (memory[10] as i64 - memory[1] as i64) / 1024
    );
}

async fn abandon(client: &Client, calls: u64) {
    for _ in 0..calls {
        let call = client.start(tool("order", json!({}))).await;
        assert_eq!(call.round.asked(), ["first"]);
    }
}

/// The memory of this process in bytes: the second number of `statm` is in pages.
fn resident() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").expect("this needs Linux");
    let pages: u64 = statm.split_whitespace().nth(1).unwrap().parse().unwrap();
    pages * 4096
}
