use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Note {
    #[elicit(default = Some("none"))]
    note: Option<String>,
}

fn main() {}
