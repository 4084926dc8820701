use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn order() -> Result<String, Refused> {
    let count = ask_elicit!(u32, min = 1, max = 5, "How many?").await?; // mistake
    let name = ask_elicit!(String, default = "Ann", "For whom?").await?; // mistake
    Ok(format!("{count} for {name}"))
}

fn main() {}
