use mrtr::prelude::*;

#[derive(Choice)]
enum F { A, B }
fn main() {}
