use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Anything {
    value: rmcp::serde_json::Value,
}

fn main() {}
