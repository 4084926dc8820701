use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Note {
    note: Option<Option<String>>,
}

fn main() {}
