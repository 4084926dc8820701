use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn greet() -> Result<String, Refused> {
    let Ok(name) = ask_elicit!(String, "Who?").await else { panic!("nobody") }; // mistake
    let town = match ask_elicit!(String, "Where?").await {
        Ok(town) => town,
        Err(refused) => unreachable!("{refused}"), // mistake
    };
    let day = ask_elicit!(String, "When?").await.unwrap_or_else(|_| panic!("never")); // mistake
    if let Err(refused) = ask_confirm!("Sure?").await {
        panic!("{refused}") // mistake
    }
    Ok(name + &town + &day)
}

fn main() {}
