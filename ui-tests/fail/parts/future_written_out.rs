use mrtr_runtime::prelude::*;

#[mrtr_part]
fn sure(name: String) -> impl Future<Output = Result<(), Refused>> {
    async move { ask_confirm!("Delete {name}?").await }
}

fn main() {}
