//! The contract of a `RoundStore`, kept by each of ours: in memory and on a real Redis.
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod contract;
mod redis;
mod rounds;

use mrtr_runtime::MemoryStore;
use mrtr_tests::Redis;

#[tokio::test]
async fn the_memory_store_keeps_the_contract() {
    for (name, case) in contract::CASES {
        eprintln!("{name}");
        case(&MemoryStore::new()).await;
    }
}

#[tokio::test]
async fn the_redis_store_keeps_the_contract() {
    let Some(server) = Redis::start(&[]).await else {
        return;
    };
    let store = server.store().await;
    for (name, case) in contract::CASES {
        eprintln!("{name}");
        server.command(&["FLUSHALL"]);
        case(&store).await;
    }
}
