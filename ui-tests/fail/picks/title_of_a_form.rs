use mrtr_runtime::prelude::*;

#[derive(Elicit)]
struct Trip {
    city: String,
}

#[mrtr_tool]
async fn travel() -> Result<String, Refused> {
    let trip = ask_elicit!(Trip, title = "Trip", "Where to?").await?;
    Ok(trip.city)
}

fn main() {}
