use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Trip {
    city: String,
    nights: u8,
}

#[mrtr_tool]
async fn book() -> Result<String, Refused> {
    let trip = ask_elicit!(Trip, "Where?").await;
    let nights = trip.nights;
    Ok(format!("{} {nights}", trip.city))
}

fn main() {}
