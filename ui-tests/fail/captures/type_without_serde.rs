use mrtr_runtime::prelude::*;

struct Connection;

async fn connect() -> Connection {
    Connection
}

#[mrtr_tool]
async fn query() -> String {
    let connection = capture!(connect().await);
    drop(connection);
    String::new()
}

fn main() {}
