use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn one() -> Result<String, Refused> {
    let (a, b) =
        tokio::try_join!(ask_elicit!(String, "Name?"), ask_elicit!(String, "Town?")).await?;
    Ok(a + &b)
}

fn main() {}
