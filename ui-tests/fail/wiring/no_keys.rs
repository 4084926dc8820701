use mrtr_runtime::prelude::*;

fn settings() -> Result<Mrtr, Box<dyn std::error::Error>> {
    Ok(Mrtr::builder().audience("incidents").single_user().build()?)
}

fn main() {}
