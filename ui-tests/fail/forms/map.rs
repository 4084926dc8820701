use mrtr_runtime::prelude::*;
use std::collections::HashMap;

#[derive(Elicit)]
struct Settings {
    extra: HashMap<String, String>,
}

fn main() {}
