use mrtr_runtime::prelude::*;
use std::collections::BTreeSet;

#[derive(Elicit)]
struct Labels {
    tags: BTreeSet<String>,
}

fn main() {}
