use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn register() -> Result<String, Refused> {
    let (name, town) = tokio::join!(
        ask_elicit!(String, "Name?").await?, // mistake
        ask_elicit!(String, "Town?"),
    );
    let (sure, age) = tokio::try_join!(ask_confirm!("Sure?"), ask_elicit!(u8, "Age?").await)?; // mistake
    Ok(format!("{name} of {}, {age} {sure:?}", town?))
}

fn main() {}
