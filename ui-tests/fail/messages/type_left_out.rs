use mrtr_runtime::prelude::*;

#[mrtr_tool]
async fn register() -> Result<String, Refused> {
    let name = ask_elicit!("Name?").await?; // mistake
    let (town, street) = tokio::join!(
        ask_elicit!("Town?"),                 // mistake
        ask_elicit!(key = "way", "Street?"),  // mistake
    );
    let number = ask_elicit!("Number?", or = 1).await.map(|number| number.min(9)); // mistake
    match ask_elicit!("Country?").await { // mistake
        Ok(country) => Ok(format!("{} {} {}", country.trim(), town?.len(), street?.len())),
        Err(_) => Ok(name.trim().to_owned() + number?.name),
    }
}

fn main() {}
