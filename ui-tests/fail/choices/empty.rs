use mrtr_runtime::prelude::*;

#[derive(Choice)]
enum Never {}

fn main() {}
