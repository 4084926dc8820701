use std::collections::HashMap;
use std::time::Duration;

use mrtr_runtime::Elicit;

struct Address {
    city: String,
}

#[derive(Elicit)]
struct Delivery {
    address: Address, // mistake
    tags: Vec<String>, // mistake
    took: Duration, // mistake
    labels: HashMap<String, String>, // mistake
}

fn main() {}
