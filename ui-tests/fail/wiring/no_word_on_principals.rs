use mrtr_runtime::prelude::*;

fn settings() -> Result<Mrtr, Box<dyn std::error::Error>> {
    let keys = Keys::from_env("MRTR_KEYS")?;
    Ok(Mrtr::builder().keys(keys).audience("incidents").build()?)
}

fn main() {}
