use mrtr_runtime::prelude::*;

#[derive(Elicit)]
#[serde(rename_all = "Kebab")]
struct Who {
    full_name: String,
}

fn main() {}
