use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Note {
    #[elicit(default = None)]
    note: Option<String>,
}

fn main() {}
